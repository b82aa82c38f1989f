#include "server/index/mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace vellum::server::index {

namespace {

Error failure(const std::filesystem::path& path, int reason)
{
    return {
        .kind = reason == ENOENT ? ErrorKind::NotFound : ErrorKind::Unavailable,
        .message =
            "cannot read '" + path.string() + "': " + std::generic_category().message(reason)};
}

}  // namespace

Mapping::~Mapping()
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the interface wants it
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

Result<std::shared_ptr<const Mapping>> Mapping::open(const std::filesystem::path& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return failure(path, errno);
    }
    struct stat status {};
    const bool isKnown = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const auto size = static_cast<std::size_t>(status.st_size);
    void* data = MAP_FAILED;
    if (isKnown && size > 0) {
        data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    const int reason = errno;
    ::close(file);
    if (data == MAP_FAILED) {
        return isKnown && size > 0
                   ? failure(path, reason)
                   : Error{
                       .kind = ErrorKind::DataLoss, .message = "'" + path.string() + "' is empty"};
    }
    return std::make_shared<const Mapping>(static_cast<const std::byte*>(data), size);
}

}  // namespace vellum::server::index
