#include "collector/writer/otf2_archive.h"

#include <otf2/otf2.h>

#include <cstdarg>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

namespace {

constexpr std::uint32_t kMachineNode = 0;
constexpr std::uint32_t kHostNode = 1;

OTF2_FlushType flushAlways(
    void* /*user*/,
    OTF2_FileType /*type*/,
    OTF2_LocationRef /*location*/,
    void* /*caller*/,
    bool /*final*/)
{
    return OTF2_FLUSH;
}

// Without the second function OTF2 adds no BufferFlush events: those would be about the writing of the
// archive, long after the program ran.
constexpr OTF2_FlushCallbacks kFlushCallbacks{
    .otf2_pre_flush = flushAlways, .otf2_post_flush = nullptr};

/// OTF2 reports to standard error unless it is given this.
OTF2_ErrorCode keepQuiet(
    void* /*user*/,
    const char* /*file*/,
    std::uint64_t /*line*/,
    const char* /*function*/,
    OTF2_ErrorCode code,
    const char* /*format*/,
    va_list /*arguments*/)
{
    return code;
}

struct RoleAndParadigm {
    OTF2_RegionRole role;
    OTF2_Paradigm paradigm;
};

RoleAndParadigm describe(Otf2Archive::RegionKind kind)
{
    switch (kind) {
    case Otf2Archive::RegionKind::Function:
        break;
    case Otf2Archive::RegionKind::User:
        return {OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER};
    case Otf2Archive::RegionKind::Flush:
        return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM};
    case Otf2Archive::RegionKind::ThreadCreate:
        return {OTF2_REGION_ROLE_THREAD_CREATE, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::ThreadWait:
        return {OTF2_REGION_ROLE_THREAD_WAIT, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::Barrier:
        return {OTF2_REGION_ROLE_BARRIER, OTF2_PARADIGM_PTHREAD};
    case Otf2Archive::RegionKind::DeviceApi:
        return {OTF2_REGION_ROLE_WRAPPER, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceKernel:
    case Otf2Archive::RegionKind::DeviceEvent:
        return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceCopy:
        return {OTF2_REGION_ROLE_DATA_TRANSFER, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceWait:
        return {OTF2_REGION_ROLE_TASK_WAIT, OTF2_PARADIGM_CUDA};
    case Otf2Archive::RegionKind::DeviceOverhead:
        return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM};
    }
    return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER};
}

OTF2_LocationType typeOf(Otf2Archive::LocationKind kind)
{
    switch (kind) {
    case Otf2Archive::LocationKind::Stream:
        return OTF2_LOCATION_TYPE_ACCELERATOR_STREAM;
    case Otf2Archive::LocationKind::Metric:
        return OTF2_LOCATION_TYPE_METRIC;
    case Otf2Archive::LocationKind::Other:
        return OTF2_LOCATION_TYPE_UNKNOWN;
    case Otf2Archive::LocationKind::Thread:
        break;
    }
    return OTF2_LOCATION_TYPE_CPU_THREAD;
}

}  // namespace

struct Otf2Archive::State {
    std::filesystem::path directory;
    OTF2_Archive* archive = nullptr;
    OTF2_EvtWriter* events = nullptr;
    OTF2_GlobalDefWriter* definitions = nullptr;
    LocationRef location = 0;
    std::map<std::string, StringRef> strings;
    std::map<std::string, AttributeRef, std::less<>> attributes;
    OTF2_AttributeList* attributeList = nullptr;
    OTF2_ErrorCode failure = OTF2_SUCCESS;

