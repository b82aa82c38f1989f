#include "tests/generate/random_archive.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace vellum::generate {

namespace {

constexpr unsigned kRefShift = 32;  // Score-P numbers the threads of a process in steps of 2^32

std::vector<PlannedRegion> drawRegions(unsigned count, RandomSource& random)
{
    std::vector<PlannedRegion> regions;
    for (unsigned i = 0; i < count; ++i) {
        PlannedRegion region;
        region.role =
            static_cast<OTF2_RegionRole>(random.below(OTF2_REGION_ROLE_FILE_IO_METADATA + 1));
        region.paradigm = static_cast<OTF2_Paradigm>(random.below(OTF2_PARADIGM_KOKKOS + 1));
        region.name = "region " + std::to_string(i);
        if (region.paradigm == OTF2_PARADIGM_MPI) {
            region.name = "MPI_" + std::to_string(i);
        }
        if (random.chance(5)) {
            region.name = "region 0";  // names are not unique in real traces
        }
        if (random.chance(10)) {
            region.sourceFile = random.chance(50) ? "CUDA_KERNEL" : "OPENCL_KERNEL";
        }
        regions.push_back(std::move(region));
    }
    return regions;
}

Part drawPart(RandomSource& random)
{
    const std::uint64_t dice = random.below(100);
    if (dice < 60) {
        return Part::Thread;
    }
    if (dice < 78) {
        return Part::Stream;
    }
    return dice < 88 ? Part::MetricOnly : Part::Empty;
}

std::vector<ClockPoint> drawClock(const RandomPlan& plan, bool damage, RandomSource& random)
{
    std::vector<ClockPoint> clock;
    if (!random.chance(40)) {
        return clock;
    }
    std::uint64_t time = plan.globalOffset;
    for (std::uint64_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        clock.push_back({.time = time, .offset = random.between(-300, 300)});
        time += 50'000 + random.below(50'000);
    }
    if (damage && random.chance(40)) {
        // A correction that falls faster than time rises turns the clock round.
        clock = {
            {.time = plan.globalOffset, .offset = 0},
            {.time = plan.globalOffset + 2'000, .offset = 0},
            {.time = plan.globalOffset + 4'000, .offset = -5'000}};
    }
    return clock;
}

/// Local references are the global ones in another order, as each process of a run meets them.
std::vector<std::uint32_t> drawMap(std::size_t count, RandomSource& random)
{
    std::vector<std::uint32_t> map;
    if (random.chance(50)) {
        map.resize(count);
        std::iota(map.begin(), map.end(), 0U);
        random.shuffle(map);
    }
    return map;
}

void drawLocations(RandomPlan& plan, const RandomOptions& options, RandomSource& random)
{
    const unsigned count = options.locations != 0
                               ? std::max(options.locations, plan.processes)
                               : plan.processes + static_cast<unsigned>(random.below(8));
    for (unsigned i = 0; i < count; ++i) {
        PlannedLocation location;
        location.process = i % plan.processes;
        const std::uint64_t thread = i / plan.processes;
        location.ref = location.process + (thread << kRefShift);
        location.part = thread == 0 ? Part::Thread : drawPart(random);
        location.hasEventFile = location.part != Part::Empty || random.chance(50);
        location.name = thread == 0 ? "Master thread" : "part " + std::to_string(thread);
        location.regionMap = drawMap(plan.regions.size(), random);
        location.clock = drawClock(plan, options.damage, random);
        plan.locations.push_back(std::move(location));
    }
    if (random.chance(50)) {
        random.shuffle(plan.locations);  // definition order is not the order of references
    }
}

/// Which process has which MPI rank; mostly the obvious, sometimes any.
void drawRanks(RandomPlan& plan, RandomSource& random)
{
    plan.ranks.resize(plan.processes);
    std::iota(plan.ranks.begin(), plan.ranks.end(), 0U);
    if (random.chance(30)) {
        random.shuffle(plan.ranks);
    }
    plan.masters.resize(plan.processes);
    for (std::size_t i = 0; i < plan.locations.size(); ++i) {
        if (plan.locations[i].ref >> kRefShift == 0) {
            plan.masters[plan.ranks[plan.locations[i].process]] = i;
        }
    }
}

void drawComms(RandomPlan& plan, RandomSource& random)
{
    std::vector<std::uint64_t> world(plan.processes);
    std::iota(world.begin(), world.end(), std::uint64_t(0));
    plan.comms.push_back({.kind = CommKind::World, .members = world});
    plan.comms.push_back({.kind = CommKind::Self});
    for (std::uint64_t i = 0, count = random.below(3); i < count; ++i) {
        std::vector<std::uint64_t> members = world;
        random.shuffle(members);
        members.resize(1 + static_cast<std::size_t>(random.below(members.size())));
        plan.comms.push_back(
            {.kind = CommKind::Sub, .globalMembers = random.chance(25), .members = members});
    }
    if (plan.processes >= 2 && random.chance(50)) {
        std::vector<std::uint64_t> all = world;
        random.shuffle(all);
        const auto middle =
            all.begin() + 1 + static_cast<std::ptrdiff_t>(random.below(all.size() - 1));
        plan.comms.push_back(
            {.kind = CommKind::Inter,
             .members = {all.begin(), middle},
             .remote = {middle, all.end()}});
    }
}

/// The two ends of a message: ranks of the world, and how each names the other.
struct Ends {
    std::uint64_t sender = 0;
    std::uint64_t receiver = 0;
    std::uint32_t receiverRank = 0;
    std::uint32_t senderRank = 0;
};

Ends drawEnds(const PlannedComm& comm, unsigned processes, RandomSource& random)
{
    if (comm.kind == CommKind::Self) {
        const std::uint64_t rank = random.below(processes);
        return {.sender = rank, .receiver = rank};
    }
    const bool inter = comm.kind == CommKind::Inter;
    const bool turned = inter && random.chance(50);
    const auto& from = turned ? comm.remote : comm.members;
    const auto& to = inter && !turned ? comm.remote : comm.members;
    const auto sender = static_cast<std::uint32_t>(random.below(from.size()));
    const auto receiver = static_cast<std::uint32_t>(random.below(to.size()));
    const bool global = comm.globalMembers;
    return {
        .sender = from[sender],
        .receiver = to[receiver],
        .receiverRank = global ? static_cast<std::uint32_t>(to[receiver]) : receiver,
        .senderRank = global ? static_cast<std::uint32_t>(from[sender]) : sender};
}

/// Adds one message to the lists of both ends; now and then one end stays away or is cancelled.
void drawMessage(RandomPlan& plan, RandomSource& random)
{
    const auto comm = static_cast<OTF2_CommRef>(random.below(plan.comms.size()));
    const Ends ends = drawEnds(plan.comms[comm], plan.processes, random);
    MessageOperation send{
        .isSend = true,
        .blocking = random.chance(50),
        .rank = ends.receiverRank,
        .comm = comm,
        .tag = static_cast<std::uint32_t>(random.below(3)),
        .bytes = random.chance(20) ? 0 : random.below(1U << 20U)};
    MessageOperation receive = send;
    receive.isSend = false;
    receive.blocking = random.chance(50);
    receive.rank = ends.senderRank;
    auto& sends = plan.locations[plan.masters[ends.sender]].messages;
    auto& receives = plan.locations[plan.masters[ends.receiver]].messages;
    const std::uint64_t fate = random.below(20);
    send.cancelled = !send.blocking && fate == 0;
    receive.cancelled = !receive.blocking && (fate == 0 || fate == 3);
    if (fate != 1) {
        sends.push_back(send);
    }
    if (fate != 2) {
        receives.push_back(receive);
    }
}

unsigned given(unsigned value, unsigned low, unsigned high, RandomSource& random)
{
    const auto drawn = static_cast<unsigned>(random.between(low, high));
    return value != 0 ? value : drawn;
}

void writeLocalDefinitions(ArchiveWriter& archive, const PlannedLocation& location)
{
    OTF2_DefWriter* writer = archive.openLocalDefinitions(location.ref);
    if (!location.regionMap.empty()) {
        OTF2_IdMap* map = OTF2_IdMap_CreateFromUint32Array(
            location.regionMap.size(), location.regionMap.data(), false);
        check(OTF2_DefWriter_WriteMappingTable(writer, OTF2_MAPPING_REGION, map), "region map");
        OTF2_IdMap_Free(map);
    }
    for (const ClockPoint& point : location.clock) {
        check(
            OTF2_DefWriter_WriteClockOffset(writer, point.time, point.offset, 0.0), "clock offset");
    }
    archive.closeLocalDefinitions(writer);
}

/// A few marks on the trace, not in the order of time, about what scope they like.
void writeMarkers(
    ArchiveWriter& archive, const RandomPlan& plan, std::uint64_t last, RandomSource& random)
{
    OTF2_MarkerWriter* writer = archive.openMarkers();
    check(
        OTF2_MarkerWriter_WriteDefMarker(writer, 0, "oracle", "remark", OTF2_SEVERITY_NONE),
        "marker definition");
    check(
        OTF2_MarkerWriter_WriteDefMarker(writer, 3, "oracle", "warning", OTF2_SEVERITY_HIGH),
        "marker definition");
    for (std::uint64_t i = random.below(20); i > 0; --i) {
        const bool isGlobal = random.chance(50);
        check(
            OTF2_MarkerWriter_WriteMarker(
                writer,
                plan.globalOffset + random.below(last - plan.globalOffset + 1),
                random.below(100),
                random.chance(50) ? 0 : 3,
                isGlobal ? OTF2_MARKER_SCOPE_GLOBAL : OTF2_MARKER_SCOPE_LOCATION,
                isGlobal ? 0 : plan.locations.front().ref,
                ("remark " + std::to_string(i)).c_str()),
            "marker");
    }
    archive.closeMarkers(writer);
}

}  // namespace

