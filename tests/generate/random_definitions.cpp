#include "tests/generate/random_archive.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

namespace vellum::generate {

namespace {

/// Writes the global definitions of one plan, one kind of record per function.
class DefinitionScript {
public:
    DefinitionScript(
        ArchiveWriter& archive,
        const RandomPlan& plan,
        const RandomOptions& options,
        RandomSource& random)
        : m_archive(archive)
        , m_writer(archive.definitions())
        , m_plan(plan)
        , m_options(options)
        , m_random(random)
    {
    }

    void write()
    {
        writeSystemTree();
        writeLocations();
        writeRegions();
        writeComms();
        writeMetrics();
        writeFiles();
        writeNamed();
        writeProperties();
        writeTopology();
        writeRest();
    }

private:
    void writeSystemTree();
    void writeLocations();
    void writeRegions();
    void writeComms();
    void writeComm(OTF2_CommRef ref, const PlannedComm& comm);
    OTF2_GroupRef writeGroup(
        OTF2_GroupType type,
        const std::vector<std::uint64_t>& members,
        OTF2_GroupFlag flags = OTF2_GROUP_FLAG_NONE);
    void writeMetrics();
    void writeFiles();
    void writeNamed();
    void writeProperties();
    void writeTopology();
    void writeRest();

    OTF2_StringRef text(const std::string& value) { return m_archive.string(value); }

