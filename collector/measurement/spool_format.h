#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::measurement {

/// What a recorded process leaves behind for the writer: plain files that are complete after every
/// stored record, so that a process may end in any way, SIGKILL included.
///
/// Layout   SPOOL/p<pid>-<n>/ is one program image: `process` is a ProcessHeader, `modules` and
///          `regions` are text, one line each, `t<index>` is one thread: a LocationHeader, then from
///          kHeaderBytes on the words of record_words.h up to the first that is 0 (the file's space is
///          reserved ahead and reads as zeros). `functions` are their addresses by number.
/// leftout  Functions that are no longer recorded; left_out.h says how they lie. Only where that was asked for.
/// modules  `tick base begin end path\n`, numbers hexadecimal; `base` is what the loader added to the
///          addresses of the file `path`, [begin, end) where it lies in memory since `tick`.
/// regions  `handle line\tname\tfile\n` of regions that the program defined itself.
/// openmp   What collector/sources/openmp/constructs.h says of kRuntimeFile.
/// mpi      What collector/sources/mpi/functions.h says of kMpiFile.
/// s<index> Samples of the thread, if any; collector/sources/sampling/sample_format.h says how they lie.
/// nvtx     Names of ranges, a line each, then a tab and the text: `r number domain category color`,
///          `d domain`, `c domain category`, `t thread`; numbers decimal.
/// Units    Ticks of the clock named in the header, never 0.
/// Threads  One writer per record stream.
inline constexpr std::uint64_t kSpoolMagic = 0x31'4c4f'4f50'534c'56;
inline constexpr std::size_t kHeaderBytes = 65536;

inline constexpr const char* kFunctionFile = "functions";
inline constexpr const char* kNvtxFile = "nvtx";
/// In SPOOL itself: sentences of what could not be recorded, a line each.
inline constexpr const char* kUnavailableFile = "unavailable";

