#include "collector/values/analysis/page_reader.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace vellum::collector::values {

namespace {

using ::vellum::values::Interval;

// Of linux/fs.h of Linux 6.7, which is younger than the headers that we are compiled with.
struct PageRegion {
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t categories;
};
struct ScanArguments {
    std::uint64_t size;
    std::uint64_t flags;
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t walkEnd;
    std::uint64_t regions;
    std::uint64_t regionCount;
    std::uint64_t maxPages;
    std::uint64_t categoryInverted;
    std::uint64_t categoryMask;
    std::uint64_t categoryAnyMask;
    std::uint64_t returnMask;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArguments);
constexpr std::uint64_t kProtectMatching = 1;
/// The scan fails where nobody watches (any more).
constexpr std::uint64_t kCheckAsynchronous = 2;
constexpr std::uint64_t kIsWritten = 2;

constexpr std::uint64_t kSoftDirtyBit = std::uint64_t{1} << 55U;
constexpr std::uint64_t kThereBits = std::uint64_t{3} << 62U;  ///< in memory or swapped out

/// Adds an interval that begins where the last ends, or behind it.
void append(std::vector<Interval>& intervals, Interval interval)
{
    if (!intervals.empty() && intervals.back().end == interval.begin) {
        intervals.back().end = interval.end;
    } else {
        intervals.push_back(interval);
    }
}

std::string fileOf(pid_t process, const char* name)
{
    return "/proc/" + std::to_string(process) + "/" + name;
}

}  // namespace

PageReader::PageReader(pid_t process, PageMechanism mechanism)
    : m_process(process)
    , m_mechanism(mechanism)
    , m_pagemap(::open(fileOf(process, "pagemap").c_str(), O_RDONLY | O_CLOEXEC))
    , m_failure(m_pagemap < 0 ? errno : 0)
{
}

PageReader::~PageReader()
{
    if (m_pagemap >= 0) {
        ::close(m_pagemap);
    }
}

std::vector<Interval> PageReader::take(Interval range)
{
    return m_mechanism == PageMechanism::SoftDirty ? readSoftDirty(range) : scan(range, true);
}

std::vector<Interval> PageReader::peek(Interval range)
{
    return m_mechanism == PageMechanism::SoftDirty ? readSoftDirty(range) : scan(range, false);
}

std::vector<Interval> PageReader::scan(Interval range, bool isTaking)
{
    constexpr std::size_t kRegions = 512;
    std::array<PageRegion, kRegions> regions{};
    std::vector<Interval> written;
    while (m_pagemap >= 0 && range.begin < range.end) {
        ScanArguments scan{};
        scan.size = sizeof scan;
        scan.flags = kCheckAsynchronous | (isTaking ? kProtectMatching : 0);
        scan.start = range.begin;
        scan.end = range.end;
        scan.regions = reinterpret_cast<std::uint64_t>(regions.data());
        scan.regionCount = kRegions;
        scan.categoryMask = kIsWritten;
        scan.returnMask = kIsWritten;
        const int count = ::ioctl(m_pagemap, kPagemapScan, &scan);
        if (count < 0) {
            m_failure = errno;
            break;
        }
        for (int i = 0; i < count; ++i) {
            append(
                written,
                {.begin = regions[static_cast<std::size_t>(i)].start,
                 .end = regions[static_cast<std::size_t>(i)].end});
        }
        if (scan.walkEnd <= range.begin) {
            break;
        }
        range.begin = scan.walkEnd;
    }
    return written;
}

std::vector<Interval> PageReader::readSoftDirty(Interval range)
{
    constexpr std::size_t kEntries = 512;
    std::array<std::uint64_t, kEntries> entries{};
    std::vector<Interval> written;
    for (std::uint64_t page = range.begin / kPage; page < range.end / kPage;) {
        const auto wanted = std::min<std::uint64_t>(kEntries, range.end / kPage - page);
        const ssize_t got = ::pread(
            m_pagemap,
            entries.data(),
            wanted * sizeof entries[0],
            static_cast<off_t>(page * sizeof entries[0]));
        if (got <= 0) {
            m_failure = got < 0 ? errno : ESRCH;
            break;
        }
        const auto count = static_cast<std::uint64_t>(got) / sizeof entries[0];
        for (std::uint64_t i = 0; i < count; ++i) {
            // Memory that is new counts as dirty, though nobody may have written to it.
            if ((entries[i] & kSoftDirtyBit) != 0 && (entries[i] & kThereBits) != 0) {
                append(written, {.begin = (page + i) * kPage, .end = (page + i + 1) * kPage});
            }
        }
        page += count;
    }
    return written;
}

void PageReader::endTaking()
{
    if (m_mechanism != PageMechanism::SoftDirty) {
        return;
    }
    const int file = ::open(fileOf(m_process, "clear_refs").c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0 || ::write(file, "4", 1) != 1) {
        m_failure = errno;
    }
    if (file >= 0) {
        ::close(file);
    }
}

bool PageReader::read(std::uint64_t address, std::span<std::byte> bytes) const
{
    const iovec local{.iov_base = bytes.data(), .iov_len = bytes.size()};
    // An address of another process. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const iovec remote{.iov_base = reinterpret_cast<void*>(address), .iov_len = bytes.size()};
    return ::process_vm_readv(m_process, &local, 1, &remote, 1, 0)
           == static_cast<ssize_t>(bytes.size());
}

}  // namespace vellum::collector::values
