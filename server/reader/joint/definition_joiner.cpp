#include "server/reader/joint/definition_joiner.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace vellum::server::reader::joint {

namespace {

constexpr std::string_view kRankClass = "rank";

/// Appends a definition under the next reference of the whole.
template <typename Definition>
Definition& append(std::vector<Definition>& to, Definition definition, ReferenceMap& map)
{
    using Ref = decltype(Definition::ref);
    const Ref next(narrow<typename Ref::Representation>(to.size()));
    map.add(definition.ref.value(), next.value());
    definition.ref = next;
    to.push_back(std::move(definition));
    return to.back();
}

/// Likewise, but where there is an equal one already that one is meant.
template <typename Definition>
void appendOnce(std::vector<Definition>& to, Definition definition, ReferenceMap& map)
{
    using Ref = decltype(Definition::ref);
    const auto same = std::ranges::find_if(to, [&](Definition other) {
        other.ref = definition.ref;
        return other == definition;
    });
    if (same != to.end()) {
        map.add(definition.ref.value(), same->ref.value());
    } else if (to.size() < Ref::undefined().value()) {
        append(to, std::move(definition), map);
    }
}

/// A group whose members are places in the list of all ranks.
const Group* worldOf(const Definitions& definitions, Paradigm paradigm)
{
    const auto found = std::ranges::find_if(definitions.groups, [&](const Group& group) {
        return group.type == GroupType::CommLocations && group.paradigm == paradigm;
    });
    return found == definitions.groups.end() ? nullptr : &*found;
}

/// Whether two lists of members have no place in common that both fill.
bool areParts(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b)
{
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (LocationRef(a[i]).isDefined() && LocationRef(b[i]).isDefined()) {
            return false;
        }
    }
    return true;
}

}  // namespace

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

ReferenceMaps DefinitionJoiner::add(const TraceHead& head, const std::string& name, bool isArchive)
{
    const Definitions& from = head.definitions;
    Part part{
        .from = from,
        .shared = head.sharedCommunicators,
        .maps = ReferenceMaps(store::FileReferences(m_files), m_added++)};
    addWords(part);
    addNodes(part, name, isArchive);
    addLocations(part, name, isArchive);
    addCode(part);
    addCommunication(part);
    addMetrics(part);
    addFiles(part);
    addProperties(part);
    for (const DefinitionCount& count : from.counts) {
        m_counts[count.kind] += count.count;
    }
    return std::move(part.maps);
}

Definitions DefinitionJoiner::finish()
{
    for (const auto& [kind, count] : m_counts) {
        m_whole.counts.push_back({.kind = kind, .count = count});
    }
    m_whole.buildLookups();
    return std::move(m_whole);
}

SystemTreeNodeRef DefinitionJoiner::nodeFor(SystemTreeNode wanted)
{
    std::vector<SystemTreeNode>& nodes = m_whole.systemTreeNodes;
    const SystemTreeNodeRef next(narrow<std::uint32_t>(nodes.size()));
    if (wanted.className != kRankClass) {
        const auto [same, isNew] =
            m_nodes.try_emplace({wanted.name, wanted.className, wanted.parent}, next);
        if (!isNew) {
            return same->second;
        }
    }
    wanted.ref = next;
    nodes.push_back(std::move(wanted));
    return next;
}

void DefinitionJoiner::addNodes(Part& part, const std::string& name, bool isArchive)
{
    ReferenceMap& map = part.maps.of(RefKind::Node);
    SystemTreeNodeRef root = SystemTreeNodeRef::undefined();
    if (isArchive) {
        root = nodeFor({.name = name, .className = "file", .parent = root});
    }
    // Parents stand before their children in every sound file; others hang at the root.
    for (SystemTreeNode node : part.from.systemTreeNodes) {
        const bool hasParent = node.parent.isDefined() && map.contains(node.parent.value());
        node.parent = hasParent ? part.maps.mapped(RefKind::Node, node.parent) : root;
        map.add(node.ref.value(), nodeFor(node).value());
    }
}