RandomPlan drawPlan(const RandomOptions& options, RandomSource& random)
{
    RandomPlan plan;
    plan.ticksPerSecond =
        random.pick(std::vector<std::uint64_t>{1'000'000'000, 1'000'000, 2'500'001'159, 1'000, 7});
    plan.globalOffset = random.chance(20) ? 1'000 : random.below(1ULL << 60U) + 10'000;
    plan.processes = given(options.processes, 1, 5, random);
    plan.nodes = given(options.nodes, 1, 3, random);
    plan.regions = drawRegions(given(options.regions, 1, 30, random), random);
    drawLocations(plan, options, random);
    drawRanks(plan, random);
    drawComms(plan, random);
    for (std::uint64_t i = 0, count = random.below(options.events / 4 + 1); i < count; ++i) {
        drawMessage(plan, random);
    }
    return plan;
}

void writeRandomArchive(const RandomOptions& options)
{
    RandomSource random(options.seed);
    RandomPlan plan = drawPlan(options, random);
    ArchiveWriter archive(options.out, "vellum-generate random");
    std::uint64_t last = plan.globalOffset;
    for (PlannedLocation& location : plan.locations) {
        if (location.hasEventFile) {
            writeRandomLocation(archive, plan, location, options, random);
        }
        last = std::max(last, location.lastTime);
    }
    archive.beginLocalDefinitions();
    for (const PlannedLocation& location : plan.locations) {
        if (location.hasEventFile || random.chance(50)) {
            writeLocalDefinitions(archive, location);
        }
    }
    writeRandomDefinitions(archive, plan, options, random);
    if (random.chance(60)) {
        writeMarkers(archive, plan, last, random);
    }
    std::uint64_t length = last - plan.globalOffset;
    if (options.damage && random.chance(30)) {
        length = random.chance(50) ? length / 2 : length * 2;
    }
    archive.finish(plan.ticksPerSecond, plan.globalOffset, length);
}

}  // namespace vellum::generate
