#include "collector/writer/otf2_archive.h"

#include "collector/writer/otf2_archive_state.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

namespace {

constexpr std::uint32_t kMachineNode = 0;

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

/// The library would fill 128 MiB before it writes; a few chunks that are used again are faster, too, since their
/// pages are there already.
struct Chunks {
    static constexpr std::size_t kMost = 4;

    std::array<std::unique_ptr<std::byte[]>, kMost> memory;
    std::size_t used = 0;
};

void* lendChunk(
    void* /*user*/,
    OTF2_FileType /*type*/,
    OTF2_LocationRef /*location*/,
    void** buffer,
    std::uint64_t bytes)
{
    if (*buffer == nullptr) {
        *buffer = new Chunks;
    }
    auto& chunks = *static_cast<Chunks*>(*buffer);
    if (chunks.used == Chunks::kMost) {
        return nullptr;  // then it writes what it has
    }
    std::unique_ptr<std::byte[]>& chunk = chunks.memory.at(chunks.used++);
    if (chunk == nullptr) {
        chunk.reset(new std::byte[bytes]);
    }
    return chunk.get();
}

void takeChunksBack(
    void* /*user*/,
    OTF2_FileType /*type*/,
    OTF2_LocationRef /*location*/,
    void** buffer,
    bool isFinal)
{
    auto* const chunks = static_cast<Chunks*>(*buffer);
    if (chunks == nullptr) {
        return;
    }
    chunks->used = 0;
    if (isFinal) {
        delete chunks;
        *buffer = nullptr;
    }
}

constexpr OTF2_MemoryCallbacks kMemoryCallbacks{
    .otf2_allocate = lendChunk, .otf2_free_all = takeChunksBack};

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

OTF2_Type typeOf(Otf2Archive::AttributeType type)
{
    switch (type) {
    case Otf2Archive::AttributeType::Int:
        return OTF2_TYPE_INT64;
    case Otf2Archive::AttributeType::Real:
        return OTF2_TYPE_DOUBLE;
    case Otf2Archive::AttributeType::Text:
        return OTF2_TYPE_STRING;
    case Otf2Archive::AttributeType::UInt:
        break;
    }
    return OTF2_TYPE_UINT64;
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

/// The library does not look whether the last of a file could be written.
void Otf2Archive::State::checkSpace()
{
    const int error = errno;
    if (error == ENOSPC || error == EDQUOT) {
        check(OTF2_ERROR_ENOSPC);
    } else if (error == EFBIG) {
        check(OTF2_ERROR_EFBIG);
    } else if (error == EIO) {
        check(OTF2_ERROR_EIO);
    }
}

/// The reference of a text, which is defined with its first use, or with the definitions' begin.
Otf2Archive::StringRef Otf2Archive::State::string(const std::string& text)
{
    const auto [place, isNew] = strings.try_emplace(text, static_cast<StringRef>(strings.size()));
    if (isNew && definitions != nullptr) {
        check(OTF2_GlobalDefWriter_WriteString(definitions, place->second, text.c_str()));
    }
    return place->second;
}

/// Those that events have used.
void Otf2Archive::State::writeStrings()
{
    std::vector<const std::string*> texts(strings.size());
    for (const auto& [text, ref] : strings) {
        texts[ref] = &text;
    }
    for (StringRef ref = 0; ref < texts.size(); ++ref) {
        check(OTF2_GlobalDefWriter_WriteString(definitions, ref, texts[ref]->c_str()));
    }
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
    state.check(OTF2_Archive_SetMemoryCallbacks(state.archive, &kMemoryCallbacks, nullptr));
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

void Otf2Archive::reserveWindows(WindowRef windows)
{
    m_state->deviceWindow = windows;
}

void Otf2Archive::setClock(const ClockMap& clock)
{
    m_state->clock = clock;
}

void Otf2Archive::setFloor(std::uint64_t time)
{
    m_state->floor = time;
}

std::uint64_t Otf2Archive::latest() const
{
    return m_state->latest;
}

void Otf2Archive::beginLocation(LocationRef location)
{
    if (m_state->isOk()) {
        m_state->location = location;
        m_state->floor = 0;
        m_state->latest = 0;
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
        const AttributeType type = state.attributes[attribute.name].type;
        OTF2_AttributeValue value{};
        value.uint64 = attribute.value;  // all members begin at the same place
        if (type == AttributeType::Text) {
            value.stringRef = static_cast<OTF2_StringRef>(attribute.value);
        }
        state.check(OTF2_AttributeList_AddAttribute(
            state.attributeList, attribute.name, typeOf(type), value));
    }
    state.check(OTF2_EvtWriter_Enter(
        state.events,
        attributes.empty() ? nullptr : state.attributeList,
        state.time(tick),
        region));
}

void Otf2Archive::leave(std::uint64_t tick, RegionRef region)
{
    if (m_state->isOk()) {
        m_state->check(OTF2_EvtWriter_Leave(m_state->events, nullptr, m_state->time(tick), region));
    }
}

void Otf2Archive::beginTransfer(
    std::uint64_t tick,
    Transfer direction,
    LocationRef partner,
    std::uint64_t bytes,
    std::uint64_t number)
{
    if (m_state->isOk()) {
        const auto write =
            direction == Transfer::Put ? OTF2_EvtWriter_RmaPut : OTF2_EvtWriter_RmaGet;
        m_state->check(write(
            m_state->events,
            nullptr,
            m_state->time(tick),
            m_state->deviceWindow,
            static_cast<std::uint32_t>(partner),
            bytes,
            number));
    }
}

void Otf2Archive::completeTransfer(std::uint64_t tick, std::uint64_t number)
{
    if (m_state->isOk()) {
        m_state->check(OTF2_EvtWriter_RmaOpCompleteBlocking(
            m_state->events, nullptr, m_state->time(tick), m_state->deviceWindow, number));
    }
}

Otf2Archive::AttributeRef Otf2Archive::attribute(std::string_view name, AttributeType type)
{
    auto& all = m_state->attributes;
    const auto found = std::ranges::find_if(all, [&](const auto& attribute) {
        return attribute.name == name && attribute.type == type;
    });
    const auto ref = static_cast<AttributeRef>(found - all.begin());
    if (found == all.end()) {
        all.push_back({.name = std::string(name), .type = type});
    }
    return ref;
}

Otf2Archive::StringRef Otf2Archive::text(const std::string& text)
{
    return m_state->string(text);
}

void Otf2Archive::writeMarks(const std::vector<Mark>& marks)
{
    State& state = *m_state;
    if (marks.empty() || !state.isOk()) {
        return;
    }
    OTF2_MarkerWriter* writer = OTF2_Archive_GetMarkerWriter(state.archive);
    if (writer == nullptr) {
        return state.check(OTF2_ERROR_INVALID);
    }
    std::map<std::pair<std::string, std::string>, OTF2_MarkerRef> categories;
    for (const Mark& mark : marks) {
        const auto [place, isNew] = categories.try_emplace(
            {mark.group, mark.category}, static_cast<OTF2_MarkerRef>(categories.size()));
        if (isNew) {
            state.check(OTF2_MarkerWriter_WriteDefMarker(
                writer,
                place->second,
                mark.group.c_str(),
                mark.category.c_str(),
                OTF2_SEVERITY_NONE));
        }
        state.check(OTF2_MarkerWriter_WriteMarker(
            writer,
            mark.tick,
            0,
            place->second,
            OTF2_MARKER_SCOPE_LOCATION,
            mark.location,
            mark.text.c_str()));
    }
    state.check(OTF2_Archive_CloseMarkerWriter(state.archive, writer));
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
        errno = 0;
        m_state->check(OTF2_Archive_CloseEvtWriter(m_state->archive, m_state->events));
        m_state->checkSpace();
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
    const Clock& clock, const std::string& machine, const std::vector<std::string>& nodes)
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
    state.writeStrings();
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
    state.check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
        out, kMachineNode, OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
    std::uint32_t self = State::kFirstHostNode;
    for (const std::string& node : nodes) {
        state.check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
            out, self, state.string(node), nodeClass, kMachineNode));
        state.check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
            out, self, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
        ++self;
    }
    state.writeAttributes();
}

