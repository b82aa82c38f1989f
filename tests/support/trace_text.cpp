#include "tests/support/trace_text.h"

#include "server/match/collective_matcher.h"
#include "server/match/launch_matcher.h"
#include "server/match/message_matcher.h"
#include "server/store/location_builder.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace vellum::tests {

namespace {

using namespace server;  // NOLINT(google-build-using-namespace)

using Words = std::vector<std::string>;

struct RawEvent {
    Tick tick = 0;
    EventKind kind = event_kind::kUnknown;
    std::vector<std::uint64_t> payload;
};

[[noreturn]] void fail(std::string_view line, const std::string& why)
{
    std::fprintf(stderr, "trace text: %s in '%.*s'\n", why.c_str(), int(line.size()), line.data());
    std::abort();
}

Words wordsOf(std::string_view line)
{
    Words words;
    std::string word;
    bool quoted = false;
    bool any = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
            any = true;
        } else if (c == '#' && !quoted) {
            break;
        } else if ((c == ' ' || c == '\t' || c == '\r') && !quoted) {
            if (any) {
                words.push_back(std::exchange(word, {}));
            }
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any) {
        words.push_back(word);
    }
    return words;
}

template <typename T>
std::optional<T> parsed(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole ? std::optional(value) : std::nullopt;
}

/// Reads statements one by one into definitions and raw events, then builds.
class Parser {
public:
    void parse(std::string_view line);
    std::shared_ptr<const store::TraceStore> build();

private:
    void define(const std::string& what);
    void defineIo(const std::string& what);
    void defineLocation();
    void defineRegion();
    void defineGroup(GroupType type);
    void addEvent(const std::string& what);
    void addMessage(EventKind kind, const char* partner, bool hasRequest);
    void completeDefinitions();
    void completeSystemTree();
    void completeCommunicators();

    template <typename T>
    T number(const std::string& word) const;
    [[nodiscard]] const std::string& word(std::size_t index) const;
    /// The word after \p key, or \p fallback.
    [[nodiscard]] std::uint64_t option(const std::string& key, std::uint64_t fallback) const;
    [[nodiscard]] std::uint32_t option32(const std::string& key, std::uint32_t fallback) const
    {
        return static_cast<std::uint32_t>(option(key, fallback));
    }
    [[nodiscard]] std::string textOption(const std::string& key) const;
    std::uint64_t regionNamed(const std::string& name);
    std::vector<RawEvent>& eventsOf(LocationRef ref);

    std::string m_line;
    Words m_words;
    Definitions m_definitions;
    std::map<LocationRef, std::vector<RawEvent>> m_events;
};

constexpr std::uint32_t kNone = 0xffffffff;

template <typename T>
T Parser::number(const std::string& word) const
{
    const std::optional<T> value = parsed<T>(word);
    if (!value) {
        fail(m_line, "'" + word + "' is no number");
    }
    return *value;
}

const std::string& Parser::word(std::size_t index) const
{
    if (index >= m_words.size()) {
        fail(m_line, "a word is missing");
    }
    return m_words[index];
}

std::uint64_t Parser::option(const std::string& key, std::uint64_t fallback) const
{
    const std::string text = textOption(key);
    return text.empty() ? fallback : number<std::uint64_t>(text);
}

std::string Parser::textOption(const std::string& key) const
{
    const auto found = std::ranges::find(m_words, key);
    if (found == m_words.end()) {
        return {};
    }
    return word(static_cast<std::size_t>(found - m_words.begin()) + 1);
}

std::vector<RawEvent>& Parser::eventsOf(LocationRef ref)
{
    const auto found = std::ranges::find(m_definitions.locations, ref, &Location::ref);
    if (found == m_definitions.locations.end()) {
        m_definitions.locations.push_back(
            {.ref = ref,
             .name = "location " + std::to_string(ref.value()),
             .type = LocationType::CpuThread,
             .group = LocationGroupRef(0)});
    }
    return m_events[ref];
}

std::uint64_t Parser::regionNamed(const std::string& name)
{
    if (const auto ref = parsed<std::uint32_t>(name)) {
        return *ref;
    }
    const auto found = std::ranges::find(m_definitions.regions, name, &Region::name);
    if (found != m_definitions.regions.end()) {
        return found->ref.value();
    }
    const auto ref = static_cast<std::uint32_t>(1000 + m_definitions.regions.size());
    m_definitions.regions.push_back(
        {.ref = RegionRef(ref),
         .name = name,
         .role = RegionRole::Function,
         .paradigm = Paradigm::User,
         .group = FunctionGroup::Application});
    return ref;
}

