#include "tests/generate/damaged_archive.h"

#include "tests/generate/archive_writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>

namespace vellum::generate {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kOffset = 5'000;
constexpr std::uint64_t kStep = 10;
constexpr std::uint64_t kIterations = 200;
constexpr std::uint64_t kLongIterations = 60'000;  // several chunks of events
constexpr OTF2_RegionRef kMain = 0;
constexpr OTF2_RegionRef kWork = 1;
constexpr OTF2_RegionRef kSend = 2;
constexpr OTF2_RegionRef kNever = 3;
constexpr std::array<OTF2_LocationRef, 4> kLocations = {0, 1, 1ULL << 32U, (1ULL << 32U) + 1};

/// What is wrong, on the location with index 1 where not said otherwise.
struct Damage {
    bool unmatchedLeave = false;
    bool crossedLeave = false;
    bool openVisits = false;
    bool loneMessages = false;
    bool backwardClock = false;
    bool metricOnly = false;
    bool wrongCount = false;
    bool noLocations = false;
    bool undefinedRegion = false;  ///< on all locations
    bool undefinedNames = false;   ///< windows, handles, communicators…
    bool longFile = false;
    void (*patch)(const fs::path& folder) = nullptr;  ///< of the written files
};

void cut(const fs::path& file)
{
    fs::resize_file(file, fs::file_size(file) / 2);
}

fs::path eventFile(const fs::path& folder, std::size_t index)
{
    return folder / "traces" / (std::to_string(kLocations.at(index)) + ".evt");
}

void removeTwoEventFiles(const fs::path& folder)
{
    fs::remove(eventFile(folder, 1));
    fs::remove(eventFile(folder, 2));
}

struct NamedDamage {
    const char* kind;
    Damage damage;
};

const std::vector<NamedDamage>& table()
{
    static const std::vector<NamedDamage> kTable = {
        {"truncated-anchor", {.patch = [](const fs::path& f) { cut(f / "traces.otf2"); }}},
        {"empty-anchor",
         {.patch = [](const fs::path& f) { fs::resize_file(f / "traces.otf2", 0); }}},
        {"truncated-definitions", {.patch = [](const fs::path& f) { cut(f / "traces.def"); }}},
        {"missing-definitions", {.patch = [](const fs::path& f) { fs::remove(f / "traces.def"); }}},
        {"missing-event-files", {.patch = removeTwoEventFiles}},
        {"missing-folder", {.patch = [](const fs::path& f) { fs::remove_all(f / "traces"); }}},
        {"missing-local-definitions",
         {.patch = [](const fs::path& f) { fs::remove(f / "traces" / "1.def"); }}},
        {"truncated-local-definitions",
         {.patch = [](const fs::path& f) { cut(f / "traces" / "1.def"); }}},
        {"empty-event-file",
         {.patch = [](const fs::path& f) { fs::resize_file(eventFile(f, 1), 0); }}},
        {"wrong-event-count", {.wrongCount = true}},
        {"backward-clock", {.backwardClock = true}},
        {"unmatched-leave", {.unmatchedLeave = true}},
        {"crossed-leave", {.crossedLeave = true}},
        {"open-visits", {.openVisits = true}},
        {"lone-messages", {.loneMessages = true}},
        {"truncated-event-file",
         {.longFile = true, .patch = [](const fs::path& f) { cut(eventFile(f, 1)); }}},
        {"metric-only", {.metricOnly = true}},
        {"no-locations", {.noLocations = true}},
        {"undefined-region", {.undefinedRegion = true}},
        {"undefined-names", {.undefinedNames = true}},
    };
    return kTable;
}

/// Writes main { (work { [message] })… } with the damage of its location.
class DamagedLocation {
public:
    DamagedLocation(OTF2_EvtWriter* writer, const Damage& damage, std::size_t index)
        : m_writer(writer)
        , m_damage(damage)
        , m_index(index)
        , m_hit(index == 1)
    {
    }

    void write()
    {
        if (m_damage.metricOnly && m_hit) {
            writeMetrics();
            return;
        }
        enter(kMain);
        const std::uint64_t count = m_damage.longFile && m_hit ? kLongIterations : kIterations;
        for (std::uint64_t i = 0; i < count; ++i) {
            iterate(i);
        }
        if (!(m_damage.openVisits && m_hit)) {
            leave(kMain);
        }
    }

    [[nodiscard]] std::uint64_t time() const { return m_time; }

private:
    void enter(OTF2_RegionRef region)
    {
        m_time += kStep;
        check(OTF2_EvtWriter_Enter(m_writer, nullptr, m_time, region), "enter");
    }