void Otf2Archive::State::writeAttributes()
{
    for (AttributeRef ref = 0; ref < attributes.size(); ++ref) {
        const StringRef name = string(attributes[ref].name);
        const StringRef description = string("");
        check(OTF2_GlobalDefWriter_WriteAttribute(
            definitions, ref, name, description, typeOf(attributes[ref].type)));
    }
}

void Otf2Archive::defineGroup(
    GroupRef self,
    const std::string& name,
    GroupKind kind,
    std::optional<GroupRef> creator,
    std::size_t node)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_GlobalDefWriter_WriteLocationGroup(
            state.definitions,
            self,
            state.string(name),
            kind == GroupKind::Process ? OTF2_LOCATION_GROUP_TYPE_PROCESS
                                       : OTF2_LOCATION_GROUP_TYPE_ACCELERATOR,
            State::nodeRef(node),
            creator.value_or(OTF2_UNDEFINED_LOCATION_GROUP)));
    }
}

void Otf2Archive::defineGroupProperty(
    GroupRef group, const std::string& name, const std::string& value)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_GlobalDefWriter_WriteLocationGroupProperty(
            state.definitions,
            group,
            state.string(name),
            OTF2_TYPE_STRING,
            {.stringRef = state.string(value)}));
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

void Otf2Archive::defineWindow(LocationRef locations)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    const OTF2_GroupRef locationGroup = state.groups++;
    const OTF2_GroupRef rankGroup = state.groups++;
    const OTF2_CommRef communicator = state.communicators++;
    std::vector<std::uint64_t> members(locations);
    std::iota(members.begin(), members.end(), 0);
    const auto defineGroup = [&](OTF2_GroupRef self, OTF2_GroupType type) {
        state.check(OTF2_GlobalDefWriter_WriteGroup(
            state.definitions,
            self,
            state.string("CUDA"),
            type,
            OTF2_PARADIGM_CUDA,
            OTF2_GROUP_FLAG_NONE,
            static_cast<std::uint32_t>(members.size()),
            members.data()));
    };
    defineGroup(locationGroup, OTF2_GROUP_TYPE_COMM_LOCATIONS);
    defineGroup(rankGroup, OTF2_GROUP_TYPE_COMM_GROUP);
    const StringRef name = state.string("CUDA memory");
    state.check(OTF2_GlobalDefWriter_WriteComm(
        state.definitions,
        communicator,
        name,
        rankGroup,
        OTF2_UNDEFINED_COMM,
        OTF2_COMM_FLAG_NONE));
    state.check(OTF2_GlobalDefWriter_WriteRmaWin(
        state.definitions, state.deviceWindow, name, communicator, OTF2_RMA_WIN_FLAG_NONE));
}

Result<void> Otf2Archive::finish()
{
    State& state = *m_state;
    errno = 0;
    if (state.definitions != nullptr) {
        state.check(OTF2_Archive_CloseGlobalDefWriter(state.archive, state.definitions));
    }
    if (state.archive != nullptr) {
        state.check(OTF2_Archive_Close(std::exchange(state.archive, nullptr)));
    }
    state.checkSpace();
    if (!state.isOk()) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "archive " + state.directory.string()
                       + " cannot be written: " + OTF2_Error_GetDescription(state.failure)};
    }
    return {};
}

}  // namespace vellum::collector::writer
