#include "collector/values/pages/page_watch.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace vellum::collector::values {

namespace {

// Younger than the headers that we are compiled with. linux/userfaultfd.h of Linux 6.7 has them.
constexpr unsigned kUserModeOnly = 1;
constexpr std::uint64_t kFeatureUnpopulated = std::uint64_t{1} << 13U;
constexpr std::uint64_t kFeatureAsynchronous = std::uint64_t{1} << 15U;
/// A high number: programs count on low ones being free, and close all they do not know.
constexpr int kLeastDescriptor = 900;

/// Keeps the program's errno.
class KeepErrno {
public:
    KeepErrno() = default;
    ~KeepErrno() { errno = m_error; }
    KeepErrno(const KeepErrno&) = delete;
    KeepErrno& operator=(const KeepErrno&) = delete;

private:
    int m_error = errno;
};

int moveUp(int file)
{
    const int moved = ::fcntl(file, F_DUPFD_CLOEXEC, kLeastDescriptor);
    if (moved < 0) {
        return file;
    }
    ::close(file);
    return moved;
}

/// A page that was just written is dirty, where the kernel counts that.
bool hasSoftDirty()
{
    constexpr std::uint64_t kPage = 4096;
    constexpr unsigned kSoftDirtyBit = 55;
    void* const page =
        ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        return false;
    }
    *static_cast<volatile char*>(page) = 1;
    std::uint64_t entry = 0;
    const int file = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        const auto place = reinterpret_cast<std::uint64_t>(page) / kPage * sizeof entry;
        if (::pread(file, &entry, sizeof entry, static_cast<off_t>(place)) != sizeof entry) {
            entry = 0;
        }
        ::close(file);
    }
    ::munmap(page, kPage);
    return (entry >> kSoftDirtyBit & 1U) != 0;
}

}  // namespace

PageMechanism PageWatch::start()
{
    const KeepErrno keep;
    m_mechanism = PageMechanism::None;
    m_file = -1;
    if (startUserfaultfd()) {
        m_mechanism = PageMechanism::Userfaultfd;
    } else if (hasSoftDirty()) {
        m_mechanism = PageMechanism::SoftDirty;
    }
    return m_mechanism;
}

bool PageWatch::startUserfaultfd()
{
    const auto file =
        static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly));
    if (file < 0) {
        m_error = errno;
        return false;
    }
    uffdio_api api{};
    api.api = UFFD_API;
    api.features = kFeatureUnpopulated | kFeatureAsynchronous;
    if (::ioctl(file, UFFDIO_API, &api) != 0) {
        m_error = errno;
        ::close(file);
        return false;
    }
    m_file = moveUp(file);
    return true;
}

int PageWatch::watch(std::uint64_t begin, std::uint64_t end) const
{
    const KeepErrno keep;
    if (m_mechanism != PageMechanism::Userfaultfd) {
        return 0;
    }
    uffdio_register region{};
    region.range = {.start = begin, .len = end - begin};
    region.mode = UFFDIO_REGISTER_MODE_WP;
    if (::ioctl(m_file, UFFDIO_REGISTER, &region) != 0) {
        return errno;
    }
    uffdio_writeprotect protect{};
    protect.range = region.range;
    protect.mode = UFFDIO_WRITEPROTECT_MODE_WP;
    if (::ioctl(m_file, UFFDIO_WRITEPROTECT, &protect) != 0) {
        const int error = errno;
        unwatch(begin, end);
        return error;
    }
    return 0;
}

void PageWatch::unwatch(std::uint64_t begin, std::uint64_t end) const
{
    const KeepErrno keep;
    if (m_mechanism == PageMechanism::Userfaultfd) {
        uffdio_range range{.start = begin, .len = end - begin};
        (void)::ioctl(m_file, UFFDIO_UNREGISTER, &range);
    }
}

}  // namespace vellum::collector::values
