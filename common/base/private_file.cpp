#include "common/base/private_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

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

PrivateFile::PrivateFile(std::filesystem::path file, std::string temporary, int descriptor)
    : m_file(std::move(file))
    , m_temporary(std::move(temporary))
    , m_descriptor(descriptor)
{
}

PrivateFile::PrivateFile(PrivateFile&& other) noexcept
    : m_file(std::move(other.m_file))
    , m_temporary(std::exchange(other.m_temporary, {}))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

PrivateFile::~PrivateFile()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
    if (!m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

Result<PrivateFile> PrivateFile::create(const std::filesystem::path& file)
{
    std::string temporary = file.string() + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) {
        return cannotWrite(file, errno);
    }
    return PrivateFile(file, std::move(temporary), descriptor);
}

Result<void> PrivateFile::write(std::string_view bytes)
{
    return writeAll(m_descriptor, bytes) ? Result<void>()
                                         : Result<void>(cannotWrite(m_file, errno));
}

Result<void> PrivateFile::keep()
{
    if (::fsync(m_descriptor) != 0 || ::close(std::exchange(m_descriptor, -1)) != 0
        || ::rename(m_temporary.c_str(), m_file.c_str()) != 0) {
        return cannotWrite(m_file, errno);
    }
    m_temporary.clear();
    return {};
}

Result<void> writePrivateFile(const std::filesystem::path& file, std::string_view text)
{
    auto created = PrivateFile::create(file);
    VELLUM_RETURN_IF_ERROR(created);
    VELLUM_RETURN_IF_ERROR(created.value().write(text));
    return created.value().keep();
}

}  // namespace vellum