    void leave(OTF2_RegionRef region)
    {
        m_time += kStep;
        check(OTF2_EvtWriter_Leave(m_writer, nullptr, m_time, region), "leave");
    }

    void iterate(std::uint64_t i)
    {
        enter(kWork);
        if (i % 10 == 0 && m_index < 2) {
            message();
        }
        if (m_damage.unmatchedLeave && m_hit && i % 50 == 0) {
            leave(kNever);
        }
        if (m_damage.crossedLeave && m_hit && i % 50 == 0) {
            enter(kSend);  // never left: work is left from below it
        }
        if (m_damage.undefinedNames && m_hit && i % 50 == 0) {
            nameNothing();
        }
        leave(kWork);
    }

    /// Nine records with ten references to what nobody defines.
    void nameNothing()
    {
        constexpr std::uint32_t kNobody = 77;
        const auto write = [this](auto* record, auto... members) {
            m_time += kStep;
            check(record(m_writer, nullptr, m_time, members...), "record");
        };
        write(&OTF2_EvtWriter_CommCreate, kNobody);
        write(&OTF2_EvtWriter_RmaWinCreate, kNobody);
        write(&OTF2_EvtWriter_ThreadTeamBegin, kNobody);
        write(&OTF2_EvtWriter_IoDestroyHandle, kNobody);
        write(&OTF2_EvtWriter_IoDeleteFile, OTF2_IoParadigmRef{7}, kNobody);
        write(&OTF2_EvtWriter_ParameterInt, kNobody, std::int64_t{-1});
        write(&OTF2_EvtWriter_ThreadCreate, kNobody, std::uint64_t{0});
        write(
            &OTF2_EvtWriter_CallingContextSample,
            kNobody,
            std::uint32_t{0},
            OTF2_InterruptGeneratorRef{OTF2_UNDEFINED_INTERRUPT_GENERATOR});
        write(&OTF2_EvtWriter_RmaWinDestroy, kNobody);
    }

    /// Location 0 sends to location 1, which receives; lone messages have another tag there.
    void message()
    {
        m_time += kStep;
        if (m_index == 0) {
            check(OTF2_EvtWriter_MpiSend(m_writer, nullptr, m_time, 1, 0, 0, 64), "send");
            return;
        }
        const std::uint32_t tag = m_damage.loneMessages ? 99 : 0;
        check(OTF2_EvtWriter_MpiRecv(m_writer, nullptr, m_time, 0, 0, tag, 64), "receive");
    }

    void writeMetrics()
    {
        for (std::uint64_t i = 0; i < kIterations; ++i) {
            m_time += kStep;
            const OTF2_Type type = OTF2_TYPE_UINT64;
            OTF2_MetricValue value;
            value.unsigned_int = i;
            check(OTF2_EvtWriter_Metric(m_writer, nullptr, m_time, 0, 1, &type, &value), "metric");
        }
    }

