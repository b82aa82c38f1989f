#include "server/reader/joint_source.h"

#include "common/base/narrow.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace vellum::server::reader {

namespace {

using query::Severity;

constexpr std::string_view kRankClass = "rank";

/// From a part's references to those of the whole.
struct Mapping {
    std::vector<std::uint32_t> regions;
    std::vector<std::uint32_t> metrics;
    std::uint32_t firstContext = 0;
    std::uint32_t firstGroup = 0;
    std::size_t firstLocation = 0;
    Tick shift = 0;
};

std::optional<std::uint64_t> rankOf(const Definitions& definitions)
{
    for (const SystemTreeNode& node : definitions.systemTreeNodes) {
        const std::string& name = node.name;
        const std::size_t digits = name.find_first_of("0123456789");
        std::uint64_t rank = 0;
        if (node.className == kRankClass && digits != std::string::npos
            && std::from_chars(name.data() + digits, name.data() + name.size(), rank).ec
                   == std::errc()) {
            return rank;
        }
    }
    return std::nullopt;
}

/// Which words of a record are references, and what they become.
void remap(EventKind kind, std::span<std::uint64_t> payload, const Mapping& mapping)
{
    const auto apply = [&](std::size_t index, const std::vector<std::uint32_t>& table) {
        if (index < payload.size() && payload[index] < table.size()) {
            payload[index] = table[payload[index]];
        }
    };
    switch (kind) {
    case event_kind::kEnter:
    case event_kind::kLeave:
    case event_kind::kInstant:
        return apply(0, mapping.regions);
    case event_kind::kFlowBegin:
    case event_kind::kFlowStep:
    case event_kind::kFlowEnd:
        return apply(1, mapping.regions);
    case event_kind::kMetric:
        return apply(0, mapping.metrics);
    case event_kind::kCallingContextEnter:
    case event_kind::kCallingContextLeave:
    case event_kind::kCallingContextSample:
        if (!payload.empty()) {
            payload.front() += mapping.firstContext;
        }
        return;
    default:
        return;
    }
}

class JointSource final : public EventSource {
public:
    JointSource(TraceHead head, std::vector<SourcePart> parts, std::vector<Mapping> mappings)
        : m_head(std::move(head))
        , m_parts(std::move(parts))
        , m_mappings(std::move(mappings))
    {
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> /*own*/) const override
    {
        return std::unique_ptr<EventReader>(
            std::make_unique<FunctionReader>([this](LocationIndex location, const BatchSink& sink) {
                return read(location, sink);
            }));
    }

private:
    ReadOutcome read(LocationIndex location, const BatchSink& sink) const
    {
        // The last part that begins at or before this location.
        const auto after =
            std::ranges::upper_bound(m_mappings, location.value(), {}, [](const Mapping& mapping) {
                return mapping.firstLocation;
            });
        const auto index = static_cast<std::size_t>(after - m_mappings.begin()) - 1;
        const Mapping& mapping = m_mappings[index];
        const LocationIndex own(narrow<std::uint32_t>(location.value() - mapping.firstLocation));
        auto reader = m_parts[index].source->makeReader(std::span(&own, 1));
        if (!reader.isOk()) {
            return {.end = ReadOutcome::End::Failed, .error = reader.error().message};
        }
        return reader.value()->read(
            own, [&](const EventBatch& batch) { return sink(translated(batch, mapping)); });
    }

    static EventBatch translated(EventBatch batch, const Mapping& mapping)
    {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            batch.tick[i] += mapping.shift;
            const std::size_t begin = batch.payloadBegin[i];
            const std::size_t count = batch.payloadOf(i).size();
            remap(batch.kind[i], std::span(batch.payload).subspan(begin, count), mapping);
        }
        return batch;
    }

    TraceHead m_head;
    std::vector<SourcePart> m_parts;
    std::vector<Mapping> m_mappings;
};

/// Puts the definitions of all parts together, part by part.
class Joining {
public:
    explicit Joining(std::vector<SourcePart> parts) : m_parts(std::move(parts)) {}

    std::unique_ptr<EventSource> run(const std::vector<std::string>& leftOut)
    {
        for (const std::string& sentence : leftOut) {
            m_head.report.add("file-left-out", Severity::Warning, sentence);
        }
        sort();
        place();
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            add(m_parts[i], m_mappings[i]);
        }
        m_head.format = m_parts.front().source->head().format;
        definitions().creator = m_parts.front().source->head().definitions.creator;
        definitions().buildLookups();
        reportRanks();
        return std::make_unique<JointSource>(
            std::move(m_head), std::move(m_parts), std::move(m_mappings));
    }