    bool isOk() const { return failure == OTF2_SUCCESS; }
    void check(OTF2_ErrorCode code)
    {
        if (isOk()) {
            failure = code;
        }
    }
    StringRef string(const std::string& text);
    void writeLocalDefinitions();
    void writeAttributes();
};

/// The reference of a text, which is defined with its first use.
Otf2Archive::StringRef Otf2Archive::State::string(const std::string& text)
{
    const auto [place, isNew] = strings.try_emplace(text, static_cast<StringRef>(strings.size()));
    if (isNew) {
        check(OTF2_GlobalDefWriter_WriteString(definitions, place->second, text.c_str()));
    }
    return place->second;
}

Otf2Archive::Otf2Archive(const std::filesystem::path& directory)
    : m_state(std::make_unique<State>())
{
    State& state = *m_state;
    state.directory = directory;
    state.attributeList = OTF2_AttributeList_New();
    OTF2_Error_RegisterCallback(keepQuiet, nullptr);
    state.archive = OTF2_Archive_Open(
        directory.c_str(),
        "traces",
        OTF2_FILEMODE_WRITE,
        OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
        OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT,
        OTF2_SUBSTRATE_POSIX,
        OTF2_COMPRESSION_NONE);
    if (state.archive == nullptr) {
        state.failure = OTF2_ERROR_INVALID;
        return;
    }
    state.check(OTF2_Archive_SetFlushCallbacks(state.archive, &kFlushCallbacks, nullptr));
    state.check(OTF2_Archive_SetSerialCollectiveCallbacks(state.archive));
    state.check(OTF2_Archive_SetCreator(state.archive, "vellum-record " VELLUM_VERSION));
    state.check(OTF2_Archive_OpenEvtFiles(state.archive));
    state.check(OTF2_Archive_OpenDefFiles(state.archive));
}

Otf2Archive::~Otf2Archive()
{
    OTF2_AttributeList_Delete(m_state->attributeList);
    if (m_state->archive != nullptr) {
        OTF2_Archive_Close(m_state->archive);
    }
}

void Otf2Archive::beginLocation(LocationRef location)
{
    if (m_state->isOk()) {
        m_state->location = location;
        m_state->events = OTF2_Archive_GetEvtWriter(m_state->archive, location);
        m_state->check(m_state->events == nullptr ? OTF2_ERROR_INVALID : OTF2_SUCCESS);
    }
}

void Otf2Archive::enter(std::uint64_t tick, RegionRef region, std::span<const Attribute> attributes)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    // The library empties the list with each event that is written with it.
    for (const Attribute& attribute : attributes) {
        state.check(
            OTF2_AttributeList_AddUint64(state.attributeList, attribute.name, attribute.value));
    }
    state.check(OTF2_EvtWriter_Enter(
        state.events, attributes.empty() ? nullptr : state.attributeList, tick, region));
}

void Otf2Archive::leave(std::uint64_t tick, RegionRef region)
{
    if (m_state->isOk()) {
        m_state->check(OTF2_EvtWriter_Leave(m_state->events, nullptr, tick, region));
    }
}

void Otf2Archive::sample(std::uint64_t tick, MetricRef metric, std::int64_t value)
{
    if (m_state->isOk()) {
        const OTF2_Type type = OTF2_TYPE_INT64;
        OTF2_MetricValue sampled{};
        sampled.signed_int = value;
        m_state->check(
            OTF2_EvtWriter_Metric(m_state->events, nullptr, tick, metric, 1, &type, &sampled));
    }
}

Otf2Archive::AttributeRef Otf2Archive::attribute(std::string_view name)
{
    const auto found = m_state->attributes.find(name);
    if (found != m_state->attributes.end()) {
        return found->second;
    }
    const auto ref = static_cast<AttributeRef>(m_state->attributes.size());
    m_state->attributes.emplace(name, ref);
    return ref;
}

void Otf2Archive::setProperty(const std::string& name, const std::string& value)
{
    if (m_state->isOk()) {
        m_state->check(
            OTF2_Archive_SetProperty(m_state->archive, name.c_str(), value.c_str(), true));
    }
}

std::uint64_t Otf2Archive::endLocation()
{
    std::uint64_t count = 0;
    if (m_state->isOk()) {
        m_state->check(OTF2_EvtWriter_GetNumberOfEvents(m_state->events, &count));
        m_state->check(OTF2_Archive_CloseEvtWriter(m_state->archive, m_state->events));
        m_state->writeLocalDefinitions();
    }
    return count;
}

// All references are global already; readers expect the file all the same.
void Otf2Archive::State::writeLocalDefinitions()
{
    OTF2_DefWriter* local = OTF2_Archive_GetDefWriter(archive, location);
    check(local == nullptr ? OTF2_ERROR_INVALID : OTF2_Archive_CloseDefWriter(archive, local));
}