void Parser::defineLocation()
{
    static const std::map<std::string, LocationType> kTypes{
        {"", LocationType::CpuThread},
        {"thread", LocationType::CpuThread},
        {"stream", LocationType::AcceleratorStream},
        {"metric", LocationType::Metric},
        {"unknown", LocationType::Unknown}};
    const auto type = kTypes.find(textOption("type"));
    if (type == kTypes.end()) {
        fail(m_line, "no such type of location");
    }
    m_definitions.locations.push_back(
        {.ref = LocationRef(number<std::uint64_t>(word(1))),
         .name = word(2),
         .type = type->second,
         .claimedEvents = option("claims", 0),
         .group = LocationGroupRef(option32("group", 0))});
}

void Parser::defineRegion()
{
    const auto paradigm = static_cast<Paradigm>(option("paradigm", 1));
    const auto role = static_cast<RegionRole>(option("role", 1));
    const auto made = functionGroupOf(paradigm, role, textOption("file"));
    const auto group = option32("function-group", static_cast<std::uint32_t>(made));
    const std::string file = textOption("file");
    const std::string description = textOption("description");
    m_definitions.regions.push_back(
        {.ref = RegionRef(number<std::uint32_t>(word(1))),
         .name = word(2),
         .role = role,
         .paradigm = paradigm,
         .group = static_cast<FunctionGroup>(group),
         .sourceFile = file,
         .description = description,
         .color = option32("color", 0)});
}

void Parser::defineGroup(GroupType type)
{
    Group group{
        .ref = GroupRef(number<std::uint32_t>(word(1))), .type = type, .paradigm = Paradigm::Mpi};
    for (std::size_t i = 2; i < m_words.size(); ++i) {
        group.members.push_back(number<std::uint64_t>(m_words[i]));
    }
    m_definitions.groups.push_back(std::move(group));
}

void Parser::define(const std::string& what)
{
    const auto ref = [this] { return number<std::uint32_t>(word(1)); };
    if (what == "ticks-per-second") {
        m_definitions.clock.ticksPerSecond = number<std::uint64_t>(word(1));
    } else if (what == "length") {
        m_definitions.clock.length = number<std::uint64_t>(word(1));
    } else if (what == "node") {
        m_definitions.systemTreeNodes.push_back(
            {.ref = SystemTreeNodeRef(ref()),
             .name = word(2),
             .className = "node",
             .parent = SystemTreeNodeRef(option32("parent", kNone))});
    } else if (what == "group") {
        m_definitions.locationGroups.push_back(
            {.ref = LocationGroupRef(ref()),
             .name = word(2),
             .type = textOption("type") == "accelerator" ? LocationGroupType::Accelerator
                                                         : LocationGroupType::Process,
             .parent = SystemTreeNodeRef(option32("node", 0)),
             .creator = LocationGroupRef(option32("creator", kNone))});
    } else if (what == "comm") {
        m_definitions.communicators.push_back(
            {.ref = CommRef(ref()),
             .name = "comm " + word(1),
             .group = GroupRef(number<std::uint32_t>(word(2))),
             .remoteGroup = GroupRef(option32("remote", kNone))});
    } else if (what == "metric") {
        m_definitions.metricMembers.push_back(
            {.ref = MetricMemberRef(ref()),
             .name = word(2),
             .unit = textOption("unit"),
             .mode = static_cast<MetricMode>(option("mode", 0x31))});
    } else if (what == "context") {
        m_definitions.callingContexts.push_back(
            {.ref = CallingContextRef(ref()),
             .region = RegionRef(static_cast<std::uint32_t>(regionNamed(word(2)))),
             .parent = CallingContextRef(option32("parent", kNone))});
    } else {
        defineIo(what);
    }
}

void Parser::defineIo(const std::string& what)
{
    if (what == "io-paradigm") {
        m_definitions.ioParadigms.push_back(
            {.ref = IoParadigmRef(number<std::uint8_t>(word(1))),
             .identification = word(2),
             .name = word(2)});
    } else if (what == "io-file") {
        m_definitions.ioFiles.push_back(
            {.ref = IoFileRef(number<std::uint32_t>(word(1))), .name = word(2)});
    } else if (what == "io-handle") {
        m_definitions.ioHandles.push_back(
            {.ref = IoHandleRef(number<std::uint32_t>(word(1))),
             .name = word(2),
             .file = IoFileRef(option32("file", kNone)),
             .paradigm = IoParadigmRef(static_cast<std::uint8_t>(option("paradigm", 255)))});
    } else {
        fail(m_line, "no such statement");
    }
}

void Parser::addMessage(EventKind kind, const char* partner, bool hasRequest)
{
    std::vector<std::uint64_t> payload{
        option(partner, 0), option("comm", 0), option("tag", 0), option("bytes", 0)};
    if (hasRequest) {
        payload.push_back(option("request", 0));
    }
    eventsOf(LocationRef(number<std::uint64_t>(word(1))))
        .push_back({.tick = number<Tick>(word(2).substr(1)), .kind = kind, .payload = payload});
}

