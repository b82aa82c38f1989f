#pragma once

#include "collector/sources/mpi/functions.h"
#include "collector/sources/openmp/constructs.h"
#include "collector/writer/clock_map.h"
#include "collector/writer/io_definitions.h"
#include "collector/writer/mpi_spool.h"
#include "common/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::writer {

/// An OTF2 archive being written: events location by location, then the definitions.
///
/// Units    Ticks of the clock that setClock() was told of.
/// Errors   The first failure of the library is kept; finish() tells it, everything after it is skipped.
/// Threads  Owner thread; one archive at a time per process, since OTF2 reports errors globally.
class Otf2Archive {
public:
    using StringRef = std::uint32_t;
    using RegionRef = std::uint32_t;
    using LocationRef = std::uint64_t;
    using AttributeRef = std::uint32_t;
    using MetricRef = std::uint32_t;
    using GroupRef = std::uint32_t;
    using CommunicatorRef = std::uint32_t;
    using WindowRef = std::uint32_t;
    using ContextRef = std::uint32_t;
    using GeneratorRef = std::uint32_t;

    enum class RegionKind {
        Function,  ///< compiled in by the compiler
        User,      ///< defined by the program
        PythonFunction,
        Sampled,       ///< met by samples alone
        CutStack,      ///< around samples whose outer functions are not known
        OffCpu,        ///< within samples of threads that wait
        Flush,         ///< the measurement's own
        ThreadCreate,  ///< calls of the thread library…
        ThreadWait,
        ThreadLock,  ///< also conditions and semaphores
        Barrier,
        Range,      ///< set by the program through NVTX
        DeviceApi,  ///< calls of the library that gives a device work
        DeviceKernel,
        DeviceCopy,  ///< also of managed memory, and sets
        DeviceWait,
        DeviceEvent,     ///< faults, compilation: what a device's driver does
        DeviceOverhead,  ///< the tracing's own time
        MpiOther,        ///< functions of MPI
        MpiPointToPoint,
        MpiBarrier,
        MpiOneToAll,
        MpiAllToOne,
        MpiAllToAll,
        MpiCollective,
        MpiOneSided,
        MpiFile,
        MpiFileMetadata,
        FileIo,  ///< functions that read and write files
        FileMetadata,
        Allocate,  ///< functions of the heap
        Reallocate,
        Deallocate,
        OpenMp,  ///< of Region::construct
    };

    enum class GroupKind { Process, Accelerator };
    enum class LocationKind { Thread, Stream, Metric, Other };

    /// What a metric's value says of the time about its sample, as OTF2 has it.
    enum class MetricMode { AbsoluteNext, AbsolutePoint, AbsoluteLast, AccumulatedStart };

    struct MetricMember {
        std::string name;
        std::string unit;
        MetricMode mode = MetricMode::AbsoluteNext;

        friend bool operator==(const MetricMember&, const MetricMember&) = default;
    };

    enum class AttributeType { UInt, Int, Real, Text };

    /// What an event carries beside its members.
    struct Attribute {
        AttributeRef name = 0;    ///< of attribute(), which has its type
        std::uint64_t value = 0;  ///< the bits; of a text its reference
    };

    /// Something that happened at one moment of a location.
    struct Mark {
        std::uint64_t tick = 0;
        LocationRef location = 0;
        std::string group = "NVTX";
        std::string category;
        std::string text;
    };

    /// What MPI sends. Ranks are those of the communicator.
    struct Message {
        CommunicatorRef communicator = 0;
        std::uint32_t partner = 0;
        std::uint32_t tag = 0;
        std::uint64_t bytes = 0;
    };

    /// The end of a collective operation of MPI.
    struct Collective {
        std::uint8_t operation = 0;  ///< as OTF2 numbers them
        CommunicatorRef communicator = 0;
        std::uint32_t root = UINT32_MAX;  ///< none
        std::uint64_t sentBytes = 0;
        std::uint64_t receivedBytes = 0;
    };

    struct Communicator {
        std::string name;
        std::vector<std::uint64_t> members;  ///< ranks of MPI_COMM_WORLD; of MPI_COMM_SELF none
        std::optional<CommunicatorRef> parent;
        bool isSelf = false;
        /// Its Cartesian topology, the last dimension running fastest; empty: it has none.
        std::vector<SpooledMpi::Dimension> grid;
    };

    /// Memory that ranks of a communicator read and write of each other.
    struct Window {
        std::string name;
        CommunicatorRef communicator = 0;
    };

    struct WindowOperation {
        WindowRef window = 0;
        std::uint32_t partner = 0;  ///< a rank of its communicator
        std::uint64_t number = 0;   ///< under which it is completed
    };

    struct Region {
        RegionKind kind = RegionKind::Function;
        openmp::Construct construct = {};  ///< where `kind` says so
        std::string name;
        std::string canonicalName;  ///< empty: as `name`
        std::string file;
        std::uint32_t line = 0;
        std::string description;
    };

    struct Clock {
        std::uint64_t ticksPerSecond = 0;
        std::uint64_t firstTick = 0;
        std::uint64_t lastTick = 0;
        std::uint64_t realtimeNs = 0;  ///< at firstTick
    };

