#include "server/reader/file_head.h"

#include "server/reader/wording.h"

#include <zlib.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

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

std::string inflatedHead(std::string_view gzip)
{
    constexpr int kWithGzipHeader = 16;
    std::vector<unsigned char> input(gzip.begin(), gzip.end());
    std::vector<unsigned char> unpacked(16 * kHeadBytes);
    z_stream stream{};
    stream.next_in = input.data();
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = unpacked.data();
    stream.avail_out = static_cast<uInt>(unpacked.size());
    if (inflateInit2(&stream, MAX_WBITS + kWithGzipHeader) != Z_OK) {
        return {};
    }
    inflate(&stream, Z_SYNC_FLUSH);  // the end is cut off: whatever came out before it counts
    inflateEnd(&stream);
    return {unpacked.begin(), unpacked.begin() + static_cast<std::ptrdiff_t>(stream.total_out)};
}

}  // namespace vellum::server::reader