    OTF2_EvtWriter* m_writer;
    const Damage& m_damage;
    std::size_t m_index;
    bool m_hit;
    std::uint64_t m_time = kOffset;
};

void writeRegion(ArchiveWriter& archive, OTF2_RegionRef ref, const std::string& name)
{
    const OTF2_StringRef text = archive.string(name);
    check(
        OTF2_GlobalDefWriter_WriteRegion(
            archive.definitions(),
            ref,
            text,
            text,
            archive.string(""),
            OTF2_REGION_ROLE_FUNCTION,
            OTF2_PARADIGM_COMPILER,
            OTF2_REGION_FLAG_NONE,
            archive.string(""),
            0,
            0),
        "region");
}

void writeSystem(ArchiveWriter& archive)
{
    const OTF2_StringRef machine = archive.string("machine");
    check(
        OTF2_GlobalDefWriter_WriteSystemTreeNode(
            archive.definitions(), 0, machine, machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
        "machine");
    for (OTF2_LocationGroupRef ref = 0; ref < 2; ++ref) {
        check(
            OTF2_GlobalDefWriter_WriteLocationGroup(
                archive.definitions(),
                ref,
                archive.string("rank " + std::to_string(ref)),
                OTF2_LOCATION_GROUP_TYPE_PROCESS,
                0,
                OTF2_UNDEFINED_LOCATION_GROUP),
            "group");
    }
}

void writeWorld(ArchiveWriter& archive)
{
    OTF2_GlobalDefWriter* writer = archive.definitions();
    const OTF2_StringRef name = archive.string("MPI_COMM_WORLD");
    const std::array<std::uint64_t, 2> members = {0, 1};
    for (const OTF2_GroupType type : {OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_GROUP_TYPE_COMM_GROUP}) {
        const OTF2_GroupRef ref = type == OTF2_GROUP_TYPE_COMM_GROUP ? 1 : 0;
        check(
            OTF2_GlobalDefWriter_WriteGroup(
                writer,
                ref,
                name,
                type,
                OTF2_PARADIGM_MPI,
                OTF2_GROUP_FLAG_NONE,
                2,
                members.data()),
            "group");
    }
    check(
        OTF2_GlobalDefWriter_WriteComm(
            writer, 0, name, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
        "communicator");
}

void writeMetric(ArchiveWriter& archive)
{
    const OTF2_StringRef name = archive.string("counter");
    check(
        OTF2_GlobalDefWriter_WriteMetricMember(
            archive.definitions(),
            0,
            name,
            name,
            OTF2_METRIC_TYPE_OTHER,
            OTF2_METRIC_ABSOLUTE_POINT,
            OTF2_TYPE_UINT64,
            OTF2_BASE_DECIMAL,
            0,
            name),
        "metric member");
    const OTF2_MetricMemberRef member = 0;
    check(
        OTF2_GlobalDefWriter_WriteMetricClass(
            archive.definitions(),
            0,
            1,
            &member,
            OTF2_METRIC_ASYNCHRONOUS,
            OTF2_RECORDER_KIND_ABSTRACT),
        "metric class");
}

void writeLocationDefinition(
    ArchiveWriter& archive, const Damage& damage, std::size_t index, std::uint64_t written)
{
    const bool hit = index == 1;
    check(
        OTF2_GlobalDefWriter_WriteLocation(
            archive.definitions(),
            kLocations.at(index),
            archive.string("thread " + std::to_string(index / 2)),
            hit && damage.metricOnly ? OTF2_LOCATION_TYPE_METRIC : OTF2_LOCATION_TYPE_CPU_THREAD,
            written + (hit && damage.wrongCount ? 5 : 0),
            static_cast<OTF2_LocationGroupRef>(index % 2)),
        "location");
}

/// Clock corrections that fall faster than time rises: the library's writer takes no falling stamps.
void writeLocalDefinitions(ArchiveWriter& archive, const Damage& damage, std::size_t index)
{
    OTF2_DefWriter* writer = archive.openLocalDefinitions(kLocations.at(index));
    if (damage.backwardClock && index == 1) {
        check(OTF2_DefWriter_WriteClockOffset(writer, kOffset, 0, 0.0), "clock offset");
        check(OTF2_DefWriter_WriteClockOffset(writer, kOffset + 1'000, 0, 0.0), "clock offset");
        check(
            OTF2_DefWriter_WriteClockOffset(writer, kOffset + 2'000, -2'000, 0.0), "clock offset");
    }
    archive.closeLocalDefinitions(writer);
}

void writeArchive(const fs::path& folder, const Damage& damage)
{
    ArchiveWriter archive(folder, "vellum-generate damaged", ArchiveWriter::kSmallChunk);
    const std::size_t count = damage.noLocations ? 0 : kLocations.size();
    std::uint64_t last = kOffset;
    std::vector<std::uint64_t> written;
    for (std::size_t i = 0; i < count; ++i) {
        OTF2_EvtWriter* writer = archive.openEvents(kLocations.at(i));
        DamagedLocation location(writer, damage, i);
        location.write();
        last = std::max(last, location.time());
        written.push_back(archive.closeEvents(writer));
    }
    archive.beginLocalDefinitions();
    writeSystem(archive);
    for (std::size_t i = 0; i < count; ++i) {
        writeLocalDefinitions(archive, damage, i);
        writeLocationDefinition(archive, damage, i, written[i]);
    }
    for (const OTF2_RegionRef ref : {kMain, kWork, kSend, kNever}) {
        if (ref == kWork && damage.undefinedRegion) {
            continue;
        }
        writeRegion(archive, ref, "region " + std::to_string(ref));
    }
    if (count != 0) {
        writeWorld(archive);
    }
    writeMetric(archive);
    archive.finish(1'000'000'000, kOffset, last - kOffset);
}

}  // namespace

std::vector<std::string> damageKinds()
{
    std::vector<std::string> kinds;
    for (const NamedDamage& named : table()) {
        kinds.emplace_back(named.kind);
    }
    return kinds;
}

void writeDamagedArchive(const DamagedOptions& options)
{
    const auto found = std::find_if(table().begin(), table().end(), [&](const NamedDamage& named) {
        return named.kind == options.kind;
    });
    if (found == table().end()) {
        throw std::invalid_argument("unknown kind of damage: " + options.kind);
    }
    writeArchive(options.out, found->damage);
    if (found->damage.patch != nullptr) {
        found->damage.patch(options.out);
    }
}

}  // namespace vellum::generate