    /// Makes `DIRECTORY/traces.otf2`; the folder may exist.
    explicit Otf2Archive(const std::filesystem::path& directory);
    ~Otf2Archive();
    Otf2Archive(const Otf2Archive&) = delete;
    Otf2Archive& operator=(const Otf2Archive&) = delete;

    /// How many windows MPI has: that of all transfers of devices follows on them. Before any event.
    void reserveWindows(WindowRef windows);
    /// Of the events that follow; at first they are in the archive's own ticks.
    void setClock(const ClockMap& clock);
    void beginLocation(LocationRef location);
    /// The location's events that follow come to this time at least, in the archive's own ticks.
    void setFloor(std::uint64_t time);
    /// Of the location's latest event, in the archive's own ticks.
    [[nodiscard]] std::uint64_t latest() const;
    void enter(std::uint64_t tick, RegionRef region, std::span<const Attribute> attributes = {});
    void leave(std::uint64_t tick, RegionRef region);
    enum class Transfer { Put, Get };

    /// A transfer that the location begins, of its window's memory with that of \p partner; completed under the same
    /// number.
    void beginTransfer(
        std::uint64_t tick,
        Transfer direction,
        LocationRef partner,
        std::uint64_t bytes,
        std::uint64_t number);
    void completeTransfer(std::uint64_t tick, std::uint64_t number);

    // Messages and collective operations of MPI: otf2_mpi.cpp.
    void send(std::uint64_t tick, const Message& message);
    void receive(std::uint64_t tick, const Message& message);
    void beginSend(std::uint64_t tick, const Message& message, std::uint64_t request);
    void endSend(std::uint64_t tick, std::uint64_t request);
    void beginReceive(std::uint64_t tick, std::uint64_t request);
    void endReceive(std::uint64_t tick, const Message& message, std::uint64_t request);
    void cancel(std::uint64_t tick, std::uint64_t request);
    void beginCollective(std::uint64_t tick);
    void endCollective(std::uint64_t tick, const Collective& collective);
    /// Of one that does not block.
    void beginCollective(std::uint64_t tick, std::uint64_t request);
    void endCollective(std::uint64_t tick, const Collective& collective, std::uint64_t request);

    // Windows of MPI: otf2_rma.cpp.
    void createWindow(std::uint64_t tick, WindowRef window);
    void destroyWindow(std::uint64_t tick, WindowRef window);
    void beginWindowCall(std::uint64_t tick);
    void endWindowCall(std::uint64_t tick, WindowRef window, mpi::WindowCall call);
    void put(std::uint64_t tick, const WindowOperation& operation, std::uint64_t bytes);
    void get(std::uint64_t tick, const WindowOperation& operation, std::uint64_t bytes);
    void atomic(
        std::uint64_t tick,
        const WindowOperation& operation,
        mpi::Atomic kind,
        std::uint64_t sentBytes,
        std::uint64_t receivedBytes);
    void completeHere(std::uint64_t tick, WindowRef window, std::uint64_t number);
    void completeThere(std::uint64_t tick, WindowRef window, std::uint64_t number);
    /// \param rank  of the communicator, or mpi::kAllRanks
    void requestWindowLock(std::uint64_t tick, WindowRef window, std::uint32_t rank, bool isShared);
    void lockWindow(std::uint64_t tick, WindowRef window, std::uint32_t rank, bool isShared);
    void unlockWindow(std::uint64_t tick, WindowRef window, std::uint32_t rank);
    /// \param group  a place among the groups of communicators and, behind them, those of defineWindows()
    void syncWindowGroup(
        std::uint64_t tick, WindowRef window, std::uint32_t group, bool isOfMemory);
    void syncWindowMemory(std::uint64_t tick, WindowRef window, std::uint32_t rank);

    enum class IoMode { Read, Write, Flush };
    struct IoKind {
        bool isCollective = false;
        bool isNonBlocking = false;
    };

    // Handles of files and what is done with them: otf2_io.cpp. Flags are those of open.
    void createHandle(std::uint64_t tick, IoDefinitions::HandleRef handle, int flags);
    void destroyHandle(std::uint64_t tick, IoDefinitions::HandleRef handle);
    void duplicateHandle(
        std::uint64_t tick,
        IoDefinitions::HandleRef original,
        IoDefinitions::HandleRef copy,
        int flags);
    /// \param whence  as of lseek. \param place  in the file, UINT64_MAX where it is not known or the seek failed
    void seek(
        std::uint64_t tick,
        IoDefinitions::HandleRef handle,
        std::int64_t offset,
        int whence,
        std::uint64_t place);
    /// \param bytes  asked for, UINT64_MAX where it is not known
    void beginIo(
        std::uint64_t tick,
        IoDefinitions::HandleRef handle,
        IoMode mode,
        std::uint64_t bytes,
        std::uint64_t number,
        IoKind kind = {false, false});
    /// It goes on by itself.
    void issueIo(std::uint64_t tick, IoDefinitions::HandleRef handle, std::uint64_t number);
    void completeIo(
        std::uint64_t tick,
        IoDefinitions::HandleRef handle,
        std::uint64_t bytes,
        std::uint64_t number);
    void deleteFile(
        std::uint64_t tick, IoDefinitions::Paradigm paradigm, IoDefinitions::FileRef file);