enum class EventKind : std::uint16_t {
    None = 0,
    FunctionEnter = 1,  ///< subject: the function's address
    FunctionLeave = 2,  ///< subject: the function's address
    ApiEnter = 3,       ///< subject: an ApiRegion
    ApiLeave = 4,       ///< subject: an ApiRegion
    UserEnter = 5,      ///< subject: a handle of the file `regions`
    UserLeave = 6,      ///< subject: a handle of the file `regions`
    Catch = 7,      ///< an exception has arrived in the frame `frame`: what lay below it is gone
    CudaEnter = 8,  ///< subject: cudaSubject(); the frame's place holds the correlation
    CudaLeave = 9,  ///< subject: cudaSubject()
    /// A call inside of the one with the correlation `subject` has that in `frame`.
    CudaInner = 10,
    RangePush = 11,   ///< NVTX; subject: a number of the file `nvtx`
    RangePop = 12,    ///< subject: a domain; ends the thread's innermost range of it
    RangeStart = 13,  ///< subject: as of RangePush; the frame's place holds the range's own number
    RangeEnd = 14,    ///< of the range whose number the frame's place holds, by any thread
    RangeMark = 15,   ///< subject: as of RangePush
    RangePayload = 16,  ///< of the range event after it; subject: NVTX's type, frame: the bits
    // Of MPI; collector/sources/mpi/functions.h has the numbers.
    MpiEnter = 17,  ///< subject: a Function
    MpiLeave = 18,  ///< subject: a Function
    /// Of the MPI event after it. Of a message: subject its bytes, frame mpiPartner(). Of a collective operation's end:
    /// subject the bytes sent, frame those received.
    MpiOperand = 19,
    MpiSend = 20,             ///< subject of this and of all that follow: the communicator's number
    MpiReceive = 21,          ///< it has arrived
    MpiIsend = 22,            ///< frame: the request's number, unique in the process
    MpiIsendComplete = 23,    ///< frame: the request
    MpiIreceiveRequest = 24,  ///< frame: the request
    MpiIreceive = 25,         ///< it has arrived; frame: the request
    MpiRequestCancelled = 26,  ///< frame: the request
    MpiCollectiveBegin = 27,
    MpiCollectiveEnd = 28,      ///< frame: mpiOperation()
    MpiCollectiveRequest = 29,  ///< frame: the request
    MpiCollectiveComplete =
        30,           ///< of the MpiRequest before it; operand and frame as of MpiCollectiveEnd
    MpiRequest = 31,  ///< subject: the request of the MPI event after it
    /// A counter of the program's, through NVTX. subject: counterSubject(); frame: the value's bits.
    RangeCounter = 32,
    // Of input and output; collector/sources/io/functions.h has the packing.
    IoEnter = 40,  ///< subject: a Call; frame: the bytes asked for, of a seek its offset
    IoLeave = 41,  ///< subject: a Call; frame: the bytes done, of a seek the place
    IoAlso = 42,   ///< the call copies to this handle; subject: the handle, frame: the bytes
    IoText = 43,   ///< a piece of the text of the event after it
    IoHandle =
        44,  ///< subject: a HandleInfo; frame: the handle beneath it, 32 bits, and open's flags
    IoDuplicate = 45,  ///< subject: a handle; frame: that of its copy, 32 bits, and open's flags
    IoDestroy = 46,    ///< subject: the handle
    IoDelete = 47,     ///< subject: a Paradigm; the file's name is in the texts before it
    // Of the heap; collector/sources/memory/functions.h has the numbers.
    AllocationEnter = 48,  ///< subject: a Function; frame: the bytes of a large block
    AllocationLeave = 49,  ///< subject: a Function
    // Of OpenMP; collector/sources/openmp/constructs.h has the packing.
    OmpEnter = 64,          ///< subject: a Construct; frame: its place
    OmpLeave = 65,          ///< subject: a Construct
    OmpParallelBegin = 66,  ///< subject: the parallel region; frame: threads asked for
    OmpParallelEnd = 67,    ///< subject: the parallel region
    OmpTeamBegin = 68,      ///< subject: the parallel region; frame: teamMember()
    OmpTeamEnd = 69,
    OmpTaskCreate = 70,  ///< subject of this and of all that follow: the task; frame: its place
    OmpTaskBegin = 71,   ///< it runs from here on, or goes on; frame: its place
    OmpTaskPause = 72,   ///< it will go on later; frame: the task that goes on now
    OmpTaskEnd = 73,     ///< frame: the task that goes on now
    OmpTaskDrop = 74,    ///< it was cancelled before it ran
    OmpLock = 75,        ///< subject: the lock's address; frame: the acquisition's number, in order
    OmpUnlock = 76,      ///< subject: the lock's address
    // Of one-sided communication of MPI; collector/sources/mpi/functions.h has the numbers. The subject is the window's number.
    RmaWindowCreate = 80,
    RmaWindowDestroy = 81,
    RmaCollectiveBegin = 82,
    RmaCollectiveEnd = 83,   ///< frame: a WindowCall
    RmaPut = 84,             ///< frame: the operation's number; operand: bytes, mpiPartner()
    RmaGet = 85,             ///< the same
    RmaTarget = 86,          ///< of the RmaAtomic after it; subject: the rank, frame: an Atomic
    RmaAtomic = 87,          ///< frame: the operation's number; operand: bytes sent, received
    RmaComplete = 88,        ///< here; frame: the operation's number
    RmaCompleteRemote = 89,  ///< at the target; frame: the operation's number
    RmaLockRequest = 90,     ///< frame: rank, 32 bits, and 1 where it is shared
    RmaLock = 91,            ///< the same
    RmaUnlock = 92,          ///< the same
    RmaGroupSync = 93,  ///< frame: a group's number, 32 bits, and 1 where memory is synchronised
    RmaSync = 94,       ///< of memory; frame: the rank
    // Of files of MPI; collector/sources/mpi/functions.h has the numbers. The subject is the file's number.
    MpiFileOpen = 95,
    MpiFileClose = 96,
    MpiFileBegin = 97,   ///< frame: the operation's number; operand: bytes asked for, a FileAccess
    MpiFileIssued = 98,  ///< it goes on by itself; frame: the operation's number
    MpiFileEnd = 99,     ///< frame: the operation's number; operand: bytes done
    MpiFileSeek = 100,   ///< frame: the offset; operand: as lseek's whence, the place or UINT64_MAX
    MpiFileDelete = 101,  ///< subject: a number of a `deleted` line
    // Of the collector itself.
    /// The first record of a window, where windows are given up again (window_ring.h). subject: how many records after it tell
    /// regions that were open, as their enters; frame: the window's bytes.
    WindowBegin = 128,
};