void DefinitionJoiner::addLocations(Part& part, const std::string& name, bool isArchive)
{
    ReferenceMaps& maps = part.maps;
    // Of parts that are no archives all processes belong to the innermost node.
    SystemTreeNodeRef home = SystemTreeNodeRef::undefined();
    if (!isArchive) {
        home = part.from.systemTreeNodes.empty()
                   ? home
                   : maps.mapped(RefKind::Node, part.from.systemTreeNodes.back().ref);
        if (!rankOf(part.from)) {
            home = nodeFor({.name = name, .className = "file", .parent = home});
        }
    }
    ReferenceMap& groups = maps.of(RefKind::LocationGroup);
    const std::size_t first = m_whole.locationGroups.size();
    for (const LocationGroup& group : part.from.locationGroups) {
        LocationGroup& added = append(m_whole.locationGroups, group, groups);
        added.parent = isArchive ? maps.mapped(RefKind::Node, group.parent) : home;
    }
    for (std::size_t i = first; i < m_whole.locationGroups.size(); ++i) {  // may name later ones
        LocationGroup& group = m_whole.locationGroups[i];
        group.creator = maps.mapped(RefKind::LocationGroup, group.creator);
    }
    for (const Location& location : part.from.locations) {
        append(m_whole.locations, location, maps.of(RefKind::Location)).group =
            maps.mapped(RefKind::LocationGroup, location.group);
    }
}

void DefinitionJoiner::addCode(Part& part)
{
    ReferenceMaps& maps = part.maps;
    for (const Region& region : part.from.regions) {
        const RegionRef next(narrow<std::uint32_t>(m_whole.regions.size()));
        const auto [found, isNew] = m_regions.try_emplace(
            {region.name,
             region.canonicalName,
             region.role,
             region.paradigm,
             region.group,
             region.sourceFile,
             region.beginLine,
             region.description},
            next);
        if (isNew) {
            m_whole.regions.push_back(region);
            m_whole.regions.back().ref = next;
        } else if (Region& known = m_whole.regions[found->second.value()]; known.color == 0) {
            known.color = region.color;
        }
        maps.of(RefKind::Region).add(region.ref.value(), found->second.value());
    }
    for (const SourceCodeLocation& source : part.from.sourceCodeLocations) {
        append(m_whole.sourceCodeLocations, source, maps.of(RefKind::SourceCodeLocation));
    }
    const std::size_t first = m_whole.callingContexts.size();
    for (const CallingContext& context : part.from.callingContexts) {
        CallingContext& added =
            append(m_whole.callingContexts, context, maps.of(RefKind::CallingContext));
        added.region = RegionRef(
            static_cast<std::uint32_t>(maps.named(RefKind::Region, context.region.value())));
        added.source = maps.mapped(RefKind::SourceCodeLocation, context.source);
    }
    for (std::size_t i = first; i < m_whole.callingContexts.size(); ++i) {
        CallingContext& context = m_whole.callingContexts[i];
        context.parent = maps.mapped(RefKind::CallingContext, context.parent);
    }
    for (const InterruptGenerator& generator : part.from.interruptGenerators) {
        append(m_whole.interruptGenerators, generator, maps.of(RefKind::InterruptGenerator));
    }
}

