#include "server/transport/socket_file.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace vellum::server::transport {

namespace {

Error unavailable(std::string message)
{
    return {.kind = ErrorKind::Unavailable, .message = std::move(message)};
}

/// Whether somebody accepts connections at \p path.
bool isAlive(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        return false;
    }
    std::memcpy(address.sun_path, path.c_str(), path.size());
    const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int connected =
        ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    const bool isRefused = connected != 0 && errno == ECONNREFUSED;
    ::close(probe);
    return !isRefused;  // a full queue (EAGAIN) is a live server too
}

}  // namespace

Result<void> clearSocketFile(const std::string& path)
{
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) {
        return {};
    }
    if (!S_ISSOCK(status.st_mode)) {
        return unavailable(path + " exists and is no socket");
    }
    if (isAlive(path)) {
        return unavailable("another server listens at " + path);
    }
    if (::unlink(path.c_str()) != 0) {
        return unavailable(
            "cannot remove the dead socket " + path + ": "
            + std::generic_category().message(errno));
    }
    return {};
}

PrivateFileMode::PrivateFileMode() : m_before(::umask(S_IRWXG | S_IRWXO | S_IXUSR)) {}

PrivateFileMode::~PrivateFileMode()
{
    ::umask(m_before);
}

}  // namespace vellum::server::transport