    /// A task of a team: the thread that made it, and how many it had made then. The `generation` of implicit tasks is 0.
    struct Task {
        CommunicatorRef team = 0;
        std::uint32_t thread = 0;
        std::uint32_t generation = 0;
    };

    // Teams of OpenMP's threads and their tasks: otf2_openmp.cpp.
    void fork(std::uint64_t tick, std::uint32_t requestedThreads);
    void join(std::uint64_t tick);
    void beginTeam(std::uint64_t tick, CommunicatorRef team);
    void endTeam(std::uint64_t tick, CommunicatorRef team);
    void createTask(std::uint64_t tick, const Task& task);
    void switchTask(std::uint64_t tick, const Task& task);
    void completeTask(std::uint64_t tick, const Task& task);
    /// \param order  of the acquisition among all
    void acquireLock(std::uint64_t tick, std::uint32_t lock, std::uint32_t order);
    void releaseLock(std::uint64_t tick, std::uint32_t lock, std::uint32_t order);

    // Samples of call stacks: otf2_samples.cpp.
    /// \param unwindDistance  as OTF2 defines it for calling contexts
    void sampleContext(
        std::uint64_t tick,
        ContextRef context,
        std::uint32_t unwindDistance,
        GeneratorRef generator);

    /// A value of a metric of its own class; signed.
    void sample(std::uint64_t tick, MetricRef metric, std::int64_t value);
    static constexpr std::size_t kMostOfSet = 64;
    /// Values of the members of a set; of visits before the enter or leave of the same tick.
    void sampleSet(std::uint64_t tick, MetricRef set, std::span<const double> values);
    /// \return the number of events written to the location
    std::uint64_t endLocation();

    /// The reference of the attribute \p name, which is defined with the other definitions.
    [[nodiscard]] AttributeRef attribute(
        std::string_view name, AttributeType type = AttributeType::UInt);
    /// The reference of a text, likewise.
    [[nodiscard]] StringRef text(const std::string& text);
    /// Writes the marker file.
    void writeMarks(const std::vector<Mark>& marks);
    /// A fact about the whole archive; \p name must have a `::` in it.
    void setProperty(const std::string& name, const std::string& value);

    /// \param nodes  those of groups are their places here
    void beginDefinitions(
        const Clock& clock, const std::string& machine, const std::vector<std::string>& nodes);
    void defineRegion(RegionRef self, const Region& region);
    /// \param creator  the process that a device works for; none for a process
    void defineGroup(
        GroupRef self,
        const std::string& name,
        GroupKind kind = GroupKind::Process,
        std::optional<GroupRef> creator = {},
        std::size_t node = 0);
    /// After the group. \param name  as a reader is to show it
    void defineGroupProperty(GroupRef group, const std::string& name, const std::string& value);
    void defineLocation(
        LocationRef self,
        const std::string& name,
        LocationKind kind,
        std::uint64_t events,
        GroupRef group);
    /// The communicators of MPI, whose references are their places. Before defineWindow().
    /// \param ranks  the locations of MPI_COMM_WORLD's ranks, in order
    void defineCommunicators(
        const std::vector<LocationRef>& ranks, const std::vector<Communicator>& communicators);
    /// The windows of MPI, whose references are their places, and groups of ranks that synchronise them. Right after
    /// defineCommunicators().
    void defineWindows(
        const std::vector<Window>& windows, const std::vector<std::vector<std::uint64_t>>& groups);
    /// Teams of threads, whose references follow on the communicators of MPI. Before defineWindow().
    /// \param threads  the locations of all teams, in order
    /// \param teams  places in \p threads, by number in the team
    void defineTeams(
        const std::vector<LocationRef>& threads,
        const std::vector<std::vector<std::uint64_t>>& teams);
    void defineIo(const IoDefinitions& definitions);
    /// The window of all transfers, in which a location's rank is its reference.
    void defineWindow(LocationRef locations);
    /// A metric by itself, sampled at any time.
    /// \param memberRef  members are numbered on their own, in the order of these calls
    void defineMetric(MetricRef self, MetricRef memberRef, const MetricMember& member);
    /// Metrics that are counted together.
    /// \param firstMember  the others follow on it
    /// \param isSampled    at any time, not with enters and leaves
    void defineMetricSet(
        MetricRef self,
        MetricRef firstMember,
        std::span<const MetricMember> members,
        bool isSampled);

    /// A call path: \p region called in that of \p parent; none for an outermost one. After its region.
    void defineContext(
        ContextRef self, RegionRef region, const Region& place, std::optional<ContextRef> parent);
    void defineGenerator(GeneratorRef self, const std::string& name, std::uint64_t periodNs);

    [[nodiscard]] Result<void> finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace vellum::collector::writer
