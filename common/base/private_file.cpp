#include "common/base/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace vellum {

namespace {

Error cannotWrite(const std::string& file)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = "cannot write " + file + ": " + std::generic_category().message(errno)};
}

bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace

Result<void> writePrivateFile(const std::filesystem::path& file, std::string_view text)
{
    const std::string temporary = file.string() + ".new";
    ::unlink(temporary.c_str());
    const int descriptor =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0) {
        return cannotWrite(temporary);
    }
    Result<void> written = writeAll(descriptor, text) ? Result<void>() : cannotWrite(temporary);
    ::close(descriptor);
    if (written.isOk() && ::rename(temporary.c_str(), file.c_str()) != 0) {
        written = cannotWrite(file.string());
    }
    if (!written.isOk()) {
        ::unlink(temporary.c_str());
    }
    return written;
}

}  // namespace vellum