void DefinitionJoiner::addMetrics(Part& part)
{
    ReferenceMaps& maps = part.maps;
    for (const MetricMember& member : part.from.metricMembers) {
        const MetricMemberRef next(narrow<std::uint32_t>(m_whole.metricMembers.size()));
        const auto [found, isNew] = m_members.try_emplace(
            {member.name, member.unit, member.type, member.mode, member.valueType}, next);
        if (isNew) {
            m_whole.metricMembers.push_back(member);
            m_whole.metricMembers.back().ref = next;
        }
        maps.of(RefKind::MetricMember).add(member.ref.value(), found->second.value());
    }
    for (MetricClass metricClass : part.from.metricClasses) {
        for (MetricMemberRef& member : metricClass.members) {
            member = maps.mapped(RefKind::MetricMember, member);
        }
        const auto [found, isNew] = m_classes.try_emplace(
            {metricClass.members, metricClass.occurrence, metricClass.recorderKind},
            MetricRef(m_nextMetric));
        maps.of(RefKind::Metric).add(metricClass.ref.value(), found->second.value());
        if (isNew) {
            metricClass.ref = MetricRef(m_nextMetric++);
            m_whole.metricClasses.push_back(std::move(metricClass));
        }
    }
    for (MetricInstance instance : part.from.metricInstances) {
        maps.of(RefKind::Metric).add(instance.ref.value(), m_nextMetric);
        instance.ref = MetricRef(m_nextMetric++);
        instance.metricClass = maps.mapped(RefKind::Metric, instance.metricClass);
        instance.recorder = maps.mapped(RefKind::Location, instance.recorder);
        instance.scopeRef = maps.mapped(refKindOf(instance.scope), instance.scopeRef);
        m_whole.metricInstances.push_back(instance);
    }
    for (MetricClassRecorder recorder : part.from.metricClassRecorders) {
        recorder.metric = maps.mapped(RefKind::Metric, recorder.metric);
        recorder.recorder = maps.mapped(RefKind::Location, recorder.recorder);
        m_whole.metricClassRecorders.push_back(recorder);
    }
}

Group DefinitionJoiner::mappedGroup(const Part& part, Group group)
{
    const Group* world =
        group.type == GroupType::CommGroup ? worldOf(part.from, group.paradigm) : nullptr;
    if (world != nullptr) {
        std::vector<std::uint64_t> locations;
        for (const std::uint64_t member : group.members) {
            locations.push_back(
                member < world->members.size() ? world->members[member]
                                               : LocationRef::undefined().value());
        }
        if (group.globalMembers) {
            group.members = world->members;
        } else {
            group.members = std::move(locations);
        }
        group.globalMembers = false;
        group.type = GroupType::CommLocations;
    }
    for (std::uint64_t& member : group.members) {
        member = part.maps.mapped(refKindOfMembers(group.type), member);
    }
    return group;
}

/// Adds members to communicators that parts before this one know as well.
void DefinitionJoiner::joinShared(Part& part)
{
    for (std::size_t i = 0; i < std::min(part.shared.size(), part.from.communicators.size()); ++i) {
        const Communicator& communicator = part.from.communicators[i];
        const auto known = m_shared.find(part.shared[i]);
        const Group* own = part.from.find(communicator.group);
        if (part.shared[i].empty() || known == m_shared.end() || own == nullptr) {
            continue;
        }
        const GroupRef whole = m_whole.communicators[known->second.value()].group;
        std::vector<std::uint64_t>& members = m_whole.groups[whole.value()].members;
        const std::vector<std::uint64_t> more = mappedGroup(part, *own).members;
        if (!areParts(members, more)) {
            continue;
        }
        members.resize(std::max(members.size(), more.size()), LocationRef::undefined().value());
        for (std::size_t rank = 0; rank < more.size(); ++rank) {
            members[rank] = LocationRef(more[rank]).isDefined() ? more[rank] : members[rank];
        }
        part.maps.of(RefKind::Group).add(own->ref.value(), whole.value());
        part.maps.of(RefKind::Comm).add(communicator.ref.value(), known->second.value());
    }
}

void DefinitionJoiner::addCommunicators(Part& part)
{
    ReferenceMaps& maps = part.maps;
    joinShared(part);
    for (const Group& group : part.from.groups) {
        if (!maps.of(RefKind::Group).contains(group.ref.value())) {
            append(m_whole.groups, mappedGroup(part, group), maps.of(RefKind::Group));
        }
    }
    const std::size_t first = m_whole.communicators.size();
    for (std::size_t i = 0; i < part.from.communicators.size(); ++i) {
        const Communicator& communicator = part.from.communicators[i];
        if (maps.of(RefKind::Comm).contains(communicator.ref.value())) {
            continue;
        }
        Communicator& added = append(m_whole.communicators, communicator, maps.of(RefKind::Comm));
        added.group = maps.mapped(RefKind::Group, communicator.group);
        added.remoteGroup = maps.mapped(RefKind::Group, communicator.remoteGroup);
        if (i < part.shared.size() && !part.shared[i].empty()) {
            m_shared.try_emplace(part.shared[i], added.ref);
        }
    }
    for (std::size_t i = first; i < m_whole.communicators.size(); ++i) {
        Communicator& communicator = m_whole.communicators[i];
        communicator.parent = maps.mapped(RefKind::Comm, communicator.parent);
    }
}