EventKind kindNamed(const std::string& name)
{
    for (EventKind kind = 0; kind < event_kind::kCount; ++kind) {
        if (infoOf(kind).name == name) {
            return kind;
        }
    }
    return event_kind::kCount;
}

void Parser::addEvent(const std::string& what)
{
    RawEvent event{.tick = number<Tick>(word(2).substr(1))};
    if (what == "enter" || what == "leave") {
        event.kind = what == "enter" ? event_kind::kEnter : event_kind::kLeave;
        event.payload = {regionNamed(word(3))};
    } else if (what == "irecv-request") {
        event.kind = event_kind::kMpiIrecvRequest;
        event.payload = {option("request", 0)};
    } else {
        event.kind = kindNamed(word(3));
        if (event.kind == event_kind::kCount) {
            fail(m_line, "no such kind of event");
        }
        for (std::size_t i = 4; i < m_words.size(); ++i) {
            event.payload.push_back(number<std::uint64_t>(m_words[i]));
        }
        if (event.payload.size() < infoOf(event.kind).attributes.size()) {
            fail(m_line, "too few payload words");
        }
    }
    eventsOf(LocationRef(number<std::uint64_t>(word(1)))).push_back(std::move(event));
}

void Parser::parse(std::string_view line)
{
    m_line = line;
    m_words = wordsOf(line);
    if (m_words.empty()) {
        return;
    }
    const std::string what = m_words.front();
    if (what == "location") {
        defineLocation();
    } else if (what == "region") {
        defineRegion();
    } else if (what == "locations-group") {
        defineGroup(GroupType::CommLocations);
    } else if (what == "comm-group") {
        defineGroup(GroupType::CommGroup);
    } else if (what == "comm-self") {
        defineGroup(GroupType::CommSelf);
    } else if (what == "send") {
        addMessage(event_kind::kMpiSend, "to", false);
    } else if (what == "recv") {
        addMessage(event_kind::kMpiRecv, "from", false);
    } else if (what == "isend") {
        addMessage(event_kind::kMpiIsend, "to", true);
    } else if (what == "irecv") {
        addMessage(event_kind::kMpiIrecv, "from", true);
    } else if (what == "enter" || what == "leave" || what == "event" || what == "irecv-request") {
        addEvent(what);
    } else {
        define(what);
    }
}

void Parser::completeSystemTree()
{
    for (const Location& location : m_definitions.locations) {
        auto& groups = m_definitions.locationGroups;
        if (std::ranges::find(groups, location.group, &LocationGroup::ref) == groups.end()) {
            groups.push_back(
                {.ref = location.group,
                 .name = "process " + std::to_string(location.group.value()),
                 .type = LocationGroupType::Process,
                 .parent = SystemTreeNodeRef(0)});
        }
    }
    if (m_definitions.systemTreeNodes.empty()) {
        m_definitions.systemTreeNodes.push_back(
            {.ref = SystemTreeNodeRef(0), .name = "node", .className = "node"});
    }
}

void Parser::completeCommunicators()
{
    if (!m_definitions.communicators.empty()) {
        return;
    }
    Group group{
        .ref = GroupRef(kNone - 1), .type = GroupType::CommLocations, .paradigm = Paradigm::Mpi};
    for (const Location& location : m_definitions.locations) {
        group.members.push_back(location.ref.value());
    }
    m_definitions.communicators.push_back(
        {.ref = CommRef(0), .name = "MPI_COMM_WORLD", .group = group.ref});
    m_definitions.groups.push_back(std::move(group));
}

void Parser::completeDefinitions()
{
    completeSystemTree();
    completeCommunicators();
    m_definitions.defineMetricClasses();
    m_definitions.buildLookups();
}

std::shared_ptr<const store::TraceStore> Parser::build()
{
    completeDefinitions();
    auto trace = std::make_shared<store::TraceStore>();
    trace->path = "text";
    trace->format = "text";
    std::vector<TickRange> extents;
    for (std::uint32_t i = 0; i < m_definitions.locations.size(); ++i) {
        store::LocationBuilder builder(m_definitions, LocationIndex(i));
        for (const RawEvent& event : m_events[m_definitions.locations[i].ref]) {
            builder.add(event.tick, event.kind, event.payload);
        }
        trace->locations.push_back(builder.finish(trace->report));
        extents.push_back(trace->locations.back().extent());
    }
    trace->definitions = std::move(m_definitions);
    store::defineUndefinedRegions(*trace);
    trace->range = store::wholeRange(trace->definitions.clock, extents);
    for (store::LocationStore& location : trace->locations) {
        location.rows = store::ClassRows::build(location.calls, trace->definitions);
    }
    match::matchLaunches(*trace);
    match::matchMessages(*trace);
    match::matchCollectives(*trace);
    return trace;
}

}  // namespace

std::shared_ptr<const server::store::TraceStore> traceFromText(std::string_view text)
{
    Parser parser;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        parser.parse(line);
    }
    return parser.build();
}

}  // namespace vellum::tests