private:
    Definitions& definitions() { return m_head.definitions; }

    void sort();
    void place();
    void add(const SourcePart& part, Mapping& mapping);
    [[nodiscard]] std::vector<SystemTreeNodeRef> addNodes(const SourcePart& part);
    [[nodiscard]] SystemTreeNodeRef nodeFor(const SystemTreeNode& wanted);
    void addRegions(const Definitions& from, Mapping& mapping);
    void addMetrics(const Definitions& from, Mapping& mapping);
    void addContexts(const Definitions& from, Mapping& mapping);
    void addProperties(
        const Definitions& from,
        const Mapping& mapping,
        const std::vector<SystemTreeNodeRef>& nodes);
    void reportRanks();

    std::vector<SourcePart> m_parts;
    std::vector<Mapping> m_mappings;
    TraceHead m_head;
    using RegionKey = std::tuple<
        std::string,
        std::string,
        RegionRole,
        Paradigm,
        FunctionGroup,
        std::string,
        std::uint32_t>;
    std::map<RegionKey, std::uint32_t> m_regions;
    std::map<std::pair<std::string, std::string>, std::uint32_t> m_metrics;
    std::map<std::uint64_t, std::uint64_t> m_ranks;  ///< how many parts have each
};

void Joining::sort()
{
    const auto key = [](const SourcePart& part) {
        const auto rank = rankOf(part.source->head().definitions);
        return std::tuple(!rank, rank.value_or(0), part.path.string());
    };
    std::ranges::sort(m_parts, {}, key);
    m_mappings.resize(m_parts.size());
}

/// Where each part begins on the common axis.
void Joining::place()
{
    std::uint64_t first = 0;
    for (const SourcePart& part : m_parts) {
        const std::uint64_t begin = part.source->head().definitions.clock.realtimeNs;
        first = begin != 0 && (first == 0 || begin < first) ? begin : first;
    }
    ClockProperties& clock = definitions().clock;
    clock.realtimeNs = first;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const ClockProperties& own = m_parts[i].source->head().definitions.clock;
        if (own.realtimeNs != 0) {
            m_mappings[i].shift = static_cast<Tick>(own.realtimeNs - first);
        } else if (m_parts.size() > 1) {
            m_head.report.add(
                "unplaced-file",
                Severity::Warning,
                quoted(m_parts[i].path)
                    + " does not say when it was recorded: it is shown from the begin of the trace");
        }
        clock.length =
            std::max(clock.length, own.length + static_cast<std::uint64_t>(m_mappings[i].shift));
    }
}

SystemTreeNodeRef Joining::nodeFor(const SystemTreeNode& wanted)
{
    std::vector<SystemTreeNode>& nodes = definitions().systemTreeNodes;
    const auto same = std::ranges::find_if(nodes, [&](const SystemTreeNode& node) {
        return node.name == wanted.name && node.className == wanted.className
               && node.parent == wanted.parent && node.className != kRankClass;
    });
    if (same != nodes.end()) {
        return same->ref;
    }
    const SystemTreeNodeRef ref(narrow<std::uint32_t>(nodes.size()));
    nodes.push_back(
        {.ref = ref, .name = wanted.name, .className = wanted.className, .parent = wanted.parent});
    return ref;
}

/// The whole's node for each of the part's; the last of all is where its processes hang.
std::vector<SystemTreeNodeRef> Joining::addNodes(const SourcePart& part)
{
    const Definitions& from = part.source->head().definitions;
    std::vector<SystemTreeNodeRef> nodes;
    for (const SystemTreeNode& node : from.systemTreeNodes) {
        SystemTreeNode wanted = node;
        wanted.parent = node.parent.isDefined() ? nodes[node.parent.value()] : node.parent;
        nodes.push_back(nodeFor(wanted));
    }
    if (const auto rank = rankOf(from)) {
        ++m_ranks[*rank];
    } else {
        const SystemTreeNode file{
            .name = part.path.filename().string(),
            .className = "file",
            .parent = nodes.empty() ? SystemTreeNodeRef::undefined() : nodes.back()};
        nodes.push_back(nodeFor(file));
    }
    return nodes;
}