void DefinitionJoiner::addCommunication(Part& part)
{
    ReferenceMaps& maps = part.maps;
    addCommunicators(part);
    for (const RmaWindow& window : part.from.rmaWindows) {
        append(m_whole.rmaWindows, window, maps.of(RefKind::RmaWindow)).communicator =
            maps.mapped(RefKind::Comm, window.communicator);
    }
    for (const CartDimension& dimension : part.from.cartDimensions) {
        append(m_whole.cartDimensions, dimension, maps.of(RefKind::CartDimension));
    }
    for (const CartTopology& topology : part.from.cartTopologies) {
        CartTopology& added =
            append(m_whole.cartTopologies, topology, maps.of(RefKind::CartTopology));
        added.communicator = maps.mapped(RefKind::Comm, topology.communicator);
        for (CartDimensionRef& dimension : added.dimensions) {
            dimension = maps.mapped(RefKind::CartDimension, dimension);
        }
    }
    for (CartCoordinate coordinate : part.from.cartCoordinates) {
        coordinate.topology = maps.mapped(RefKind::CartTopology, coordinate.topology);
        m_whole.cartCoordinates.push_back(std::move(coordinate));
    }
}

void DefinitionJoiner::addFiles(Part& part)
{
    ReferenceMaps& maps = part.maps;
    for (const IoParadigm& paradigm : part.from.ioParadigms) {
        appendOnce(m_whole.ioParadigms, paradigm, maps.of(RefKind::IoParadigm));
    }
    for (const IoFile& file : part.from.ioFiles) {
        append(m_whole.ioFiles, file, maps.of(RefKind::IoFile)).scope =
            maps.mapped(RefKind::Node, file.scope);
    }
    const std::size_t first = m_whole.ioHandles.size();
    for (const IoHandle& handle : part.from.ioHandles) {
        IoHandle& added = append(m_whole.ioHandles, handle, maps.of(RefKind::IoHandle));
        added.file = maps.mapped(RefKind::IoFile, handle.file);
        added.paradigm = maps.mapped(RefKind::IoParadigm, handle.paradigm);
        added.communicator = maps.mapped(RefKind::Comm, handle.communicator);
    }
    for (std::size_t i = first; i < m_whole.ioHandles.size(); ++i) {
        IoHandle& handle = m_whole.ioHandles[i];
        handle.parent = maps.mapped(RefKind::IoHandle, handle.parent);
    }
}

void DefinitionJoiner::addWords(Part& part)
{
    ReferenceMaps& maps = part.maps;
    for (const StringDefinition& string : part.from.strings) {
        append(m_whole.strings, string, maps.of(RefKind::String));
    }
    for (const Attribute& attribute : part.from.attributes) {
        appendOnce(m_whole.attributes, attribute, maps.of(RefKind::Attribute));
    }
    for (const Parameter& parameter : part.from.parameters) {
        appendOnce(m_whole.parameters, parameter, maps.of(RefKind::Parameter));
    }
    for (const MarkerDefinition& marker : part.from.markers) {
        appendOnce(m_whole.markers, marker, maps.of(RefKind::Marker));
    }
    for (const ParadigmDefinition& paradigm : part.from.paradigms) {
        if (std::ranges::find(m_whole.paradigms, paradigm) == m_whole.paradigms.end()) {
            m_whole.paradigms.push_back(paradigm);
        }
    }
}

/// Parts share the nodes of their machine, and what is said of it.
void DefinitionJoiner::addProperties(const Part& part)
{
    for (Property property : part.from.properties) {
        property.ref = part.maps.mapped(refKindOf(property.target), property.ref);
        const bool isNew =
            m_properties
                .try_emplace({property.target, property.ref, property.name, property.value}, true)
                .second;
        if (isNew) {
            m_whole.properties.push_back(std::move(property));
        }
    }
}

}  // namespace vellum::server::reader::joint
