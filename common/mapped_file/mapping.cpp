#include "common/mapped_file/mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>
#include <system_error>

namespace vellum::mapped_file {

namespace {

Error failure(const std::filesystem::path& path, int reason)
{
    return {
        .kind = reason == ENOENT ? ErrorKind::NotFound : ErrorKind::Unavailable,
        .message =
            "cannot read '" + path.string() + "': " + std::generic_category().message(reason)};
}

/// A mapping as the handler of a fault sees it.
struct Watch {
    std::atomic<bool> isTaken{false};
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};  ///< 0: nothing is watched here
    std::atomic<bool> isLost{false};
};

constexpr std::size_t kWatches = 1024;
// A handler may use nothing but what lives as long as the process and needs no lock.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<Watch, kWatches> faultWatches;
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
struct sigaction handlerBefore {};

/// Puts zeros where \p address is and behind it to the mapping's end; whether it is in one of ours.
bool putZerosAt(std::uintptr_t address)
{
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    for (Watch& watch : faultWatches) {
        const std::uintptr_t end = watch.end.load(std::memory_order_acquire);
        if (address < watch.begin.load(std::memory_order_acquire) || address >= end) {
            continue;
        }
        const std::uintptr_t from = address / page * page;
        const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast,performance-no-int-to-ptr): an address of the fault
        auto* const place = reinterpret_cast<void*>(from);
        watch.isLost.store(true, std::memory_order_release);
        return ::mmap(place, end - from, PROT_READ, how, -1, 0) != MAP_FAILED;
    }
    return false;
}

void onFault(int /*signal*/, siginfo_t* information, void* /*context*/)
{
    const int kept = errno;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast,cppcoreguidelines-pro-type-union-access): as the system tells it
    const auto address = reinterpret_cast<std::uintptr_t>(information->si_addr);
    if (!putZerosAt(address)) {
        ::sigaction(SIGBUS, &handlerBefore, nullptr);  // the fault comes again, to it
    }
    errno = kept;
}

void handleFaults()
{
    static const bool kIsSet = [] {
        struct sigaction action {};
        action.sa_sigaction = onFault;  // NOLINT(cppcoreguidelines-pro-type-union-access)
        action.sa_flags = SA_SIGINFO;
        return ::sigaction(SIGBUS, &action, &handlerBefore) == 0;
    }();
    static_cast<void>(kIsSet);
}

/// A free watch, or kWatches.
std::size_t takeWatch(const std::byte* data, std::size_t size)
{
    handleFaults();
    for (std::size_t i = 0; i < kWatches; ++i) {
        Watch& watch = faultWatches[i];
        if (!watch.isTaken.exchange(true, std::memory_order_acq_rel)) {
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): to compare it with a fault's
            const auto begin = reinterpret_cast<std::uintptr_t>(data);
            watch.isLost.store(false, std::memory_order_relaxed);
            watch.begin.store(begin, std::memory_order_relaxed);
            watch.end.store(begin + size, std::memory_order_release);
            return i;
        }
    }
    return kWatches;
}

}  // namespace

Mapping::Mapping(const std::byte* data, std::size_t size)
    : m_bytes(data, size)
    , m_watch(takeWatch(data, size))
    , m_end(checksumOfEnd())
{
}

std::uint64_t Mapping::checksumOfEnd() const
{
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t before = m_bytes.empty() ? 0 : (m_bytes.size() - 1) / page * page;
    const auto end = m_bytes.subspan(before);
    return XXH3_64bits(end.data(), end.size());
}

bool Mapping::isLost() const
{
    if (checksumOfEnd() != m_end) {
        return true;
    }
    return m_watch < kWatches && faultWatches[m_watch].isLost.load(std::memory_order_acquire);
}

Mapping::~Mapping()
{
    if (m_watch < kWatches) {
        faultWatches[m_watch].end.store(0, std::memory_order_release);
        faultWatches[m_watch].isTaken.store(false, std::memory_order_release);
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the interface wants it
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

Result<std::shared_ptr<const Mapping>> Mapping::open(const std::filesystem::path& path)
{
    // Of a pipe without O_NONBLOCK, somebody who writes would be waited for.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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
    if (data == MAP_FAILED && isKnown && size > 0) {
        return failure(path, reason);
    }
    if (data == MAP_FAILED) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = "'" + path.string() + (isKnown ? "' is empty" : "' is no file")};
    }
    return std::make_shared<const Mapping>(static_cast<const std::byte*>(data), size);
}

}  // namespace vellum::mapped_file
