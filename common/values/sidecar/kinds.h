#pragma once

#include <cstdint>

namespace vellum::values::sidecar {

/// The numbers that stand in a side-car for kinds of things.
///
/// Exact    A number keeps its meaning for ever; new kinds get new numbers. 0 says "not known" unless
///          written otherwise. A file may hold numbers that are not listed here (it may be damaged, or
///          of a later version): whoever reads must have an answer for them.

/// What a chunk holds. A record refers only to records of its own or of a lower number; only sites and
/// calling contexts refer to each other.
enum class ChunkType : std::uint32_t {
    String = 1,
    Setting = 2,
    Module = 3,
    Function = 4,
    Site = 5,
    CallingContext = 6,
    Object = 7,
    Operation = 8,
    Access = 9,
    Pattern = 10,
    TopValue = 11,
    SitePair = 12,
    Sketch = 13,
    Vertex = 14,
    Edge = 15,
    Duplicate = 16,
    Page = 17,
    Link = 18,
    Clock = 19,
    Loss = 20,
    Raw = 21,
    Footer = 22,
    Span = 23,
    PageRun = 24,
};
inline constexpr std::uint32_t kChunkTypes = 25;  ///< numbers below are known, 0 is none

enum class Endian : std::uint32_t { Little = 0x01020304 };

/// The clock of all times in the file, in nanoseconds (Counter: its own unit). It is the archive's clock.
enum class ClockId : std::uint32_t {
    Unknown = 0,
    Monotonic = 1,
    MonotonicRaw = 2,
    Realtime = 3,
    Counter = 4,
};

/// On which kind of processor a site or calling context lies.
enum class Processor : std::uint8_t { Unknown = 0, Cpu = 1, Gpu = 2 };

/// What kind of memory an object is.
enum class ObjectSpace : std::uint8_t {
    Unknown = 0,
    Heap = 1,     ///< host memory from an allocator
    Static = 2,   ///< a variable that lives as long as its module
    Stack = 3,    ///< one object per thread
    Mapped = 4,   ///< a file or anonymous pages, mapped by the program
    Pinned = 5,   ///< host memory registered with the device
    Managed = 6,  ///< moves between host and device
    Global = 7,   ///< device memory
    Array = 8,    ///< device memory behind a texture or surface
    Shared = 9,   ///< of a block of device threads
    Local = 10,   ///< of one device thread
    Constant = 11,
};

/// What an operation is.
enum class OperationKind : std::uint32_t {
    Unknown = 0,
    Allocate = 1,
    Free = 2,
    Copy = 3,
    Set = 4,
    Kernel = 5,
    Visit = 6,   ///< visits of one function by one thread on the CPU
    Window = 7,  ///< a stretch of CPU time that is no visit of one function
};

enum class AccessKind : std::uint8_t { Any = 0, Read = 1, Write = 2, Atomic = 3 };

/// How the bits of a value are read; its size is the unit beside it.
enum class ValueType : std::uint8_t {
    Unknown = 0,
    Signed = 1,
    Unsigned = 2,
    Float = 3,
    Pointer = 4,
};

/// Where the value type of a site comes from.
enum class TypeSource : std::uint8_t {
    Unknown = 0,
    Default = 1,      ///< nothing was known; the setting's default
    User = 2,         ///< told by the user or a framework, for the object
    Instruction = 3,  ///< read from the instructions around the access
    Source = 4,       ///< the source's own type
};

/// What was found about values. Of those up to ApproximatelySingle the lower number is the more
/// telling one; `badgeRank` in records.h has the whole order.
enum class PatternKind : std::uint16_t {
    Unknown = 0,
    // the values of one operation, object and kind of access
    SingleZero = 1,
    SingleValue = 2,
    Structured = 3,
    StructuredWithOutliers = 4,
    HeavyType = 5,
    InappropriateFloat = 6,
    Frequent = 7,
    ApproximatelySingle = 8,
    // values that were there before
    TemporalRedundancy = 16,
    SilentStore = 17,
    DeadStore = 18,
    ReloadAfterStore = 19,
    SpatialRedundancy = 20,
    LoadRedundancy = 21,
    // contents of whole objects
    RedundantValues = 32,
    DuplicateValues = 33,
    DuplicateConstant = 34,
    // lives of objects
    EarlyAllocation = 48,
    LateDeallocation = 49,
    TemporaryIdleness = 50,
    Unused = 51,
    Leaked = 52,
    OverAllocation = 53,
    WrittenNeverRead = 54,
};

/// What a vertex of the value-flow graph is: operations of one calling context, or a memory.
enum class VertexKind : std::uint32_t {
    Unknown = 0,
    Allocate = 1,
    Copy = 3,
    Set = 4,
    Kernel = 5,
    Visit = 6,
    Window = 7,
    HostMemory = 32,
    ManagedMemory = 33,
    SharedMemory = 34,
    LocalMemory = 35,
    ConstantMemory = 36,
};

enum class EdgeType : std::uint32_t { Unknown = 0, Write = 1, Read = 2, Sink = 3 };

enum class CallingContextKind : std::uint32_t {
    Unknown = 0,
    CpuFunction = 1,
    Launch = 2,
    GpuFunction = 3,
    Inlined = 4,
    Site = 5,
};

enum class DuplicateKind : std::uint32_t {
    Unknown = 0,
    Total = 1,     ///< both objects, all bytes
    Part = 2,      ///< one lies in the other
    Constant = 3,  ///< equal because each holds one value only
};

/// Who touched a page in a window; numbers rise with what it costs.
enum class PageClass : std::uint8_t {
    Unknown = 0,
    Private = 1,     ///< one processor
    ReadShared = 2,  ///< several, none of them wrote
    FalseShared = 3,
    TrueShared = 4,
};

/// What became of pages in a window of time. Of a page that is read and written the last that applies holds.
enum class PageState : std::uint8_t {
    Unknown = 0,    ///< written while it was looked at: nobody knows what has changed
    Read = 1,       ///< and not written
    First = 2,      ///< written for the first time: what was there before does not count
    Changed = 3,    ///< written, and some byte is another one now
    Unchanged = 4,  ///< written, and every byte is what it was
};

/// How an operation was found in the trace. The numbers are a scale.
enum class LinkQuality : std::uint32_t {
    Unmatched = 0,
    Function = 1,  ///< one result for all launches of the function in its context
    Shifted = 2,   ///< the same function at another ordinal
    Exact = 3,
};

enum class ClockPairKind : std::uint32_t { Unknown = 0, HostDevice = 1, HostTrace = 2 };

/// Why something is not in the file. Those marked (accesses) count accesses of an operation.
enum class LossKind : std::uint32_t {
    Unknown = 0,
    BufferFull = 1,          ///< (accesses) nobody took them in time
    SampledAway = 2,         ///< (accesses) left out on purpose
    UnknownObject = 3,       ///< (accesses) to no object that was known
    UndecodableSite = 4,     ///< (accesses) by an instruction that could not be read
    UnpatchedClass = 5,      ///< (accesses) by a class of instructions nobody looks at
    TableFull = 6,           ///< (accesses) no room left in a sketch's or analysis' table
    OverBudget = 7,          ///< records that were not written: the file is as large as it may be
    WriteFailed = 8,         ///< records that were not written: the system refused
    StringsFull = 9,         ///< strings beyond what the writer keeps
    SourceUnavailable = 10,  ///< a source could not be started; count is its error number
    OperationSkipped = 11,   ///< operations nobody looked at
};

/// Whether the losses of a kind count accesses: what is missing between an operation's accesses
/// and its ACCESS records.
[[nodiscard]] constexpr bool countsAccesses(LossKind kind)
{
    return kind >= LossKind::BufferFull && kind <= LossKind::TableFull;
}

}  // namespace vellum::values::sidecar