/// Regions that the collector itself names.
enum class ApiRegion : std::uint16_t {
    BufferFlush = 0,
    ThreadCreate = 1,
    ThreadJoin = 2,
    BarrierWait = 3,
    BufferGrowth = 4,
    SourceStart = 5,  ///< a source takes the program's time to begin
    MutexLock = 6,
    MutexTimedLock = 7,
    MutexClockLock = 8,
    ReadLock = 9,
    ReadTimedLock = 10,
    ReadClockLock = 11,
    WriteLock = 12,
    WriteTimedLock = 13,
    WriteClockLock = 14,
    ConditionWait = 15,
    ConditionTimedWait = 16,
    ConditionClockWait = 17,
    SemaphoreWait = 18,
    SemaphoreTimedWait = 19,
    SemaphoreClockWait = 20,
    PageComparison = 21,  ///< pages that were written are looked at; the thread waits for it
};

/// An event as it is read; record_words.h says how it lies in the file.
struct EventRecord {
    std::uint64_t tick = 0;
    std::uint64_t subject = 0;  ///< EventKind in the upper 16 bits
    /// Stack pointer of the caller when it called the hook; 0 unknown, as of leaves of functions.
    std::uint64_t frame = 0;
};

inline constexpr unsigned kKindShift = 48;

[[nodiscard]] constexpr std::uint64_t packSubject(EventKind kind, std::uint64_t subject)
{
    return (static_cast<std::uint64_t>(kind) << kKindShift)
           | (subject & ((std::uint64_t{1} << kKindShift) - 1));
}
[[nodiscard]] constexpr EventKind kindOf(const EventRecord& record)
{
    return static_cast<EventKind>(record.subject >> kKindShift);
}
[[nodiscard]] constexpr std::uint64_t subjectOf(const EventRecord& record)
{
    return record.subject & ((std::uint64_t{1} << kKindShift) - 1);
}

/// A function of CUDA's interfaces, by CUPTI's numbers.
[[nodiscard]] constexpr std::uint64_t cudaSubject(std::uint32_t domain, std::uint32_t function)
{
    return std::uint64_t{domain} << 32U | function;
}

/// A counter by the number of its name in the file `nvtx`, and whether its values are doubles, else signed integers.
[[nodiscard]] constexpr std::uint64_t counterSubject(std::uint32_t name, bool isReal)
{
    return std::uint64_t{isReal ? 1U : 0U} << 32U | name;
}

/// Who a message goes to or comes from, a rank of the communicator, and its tag.
[[nodiscard]] constexpr std::uint64_t mpiPartner(std::uint32_t rank, std::uint32_t tag)
{
    return std::uint64_t{rank} << 32U | tag;
}

/// Which collective operation, and the rank of its root.
[[nodiscard]] constexpr std::uint64_t mpiOperation(std::uint32_t operation, std::uint32_t root)
{
    return std::uint64_t{operation} << 32U | root;
}

/// Skewed is for tests: another clock than that of the machine, see clock.h.
enum class ClockKind : std::uint32_t { Monotonic = 0, Tsc = 1, Skewed = 2 };

