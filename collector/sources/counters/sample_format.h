#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::counters {

/// What a value says of the time it belongs to.
enum class Meaning : std::uint8_t {
    SinceStart,  ///< adds up from the process's start
    SinceFirst,  ///< adds up from long before: what it was at the first sample is taken off
    Now,         ///< at the moment of the sample
    Between      ///< of the time since the sample before
};

/// What is counted of a process.
enum class Counter : std::uint8_t {
    UserTime,
    SystemTime,
    VoluntarySwitches,
    InvoluntarySwitches,
    MinorFaults,
    MajorFaults,
    ResidentBytes,
    Threads,
    ReadBytes,
    WrittenBytes,
    DiskReadBytes,
    DiskWrittenBytes,
    NetworkReceived,
    NetworkSent,
    HeapBytes,  ///< this and the three that follow: as vellum_collector_heap() has them
    HeapPeak,
    Allocations,
    AllocatedBytes,
};

/// A counter's change a second, which is written beside it.
struct RateInfo {
    const char* name = nullptr;  ///< null: it is not
    const char* unit = nullptr;
    double divisor = 1;  ///< how much of the counter a second is 1 of the unit
};

struct CounterInfo {
    const char* name = nullptr;
    const char* unit = nullptr;
    Meaning meaning = Meaning::SinceStart;
    RateInfo rate = {};
};

/// By number. 100 % are all the time of one processor.
inline constexpr auto kCounters = std::to_array<CounterInfo>({
    {"CPU time in user mode", "ns", Meaning::SinceStart, {"CPU use in user mode", "%", 1e7}},
    {"CPU time in the kernel", "ns", Meaning::SinceStart, {"CPU use in the kernel", "%", 1e7}},
    {"context switches, voluntary", "#"},
    {"context switches, involuntary", "#"},
    {"page faults, minor", "#", Meaning::SinceStart, {"page fault rate", "#/s"}},
    {"page faults, major", "#"},
    {"resident memory", "bytes", Meaning::Now},
    {"threads", "#", Meaning::Now},
    {"bytes read", "bytes", Meaning::SinceStart, {"read rate", "bytes/s"}},
    {"bytes written", "bytes", Meaning::SinceStart, {"write rate", "bytes/s"}},
    {"bytes read from disks", "bytes"},
    {"bytes written to disks", "bytes"},
    {"bytes received by the machine",
     "bytes",
     Meaning::SinceFirst,
     {"network receive rate", "bytes/s"}},
    {"bytes sent by the machine", "bytes", Meaning::SinceFirst, {"network send rate", "bytes/s"}},
    {"heap in use", "bytes", Meaning::Now},
    {"heap peak", "bytes", Meaning::Between},
    {"allocations", "#", Meaning::SinceStart, {"allocation rate", "#/s"}},
    {"bytes allocated", "bytes", Meaning::SinceStart, {"allocated bytes rate", "bytes/s"}},
});

inline constexpr std::size_t kMostCounters = 31;
static_assert(kCounters.size() <= kMostCounters);

/// A counter that the system does not tell.
inline constexpr std::uint64_t kNotCounted = UINT64_MAX;

/// A record of the file kSampleFile of a process. Its space is reserved ahead and reads as zeros: a tick of 0 is the end.
///
/// Threads  The tick is stored last: whoever meets it finds the rest.
struct Sample {
    std::array<std::uint64_t, kMostCounters> values = {};  ///< by Counter
    std::uint64_t tick = 0;
};
static_assert(sizeof(Sample) == 256);

inline constexpr const char* kSampleFile = "counters";

}  // namespace vellum::collector::counters