void Joining::addRegions(const Definitions& from, Mapping& mapping)
{
    for (const Region& region : from.regions) {
        const auto next = narrow<std::uint32_t>(definitions().regions.size());
        const auto [found, isNew] = m_regions.try_emplace(
            {region.name,
             region.canonicalName,
             region.role,
             region.paradigm,
             region.group,
             region.sourceFile,
             region.beginLine},
            next);
        if (isNew) {
            definitions().regions.push_back(region);
            definitions().regions.back().ref = RegionRef(next);
        }
        mapping.regions.push_back(found->second);
    }
}

void Joining::addMetrics(const Definitions& from, Mapping& mapping)
{
    for (const MetricMember& member : from.metricMembers) {
        const auto next = narrow<std::uint32_t>(definitions().metricMembers.size());
        const auto [found, isNew] = m_metrics.try_emplace({member.name, member.unit}, next);
        if (isNew) {
            definitions().metricMembers.push_back(member);
            definitions().metricMembers.back().ref = MetricMemberRef(next);
        }
        mapping.metrics.push_back(found->second);
    }
}

void Joining::addContexts(const Definitions& from, Mapping& mapping)
{
    mapping.firstContext = narrow<std::uint32_t>(definitions().callingContexts.size());
    for (CallingContext context : from.callingContexts) {
        context.ref = CallingContextRef(context.ref.value() + mapping.firstContext);
        context.region = RegionRef(mapping.regions[context.region.value()]);
        if (context.parent.isDefined()) {
            context.parent = CallingContextRef(context.parent.value() + mapping.firstContext);
        }
        definitions().callingContexts.push_back(context);
    }
}

void Joining::addProperties(
    const Definitions& from, const Mapping& mapping, const std::vector<SystemTreeNodeRef>& nodes)
{
    for (Property property : from.properties) {
        switch (property.target) {
        case PropertyTarget::SystemTreeNode:
            property.ref = property.ref < nodes.size() ? nodes[property.ref].value()
                                                       : SystemTreeNodeRef::undefined().value();
            break;
        case PropertyTarget::LocationGroup:
            property.ref += mapping.firstGroup;
            break;
        case PropertyTarget::Location:
            property.ref += mapping.firstLocation;
            break;
        case PropertyTarget::CallingContext:
            property.ref += mapping.firstContext;
            break;
        default:
            break;
        }
        // Parts share the nodes of their machine, and what is said of it.
        if (std::ranges::find(definitions().properties, property)
            == definitions().properties.end()) {
            definitions().properties.push_back(std::move(property));
        }
    }
}

void Joining::add(const SourcePart& part, Mapping& mapping)
{
    const TraceHead& head = part.source->head();
    const Definitions& from = head.definitions;
    const std::vector<SystemTreeNodeRef> nodes = addNodes(part);
    addRegions(from, mapping);
    addMetrics(from, mapping);
    addContexts(from, mapping);
    mapping.firstGroup = narrow<std::uint32_t>(definitions().locationGroups.size());
    mapping.firstLocation = definitions().locations.size();
    for (LocationGroup group : from.locationGroups) {
        group.ref = LocationGroupRef(group.ref.value() + mapping.firstGroup);
        group.parent = nodes.back();
        if (group.creator.isDefined()) {
            group.creator = LocationGroupRef(group.creator.value() + mapping.firstGroup);
        }
        definitions().locationGroups.push_back(std::move(group));
    }
    for (Location location : from.locations) {
        location.ref = LocationRef(definitions().locations.size());
        location.group = LocationGroupRef(location.group.value() + mapping.firstGroup);
        definitions().locations.push_back(std::move(location));
    }
    addProperties(from, mapping, nodes);
    m_head.files.insert(m_head.files.end(), head.files.begin(), head.files.end());
    m_head.report.merge(head.report);
    m_head.isPrefix = m_head.isPrefix || head.isPrefix;
    m_head.bytesRead += head.bytesRead;
}

void Joining::reportRanks()
{
    for (const auto& [rank, count] : m_ranks) {
        if (count > 1) {
            m_head.report.add(
                "duplicate-rank",
                Severity::Warning,
                "rank " + std::to_string(rank) + " is that of " + numberText(count)
                    + " files: each is shown",
                count - 1);
        }
    }
}

}  // namespace

std::unique_ptr<EventSource> joinSources(
    std::vector<SourcePart> parts, const std::vector<std::string>& leftOut)
{
    return Joining(std::move(parts)).run(leftOut);
}

}  // namespace vellum::server::reader
