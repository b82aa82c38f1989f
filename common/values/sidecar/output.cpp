#include "common/values/sidecar/output.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace vellum::values::sidecar {

namespace {

int openAgain(const char* path, int flags)
{
    int file = -1;
    do {
        file = ::open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    } while (file < 0 && errno == EINTR);
    return file;
}

/// Whether what lies at \p path is a file of this user that begins with \p magic, or an empty one.
bool isOurs(const char* path, std::span<const char> magic)
{
    const int file = openAgain(path, O_RDONLY);
    if (file < 0) {
        return false;
    }
    struct stat status {};
    bool isOurs =
        ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
    std::array<char, 16> begin{};
    if (isOurs && status.st_size > 0) {
        const std::size_t wanted = std::min(magic.size(), begin.size());
        isOurs = ::pread(file, begin.data(), wanted, 0) == static_cast<ssize_t>(wanted)
                 && std::equal(magic.begin(), magic.end(), begin.begin());
    }
    ::close(file);
    return isOurs;
}

/// A write past the limit would end the program with a signal, so it is not tried.
bool isPastLimit(std::uint64_t end)
{
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < end;
}

/// Writes all of \p parts at \p offset: nearly always by one call.
int writeAll(int file, std::span<iovec> parts, std::uint64_t offset)
{
    while (!parts.empty()) {
        const ssize_t done = ::pwritev(
            file, parts.data(), static_cast<int>(parts.size()), static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return done < 0 ? errno : ENOSPC;
        }
        offset += static_cast<std::uint64_t>(done);
        auto left = static_cast<std::size_t>(done);
        while (!parts.empty() && left >= parts.front().iov_len) {
            left -= parts.front().iov_len;
            parts = parts.subspan(1);
        }
        if (!parts.empty()) {
            parts.front().iov_base = static_cast<std::byte*>(parts.front().iov_base) + left;
            parts.front().iov_len -= left;
        }
    }
    return 0;
}

iovec ioPart(std::span<const std::byte> bytes)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the interface wants it
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

}  // namespace

int Output::setPath(const char* path)
{
    std::size_t before = 0;
    if (path[0] != '/') {
        if (::getcwd(m_path.data(), m_path.size() - 1) == nullptr) {
            return errno == ERANGE ? ENAMETOOLONG : errno;
        }
        before = std::strlen(m_path.data());
        m_path[before++] = '/';
    }
    const std::size_t length = std::strlen(path);
    if (before + length >= m_path.size()) {
        return ENAMETOOLONG;
    }
    std::memcpy(m_path.data() + before, path, length + 1);
    return 0;
}

int Output::make(std::span<const char> magic, bool& isForeign)
{
    isForeign = false;
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL;
    int file = openAgain(m_path.data(), kFlags);
    if (file < 0 && errno == EEXIST) {
        isForeign = !isOurs(m_path.data(), magic);
        if (isForeign) {
            return EEXIST;
        }
        // Not emptied but removed: who reads the old one keeps it.
        if (::unlink(m_path.data()) != 0) {
            return errno;
        }
        file = openAgain(m_path.data(), kFlags);
    }
    if (file < 0) {
        return errno;
    }
    struct stat status {};
    int reason = ::fchmod(file, 0600) != 0 || ::fstat(file, &status) != 0 ? errno : 0;
    m_device = status.st_dev;
    m_inode = status.st_ino;
    m_size = 0;
    ::close(file);
    return reason;
}

int Output::reopen(int& file, bool& isReplaced) const
{
    isReplaced = false;
    file = openAgain(m_path.data(), O_WRONLY);
    if (file < 0) {
        isReplaced = errno == ENOENT || errno == ELOOP;
        return errno;
    }
    struct stat status {};
    // The number of a file that was removed is soon given to another: so its size must fit, too.
    if (::fstat(file, &status) == 0 && status.st_dev == m_device && status.st_ino == m_inode
        && static_cast<std::uint64_t>(status.st_size) == m_size) {
        return 0;
    }
    isReplaced = true;
    ::close(file);
    return ESTALE;
}

int Output::append(std::span<const std::span<const std::byte>> parts, bool& isReplaced)
{
    std::array<iovec, kMostParts> vectors{};
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        vectors[i] = ioPart(parts[i]);
        bytes += parts[i].size();
    }
    int file = -1;
    int reason = reopen(file, isReplaced);
    if (reason != 0) {
        return reason;
    }
    reason = isPastLimit(m_size + bytes)
                 ? EFBIG
                 : writeAll(file, std::span(vectors).first(parts.size()), m_size);
    if (reason == 0) {
        m_size += bytes;
    } else {
        // Best effort: half a chunk behind the last whole one is something readers know.
        (void)!::ftruncate(file, static_cast<off_t>(m_size));
    }
    ::close(file);
    return reason;
}

int Output::overwrite(std::uint64_t offset, std::span<const std::byte> bytes, bool& isReplaced)
{
    int file = -1;
    int reason = reopen(file, isReplaced);
    if (reason == 0) {
        std::array<iovec, 1> vectors{ioPart(bytes)};
        reason = writeAll(file, vectors, offset);
        ::close(file);
    }
    return reason;
}

}  // namespace vellum::values::sidecar