/// Where a forked process came from: the state of the thread that called fork.
struct ForkOrigin {
    char directory[64] = {};        ///< of the parent, below SPOOL; empty: not forked
    std::uint32_t location = 0;     ///< the forking thread's file in the parent
    std::uint32_t hasLocation = 0;  ///< 0: the forking thread had recorded nothing
    std::uint64_t wordCount = 0;    ///< words in that file at the fork
};

struct ProcessHeader {
    std::uint64_t magic = kSpoolMagic;
    std::uint32_t pid = 0;
    ClockKind clock = ClockKind::Monotonic;
    std::uint64_t startTick = 0;
    std::uint64_t endTick = 0;     ///< 0: the process ended without passing through exit
    std::uint32_t spoolError = 0;  ///< errno of the first failure to store, 0 none
    std::uint32_t padding = 0;
    ForkOrigin origin;
    char executable[4096] = {};
    char commandLine[4096] = {};  ///< its words with spaces between them; what is longer is cut
};

struct LocationHeader {
    std::uint64_t magic = kSpoolMagic;
    std::uint32_t index = 0;
    std::uint32_t threadId = 0;
    std::uint64_t startTick = 0;
    std::uint64_t endTick = 0;     ///< 0: the thread did not end by itself
    std::uint64_t lostEvents = 0;  ///< no space to store them
    std::uint64_t stackLow = 0;  ///< [stackLow, stackHigh): the thread's own stack; equal: unknown
    std::uint64_t stackHigh = 0;
    std::uint64_t firstWindow = 0;  ///< where reading begins; 0: at kHeaderBytes
    char name[16] = {};             ///< as given by the program; empty: none
};
static_assert(sizeof(ProcessHeader) <= kHeaderBytes && sizeof(LocationHeader) <= 4096);

/// How often counters are read where nobody says it.
inline constexpr std::uint64_t kDefaultCounterPeriodMs = 100;
inline constexpr std::uint64_t kDefaultMemoryPeriodMs = 10;

/// The environment by which the launcher tells the collector what to do.
inline constexpr const char* kEnvSpool = "VELLUM_SPOOL";             ///< absolute path of SPOOL
inline constexpr const char* kEnvTargetPid = "VELLUM_TARGET_PID";    ///< the process to record
inline constexpr const char* kEnvFollowFork = "VELLUM_FOLLOW_FORK";  ///< "1": its children too
inline constexpr const char* kEnvBuffer = "VELLUM_BUFFER";           ///< bytes per thread
inline constexpr const char* kEnvAutoFilter = "VELLUM_AUTO_FILTER";  ///< "VISITS,NANOSECONDS"
inline constexpr const char* kEnvMaxSize = "VELLUM_MAX_SIZE";        ///< bytes of archive
inline constexpr const char* kEnvLast = "VELLUM_LAST";               ///< nanoseconds
inline constexpr const char* kEnvClock = "VELLUM_CLOCK";             ///< "tsc" or "monotonic"
inline constexpr const char* kEnvClockSkew = "VELLUM_CLOCK_SKEW";    ///< tests: "NS,PPM"
inline constexpr const char* kEnvCounters = "VELLUM_COUNTERS";       ///< milliseconds
inline constexpr const char* kEnvSources = "VELLUM_SOURCES";         ///< names with commas
inline constexpr const char* kEnvPython = "VELLUM_PYTHON";           ///< path of program_start.py
inline constexpr const char* kEnvAnnotate = "VELLUM_ANNOTATE";       ///< "module:function,..."
inline constexpr const char* kEnvSampling = "VELLUM_SAMPLING";       ///< samples per second; 0 none
inline constexpr const char* kEnvOffCpu = "VELLUM_OFF_CPU";          ///< looks per second; 0 none
inline constexpr const char* kEnvSamplingClock =
    "VELLUM_SAMPLING_CLOCK";  ///< tests: see interrupts.h

}  // namespace vellum::collector::measurement
