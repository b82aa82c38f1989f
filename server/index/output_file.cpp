#include "server/index/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::server::index {

OutputFile::OutputFile(std::filesystem::path path)
    : m_path(std::move(path))
    , m_file(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR))
    , m_reason(m_file < 0 ? errno : 0)
{
}

OutputFile::~OutputFile()
{
    if (m_file >= 0) {
        ::close(m_file);
    }
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    m_written += bytes.size();
    while (m_reason == 0 && !bytes.empty()) {
        const ssize_t count = ::write(m_file, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            m_reason = errno;
        }
    }
}

void OutputFile::pad(std::size_t alignment)
{
    static constexpr std::array<std::byte, kMostPadding> kZeros{};
    write(std::span(kZeros).first((alignment - m_written % alignment) % alignment));
}

void OutputFile::writeAt(std::uint64_t place, std::span<const std::byte> bytes)
{
    if (m_reason == 0
        && ::pwrite(m_file, bytes.data(), bytes.size(), static_cast<off_t>(place))
               != static_cast<ssize_t>(bytes.size())) {
        m_reason = errno == 0 ? EIO : errno;
    }
}

Result<void> OutputFile::finish()
{
    if (m_reason == 0 && ::fsync(m_file) != 0) {
        m_reason = errno;
    }
    if (m_reason == 0 && ::close(std::exchange(m_file, -1)) != 0) {
        m_reason = errno;
    }
    if (m_reason == 0) {
        return {};
    }
    return Error{
        .kind = ErrorKind::Unavailable,
        .message =
            "cannot write '" + m_path.string() + "': " + std::generic_category().message(m_reason)};
}

}  // namespace vellum::server::index
