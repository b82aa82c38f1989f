#include "common/base/private_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace vellum {

namespace {

Error cannotWrite(const std::filesystem::path& file, int reason)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message =
            "cannot write " + file.string() + ": " + std::generic_category().message(reason)};
}

bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
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
    std::string temporary = file.string() + ".XXXXXX";  // its own for each writer
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) {
        return cannotWrite(file, errno);
    }
    int reason = writeAll(descriptor, text) && ::fsync(descriptor) == 0 ? 0 : errno;
    if (::close(descriptor) != 0 && reason == 0) {
        reason = errno;
    }
    if (reason == 0 && ::rename(temporary.c_str(), file.c_str()) != 0) {
        reason = errno;
    }
    if (reason != 0) {
        ::unlink(temporary.c_str());
        return cannotWrite(file, reason);
    }
    return {};
}

}  // namespace vellum