    ArchiveWriter& m_archive;
    OTF2_GlobalDefWriter* m_writer;
    const RandomPlan& m_plan;
    const RandomOptions& m_options;
    RandomSource& m_random;
    OTF2_GroupRef m_nextGroup = 0;
};

void DefinitionScript::writeSystemTree()
{
    check(
        OTF2_GlobalDefWriter_WriteSystemTreeNode(
            m_writer, 0, text("machine"), text("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE),
        "node");
    for (unsigned i = 1; i <= m_plan.nodes; ++i) {
        const OTF2_StringRef name = text("node " + std::to_string(i));
        check(OTF2_GlobalDefWriter_WriteSystemTreeNode(m_writer, i, name, text("node"), 0), "node");
    }
    const unsigned nodes = std::max(m_plan.nodes, 1U);
    for (unsigned process = 0; process < m_plan.processes; ++process) {
        check(
            OTF2_GlobalDefWriter_WriteLocationGroup(
                m_writer,
                process,
                text("rank " + std::to_string(m_plan.ranks[process])),
                OTF2_LOCATION_GROUP_TYPE_PROCESS,
                1 + process % nodes,
                OTF2_UNDEFINED_LOCATION_GROUP),
            "location group");
    }
}

void DefinitionScript::writeLocations()
{
    static constexpr std::array<OTF2_LocationType, 4> kTypes = {
        OTF2_LOCATION_TYPE_CPU_THREAD,
        OTF2_LOCATION_TYPE_ACCELERATOR_STREAM,
        OTF2_LOCATION_TYPE_METRIC,
        OTF2_LOCATION_TYPE_CPU_THREAD};
    for (const PlannedLocation& location : m_plan.locations) {
        std::uint64_t claimed = location.written;
        if (m_options.damage && location.hasEventFile && m_random.chance(20)) {
            claimed += 3;
        }
        check(
            OTF2_GlobalDefWriter_WriteLocation(
                m_writer,
                location.ref,
                text(location.name),
                kTypes[static_cast<std::size_t>(location.part)],
                claimed,
                location.process),
            "location");
    }
}

void DefinitionScript::writeRegions()
{
    std::vector<std::uint32_t> order(m_plan.regions.size());
    std::iota(order.begin(), order.end(), 0U);
    if (m_random.chance(30)) {
        m_random.shuffle(order);  // real archives define regions out of order
    }
    for (const std::uint32_t ref : order) {
        const PlannedRegion& region = m_plan.regions[ref];
        const OTF2_StringRef name = text(region.name);
        check(
            OTF2_GlobalDefWriter_WriteRegion(
                m_writer,
                ref,
                name,
                name,
                text(""),
                region.role,
                region.paradigm,
                OTF2_REGION_FLAG_NONE,
                text(region.sourceFile),
                1,
                2),
            "region");
    }
    // Chains of up to three, within which regions come again in other orders; a parent may come later.
    for (const std::uint32_t ref : order) {
        const auto above =
            ref % 3 == 0 ? OTF2_UNDEFINED_CALLING_CONTEXT : OTF2_CallingContextRef{ref - 1};
        check(
            OTF2_GlobalDefWriter_WriteCallingContext(
                m_writer, ref, ref, OTF2_UNDEFINED_SOURCE_CODE_LOCATION, above),
            "calling context");
    }
}

OTF2_GroupRef DefinitionScript::writeGroup(
    OTF2_GroupType type, const std::vector<std::uint64_t>& members, OTF2_GroupFlag flags)
{
    const OTF2_GroupRef ref = m_nextGroup++;
    check(
        OTF2_GlobalDefWriter_WriteGroup(
            m_writer,
            ref,
            text("group " + std::to_string(ref)),
            type,
            OTF2_PARADIGM_MPI,
            flags,
            static_cast<std::uint32_t>(members.size()),
            members.data()),
        "group");
    return ref;
}

void DefinitionScript::writeComms()
{
    std::vector<std::uint64_t> masters;
    for (const std::size_t index : m_plan.masters) {
        masters.push_back(m_plan.locations[index].ref);
    }
    writeGroup(OTF2_GROUP_TYPE_COMM_LOCATIONS, masters);
    for (std::size_t i = 0; i < m_plan.comms.size(); ++i) {
        writeComm(static_cast<OTF2_CommRef>(i), m_plan.comms[i]);
    }
}

void DefinitionScript::writeComm(OTF2_CommRef ref, const PlannedComm& comm)
{
    const OTF2_StringRef name = text("comm " + std::to_string(ref));
    if (comm.kind == CommKind::Inter) {
        const OTF2_GroupRef first = writeGroup(OTF2_GROUP_TYPE_COMM_GROUP, comm.members);
        const OTF2_GroupRef second = writeGroup(OTF2_GROUP_TYPE_COMM_GROUP, comm.remote);
        check(
            OTF2_GlobalDefWriter_WriteInterComm(
                m_writer, ref, name, first, second, 0, OTF2_COMM_FLAG_NONE),
            "inter-communicator");
        return;
    }
    const OTF2_GroupType type =
        comm.kind == CommKind::Self ? OTF2_GROUP_TYPE_COMM_SELF : OTF2_GROUP_TYPE_COMM_GROUP;
    const OTF2_GroupFlag flags =
        comm.globalMembers ? OTF2_GROUP_FLAG_GLOBAL_MEMBERS : OTF2_GROUP_FLAG_NONE;
    const OTF2_CommRef parent = ref == 0 ? OTF2_UNDEFINED_COMM : 0;
    const OTF2_GroupRef group = writeGroup(type, comm.members, flags);
    check(
        OTF2_GlobalDefWriter_WriteComm(m_writer, ref, name, group, parent, OTF2_COMM_FLAG_NONE),
        "communicator");
}

void DefinitionScript::writeMetrics()
{
    static constexpr std::array<OTF2_Type, kMetricMembers> kTypes = {
        OTF2_TYPE_INT64, OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
    for (std::uint32_t i = 0; i < kMetricMembers; ++i) {
        check(
            OTF2_GlobalDefWriter_WriteMetricMember(
                m_writer,
                i,
                text("counter " + std::to_string(i)),
                text(""),
                OTF2_METRIC_TYPE_OTHER,
                i % 2 == 0 ? OTF2_METRIC_ACCUMULATED_START : OTF2_METRIC_ABSOLUTE_POINT,
                kTypes[i],
                OTF2_BASE_DECIMAL,
                0,
                text("#")),
            "metric member");
    }
    const std::array<OTF2_MetricMemberRef, kMetricMembers> members = {0, 1, 2, 3, 4};
    check(
        OTF2_GlobalDefWriter_WriteMetricClass(
            m_writer,
            kSyncMetric,
            3,
            members.data(),
            OTF2_METRIC_SYNCHRONOUS,
            OTF2_RECORDER_KIND_CPU),
        "metric class");
    check(
        OTF2_GlobalDefWriter_WriteMetricClass(
            m_writer,
            kAsyncMetric,
            2,
            members.data() + 3,
            OTF2_METRIC_ASYNCHRONOUS,
            OTF2_RECORDER_KIND_ABSTRACT),
        "metric class");
}

/// What events carry, and the parameters that they give values to.
void DefinitionScript::writeNamed()
{
    static constexpr std::array<std::pair<const char*, OTF2_Type>, kAttributes> kNamed = {
        {{"bytes left", OTF2_TYPE_UINT64},
         {"delta", OTF2_TYPE_INT32},
         {"ratio", OTF2_TYPE_DOUBLE},
         {"word", OTF2_TYPE_STRING},
         {"where", OTF2_TYPE_LOCATION}}};
    for (std::uint32_t i = 0; i < kAttributes; ++i) {
        check(
            OTF2_GlobalDefWriter_WriteAttribute(
                m_writer, i, text(kNamed[i].first), text("carried"), kNamed[i].second),
            "attribute");
    }
    check(
        OTF2_GlobalDefWriter_WriteParameter(m_writer, 0, text("n"), OTF2_PARAMETER_TYPE_INT64),
        "parameter");
    check(
        OTF2_GlobalDefWriter_WriteParameter(m_writer, 1, text("s"), OTF2_PARAMETER_TYPE_STRING),
        "parameter");
}

void DefinitionScript::writeProperties()
{
    OTF2_AttributeValue value{};
    value.uint64 = m_random.below(1ULL << 40U);
    const OTF2_StringRef name = text("memory");
    check(
        OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
            m_writer, 0, name, OTF2_TYPE_UINT64, value),
        "node property");
    check(
        OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
            m_writer, 0, OTF2_SYSTEM_TREE_DOMAIN_MACHINE),
        "domain");
    for (unsigned process = 0; process < m_plan.processes; ++process) {
        check(
            OTF2_GlobalDefWriter_WriteLocationGroupProperty(
                m_writer, process, name, OTF2_TYPE_UINT64, value),
            "group property");
    }
    value.stringRef = text("a value");
    check(
        OTF2_GlobalDefWriter_WriteIoFileProperty(
            m_writer, 0, text("lustre"), OTF2_TYPE_STRING, value),
        "file property");
}

/// The first communicator's ranks in a line that is a ring.
void DefinitionScript::writeTopology()
{
    const auto ranks = static_cast<std::uint32_t>(m_plan.masters.size());
    const OTF2_CartDimensionRef dimension = 0;
    check(
        OTF2_GlobalDefWriter_WriteCartDimension(
            m_writer, dimension, text("x"), ranks, OTF2_CART_PERIODIC_TRUE),
        "dimension");
    check(
        OTF2_GlobalDefWriter_WriteCartTopology(m_writer, 0, text("ring"), 0, 1, &dimension),
        "topology");
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        check(OTF2_GlobalDefWriter_WriteCartCoordinate(m_writer, 0, rank, 1, &rank), "coordinate");
    }
}

void DefinitionScript::writeRest()
{
    check(
        OTF2_GlobalDefWriter_WriteRmaWin(m_writer, 0, text("window"), 0, OTF2_RMA_WIN_FLAG_NONE),
        "window");
    check(
        OTF2_GlobalDefWriter_WriteInterruptGenerator(
            m_writer,
            0,
            text("timer"),
            OTF2_INTERRUPT_GENERATOR_MODE_TIME,
            OTF2_BASE_DECIMAL,
            -9,
            1'000),
        "interrupt generator");
}

void DefinitionScript::writeFiles()
{
    check(
        OTF2_GlobalDefWriter_WriteIoParadigm(
            m_writer,
            0,
            text("POSIX"),
            text("POSIX I/O"),
            OTF2_IO_PARADIGM_CLASS_SERIAL,
            OTF2_IO_PARADIGM_FLAG_OS,
            0,
            nullptr,
            nullptr,
            nullptr),
        "i/o paradigm");
    check(OTF2_GlobalDefWriter_WriteIoRegularFile(m_writer, 0, text("/data"), 0), "i/o file");
    check(OTF2_GlobalDefWriter_WriteIoDirectory(m_writer, 1, text("/"), 0), "directory");
    check(
        OTF2_GlobalDefWriter_WriteIoHandle(
            m_writer,
            0,
            text("data"),
            0,
            0,
            OTF2_IO_HANDLE_FLAG_PRE_CREATED,
            OTF2_UNDEFINED_COMM,
            OTF2_UNDEFINED_IO_HANDLE),
        "i/o handle");
    check(
        OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
            m_writer, 0, OTF2_IO_ACCESS_MODE_READ_WRITE, OTF2_IO_STATUS_FLAG_NONE),
        "i/o handle state");
}

}  // namespace

void writeRandomDefinitions(
    ArchiveWriter& archive,
    const RandomPlan& plan,
    const RandomOptions& options,
    RandomSource& random)
{
    DefinitionScript(archive, plan, options, random).write();
}

}  // namespace vellum::generate
