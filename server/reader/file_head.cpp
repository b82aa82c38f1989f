#include "server/reader/file_head.h"

#include "server/reader/wording.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace vellum::server::reader {

Result<FileHead> readHead(const std::filesystem::path& path)
{
    std::error_code error;
    FileHead head;
    head.size = std::filesystem::file_size(path, error);
    std::ifstream file;
    if (!error) {
        errno = 0;
        file.open(path, std::ios::binary);
        error = std::error_code(file.is_open() ? 0 : errno, std::generic_category());
    }
    if (error) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = quoted(path) + " cannot be read: " + error.message()};
    }
    head.text.resize(kHeadBytes);
    file.read(head.text.data(), kHeadBytes);
    head.text.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

}  // namespace vellum::server::reader
