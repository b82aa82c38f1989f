#include "server/reader/otf2/definitions/gathering.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace vellum::server::reader::otf2 {

namespace {

std::string nameOf(const std::string& name)
{
    return name.empty() ? std::string() : " '" + name + "'";
}

/// Looks for what the definitions name of one another. What may be missing is undefined where it is: that names
/// nothing.
class Search {
public:
    Search(const Definitions& definitions, store::UndefinedReferences& to)
        : m_definitions(definitions)
        , m_to(to)
    {
        for (const CartDimension& each : definitions.cartDimensions) {
            m_dimensions.insert(each.ref);
        }
        for (const CartTopology& each : definitions.cartTopologies) {
            m_topologies.insert(each.ref);
        }
    }

    /// \param who  makes the words for what names \p ref
    template <typename Who>
    void look(RefKind kind, std::uint64_t ref, const Who& who)
    {
        if (ref != undefinedOf(kind) && !isThere(kind, ref)) {
            m_to.add(kind, [&] {
                return who() + " names " + std::string(name(kind)) + " " + std::to_string(ref)
                       + ", which is not defined";
            });
        }
    }

    void searchMachine();
    void searchCode();
    void searchCommunication();
    void searchMetrics();
    void searchFiles();

private:
    [[nodiscard]] bool isThere(RefKind kind, std::uint64_t ref) const
    {
        switch (kind) {
        case RefKind::CartDimension:
            return m_dimensions.contains(CartDimensionRef(static_cast<std::uint32_t>(ref)));
        case RefKind::CartTopology:
            return m_topologies.contains(CartTopologyRef(static_cast<std::uint32_t>(ref)));
        default:
            return isDefined(m_definitions, kind, ref);
        }
    }
    /// Of a definition that has a reference itself.
    template <typename Definition, typename Ref>
    void of(RefKind self, const Definition& definition, RefKind kind, Ref ref)
    {
        look(kind, ref.value(), [&] {
            std::string who =
                std::string(name(self)) + " " + std::to_string(definition.ref.value());
            if constexpr (requires { definition.name; }) {
                who += nameOf(definition.name);
            }
            return who;
        });
    }
    void searchGroup(const Group& group);

    const Definitions& m_definitions;
    store::UndefinedReferences& m_to;
    std::unordered_set<CartDimensionRef> m_dimensions;
    std::unordered_set<CartTopologyRef> m_topologies;
};

void Search::searchMachine()
{
    for (const SystemTreeNode& node : m_definitions.systemTreeNodes) {
        of(RefKind::Node, node, RefKind::Node, node.parent);
    }
    for (const LocationGroup& group : m_definitions.locationGroups) {
        of(RefKind::LocationGroup, group, RefKind::Node, group.parent);
        of(RefKind::LocationGroup, group, RefKind::LocationGroup, group.creator);
    }
    for (const Location& location : m_definitions.locations) {
        of(RefKind::Location, location, RefKind::LocationGroup, location.group);
    }
}

void Search::searchCode()
{
    for (const CallingContext& context : m_definitions.callingContexts) {
        of(RefKind::CallingContext, context, RefKind::Region, context.region);
        of(RefKind::CallingContext, context, RefKind::SourceCodeLocation, context.source);
        of(RefKind::CallingContext, context, RefKind::CallingContext, context.parent);
    }
}

void Search::searchGroup(const Group& group)
{
    const RefKind kind = refKindOfMembers(group.type);
    if (kind == RefKind::None) {
        return;
    }
    for (const std::uint64_t member : group.members) {
        look(kind, member, [&] {
            return "group " + std::to_string(group.ref.value()) + nameOf(group.name);
        });
    }
}

void Search::searchCommunication()
{
    std::ranges::for_each(m_definitions.groups, [this](const Group& each) { searchGroup(each); });
    for (const Communicator& communicator : m_definitions.communicators) {
        of(RefKind::Comm, communicator, RefKind::Group, communicator.group);
        of(RefKind::Comm, communicator, RefKind::Group, communicator.remoteGroup);
        of(RefKind::Comm, communicator, RefKind::Comm, communicator.parent);
    }
    for (const RmaWindow& window : m_definitions.rmaWindows) {
        of(RefKind::RmaWindow, window, RefKind::Comm, window.communicator);
    }
    for (const CartTopology& topology : m_definitions.cartTopologies) {
        of(RefKind::CartTopology, topology, RefKind::Comm, topology.communicator);
        for (const CartDimensionRef dimension : topology.dimensions) {
            of(RefKind::CartTopology, topology, RefKind::CartDimension, dimension);
        }
    }
    for (const CartCoordinate& coordinate : m_definitions.cartCoordinates) {
        look(RefKind::CartTopology, coordinate.topology.value(), [&] {
            return "the place of rank " + std::to_string(coordinate.rank) + " on a grid";
        });
    }
}

void Search::searchMetrics()
{
    for (const MetricClass& metric : m_definitions.metricClasses) {
        for (const MetricMemberRef member : metric.members) {
            of(RefKind::Metric, metric, RefKind::MetricMember, member);
        }
    }
    for (const MetricInstance& instance : m_definitions.metricInstances) {
        of(RefKind::Metric, instance, RefKind::Metric, instance.metricClass);
        of(RefKind::Metric, instance, RefKind::Location, instance.recorder);
        look(refKindOf(instance.scope), instance.scopeRef, [&] {
            return "metric " + std::to_string(instance.ref.value());
        });
    }
    for (const MetricClassRecorder& recorder : m_definitions.metricClassRecorders) {
        const auto who = [] { return std::string("a metric class recorder"); };
        look(RefKind::Metric, recorder.metric.value(), who);
        look(RefKind::Location, recorder.recorder.value(), who);
    }
}

void Search::searchFiles()
{
    for (const IoFile& file : m_definitions.ioFiles) {
        of(RefKind::IoFile, file, RefKind::Node, file.scope);
    }
    for (const IoHandle& handle : m_definitions.ioHandles) {
        of(RefKind::IoHandle, handle, RefKind::IoFile, handle.file);
        of(RefKind::IoHandle, handle, RefKind::IoParadigm, handle.paradigm);
        of(RefKind::IoHandle, handle, RefKind::Comm, handle.communicator);
        of(RefKind::IoHandle, handle, RefKind::IoHandle, handle.parent);
    }
}

}  // namespace

void findUndefined(Gathering& in)
{
    Search search(in.result.definitions, in.result.undefined);
    search.searchMachine();
    search.searchCode();
    search.searchCommunication();
    search.searchMetrics();
    search.searchFiles();
    for (const PendingProperty& pending : in.properties) {
        const Property& property = pending.property;
        const RefKind target = refKindOf(property.target);
        const auto who = [&] {
            return "a property of " + std::string(name(target)) + " "
                   + std::to_string(property.ref);
        };
        search.look(target, property.ref, who);
        search.look(RefKind::String, pending.name.value(), who);
        if (property.value.empty()) {
            search.look(refKindOf(pending.value.type), pending.value.bits, who);
        }
    }
    for (const IoHandle& state : in.preCreatedHandles) {
        search.look(RefKind::IoHandle, state.ref.value(), [] {
            return std::string("the state of a handle that was open before the recording");
        });
    }
    for (const Naming& naming : in.namings) {
        search.look(naming.kind, naming.ref, [&] { return std::string(naming.who); });
    }
}

}  // namespace vellum::server::reader::otf2