void Otf2Archive::beginDefinitions(
    const Clock& clock, const std::string& machine, const std::string& node)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    state.check(OTF2_Archive_CloseEvtFiles(state.archive));
    state.check(OTF2_Archive_CloseDefFiles(state.archive));
    state.definitions = OTF2_Archive_GetGlobalDefWriter(state.archive);
    if (state.definitions == nullptr) {
        state.check(OTF2_ERROR_INVALID);
        return;
    }
    OTF2_GlobalDefWriter* out = state.definitions;
    state.check(OTF2_GlobalDefWriter_WriteClockProperties(
        out,
        clock.ticksPerSecond,
        clock.firstTick,
        clock.lastTick - clock.firstTick,
        clock.realtimeNs));
    state.string("");
    const StringRef machineClass = state.string("machine");
    const StringRef nodeClass = state.string("node");
    state.check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
        out, kMachineNode, state.string(machine), machineClass, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    state.check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
        out, kHostNode, state.string(node), nodeClass, kMachineNode));
    state.check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
        out, kMachineNode, OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
    state.check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
        out, kHostNode, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
    state.writeAttributes();
}

void Otf2Archive::State::writeAttributes()
{
    std::vector<std::string> names(attributes.size());
    for (const auto& [name, ref] : attributes) {
        names[ref] = name;
    }
    for (AttributeRef ref = 0; ref < names.size(); ++ref) {
        const StringRef name = string(names[ref]);
        const StringRef description = string("");
        check(OTF2_GlobalDefWriter_WriteAttribute(
            definitions, ref, name, description, OTF2_TYPE_UINT64));
    }
}

void Otf2Archive::defineRegion(RegionRef self, const Region& region)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    const RoleAndParadigm meaning = describe(region.kind);
    const std::string& canonical =
        region.canonicalName.empty() ? region.name : region.canonicalName;
    const StringRef name = state.string(region.name);
    const StringRef canonicalName = state.string(canonical);
    const StringRef description = state.string("");
    const StringRef file = region.file.empty() ? OTF2_UNDEFINED_STRING : state.string(region.file);
    state.check(OTF2_GlobalDefWriter_WriteRegion(
        state.definitions,
        self,
        name,
        canonicalName,
        description,
        meaning.role,
        meaning.paradigm,
        OTF2_REGION_FLAG_NONE,
        file,
        region.line,
        0));
}

void Otf2Archive::defineGroup(
    GroupRef self, const std::string& name, GroupKind kind, std::optional<GroupRef> creator)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_GlobalDefWriter_WriteLocationGroup(
            state.definitions,
            self,
            state.string(name),
            kind == GroupKind::Process ? OTF2_LOCATION_GROUP_TYPE_PROCESS
                                       : OTF2_LOCATION_GROUP_TYPE_ACCELERATOR,
            kHostNode,
            creator.value_or(OTF2_UNDEFINED_LOCATION_GROUP)));
    }
}

void Otf2Archive::defineLocation(
    LocationRef self,
    const std::string& name,
    LocationKind kind,
    std::uint64_t events,
    GroupRef group)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_GlobalDefWriter_WriteLocation(
            state.definitions, self, state.string(name), typeOf(kind), events, group));
    }
}

void Otf2Archive::defineMetric(MetricRef self, const std::string& name, const std::string& unit)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    const StringRef nameText = state.string(name);
    const StringRef unitText = state.string(unit);
    const StringRef description = state.string("");
    state.check(OTF2_GlobalDefWriter_WriteMetricMember(
        state.definitions,
        self,
        nameText,
        description,
        OTF2_METRIC_TYPE_OTHER,
        OTF2_METRIC_ABSOLUTE_NEXT,
        OTF2_TYPE_INT64,
        OTF2_BASE_DECIMAL,
        0,
        unitText));
    state.check(OTF2_GlobalDefWriter_WriteMetricClass(
        state.definitions, self, 1, &self, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_ABSTRACT));
}

Result<void> Otf2Archive::finish()
{
    State& state = *m_state;
    if (state.definitions != nullptr) {
        state.check(OTF2_Archive_CloseGlobalDefWriter(state.archive, state.definitions));
    }
    if (state.archive != nullptr) {
        state.check(OTF2_Archive_Close(std::exchange(state.archive, nullptr)));
    }
    if (!state.isOk()) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "archive " + state.directory.string()
                       + " cannot be written: " + OTF2_Error_GetDescription(state.failure)};
    }
    return {};
}

}  // namespace vellum::collector::writer
