#include "common/trace/reference_kinds.h"

#include "common/base/check.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace vellum {

namespace {

constexpr std::array<std::string_view, kRefKinds> kNames{
    "number",          "string",
    "attribute",       "system tree node",
    "location group",  "location",
    "region",          "source code location",
    "calling context", "interrupt generator",
    "group",           "communicator",
    "RMA window",      "dimension",
    "topology",        "metric member",
    "metric",          "parameter",
    "I/O paradigm",    "file",
    "I/O handle",      "marker",
};

/// What records call the definitions that they name (event_kinds.cpp).
constexpr std::array<std::pair<std::string_view, RefKind>, 19> kMembers{{
    {"region", RefKind::Region},
    {"category", RefKind::Region},
    {"communicator", RefKind::Comm},
    {"thread_team", RefKind::Comm},
    {"thread_contingent", RefKind::Comm},
    {"group", RefKind::Group},
    {"metric", RefKind::Metric},
    {"parameter", RefKind::Parameter},
    {"string", RefKind::String},
    {"program_name", RefKind::String},
    {"argument", RefKind::String},
    {"win", RefKind::RmaWindow},
    {"calling_context", RefKind::CallingContext},
    {"interrupt_generator", RefKind::InterruptGenerator},
    {"handle", RefKind::IoHandle},
    {"old_handle", RefKind::IoHandle},
    {"new_handle", RefKind::IoHandle},
    {"io_paradigm", RefKind::IoParadigm},
    {"file", RefKind::IoFile},
}};

using Members = std::vector<ReferringMember>;

std::array<Members, event_kind::kCount> membersOfAllKinds()
{
    std::array<Members, event_kind::kCount> all;
    for (EventKind each = 0; each < event_kind::kCount; ++each) {
        std::uint8_t place = 0;
        for (const std::string_view attribute : infoOf(each).attributes) {
            if (const RefKind kind = refKindOfMember(attribute); kind != RefKind::None) {
                all.at(each).push_back({.place = place, .kind = kind});
            }
            ++place;
        }
    }
    return all;
}

template <typename Ref>
bool has(const Definitions& definitions, std::uint64_t ref)
{
    return definitions.find(Ref(static_cast<typename Ref::Representation>(ref))) != nullptr;
}

template <typename Definition>
bool isAmong(const std::vector<Definition>& definitions, std::uint64_t ref)
{
    return std::ranges::any_of(
        definitions, [ref](const Definition& each) { return each.ref.value() == ref; });
}

bool hasMetric(const Definitions& definitions, std::uint64_t ref)
{
    const MetricRef metric(static_cast<std::uint32_t>(ref));
    return definitions.metricInstance(metric) != nullptr
           || definitions.metricClassOf(metric) != nullptr
           || (definitions.metricClasses.empty() && has<MetricMemberRef>(definitions, ref));
}

}  // namespace

std::string_view name(RefKind kind)
{
    return kNames.at(static_cast<std::size_t>(kind));
}

std::uint64_t undefinedOf(RefKind kind)
{
    switch (kind) {
    case RefKind::Location:
        return LocationRef::undefined().value();
    case RefKind::IoParadigm:
        return IoParadigmRef::undefined().value();
    default:
        return RegionRef::undefined().value();
    }
}

bool isDefined(const Definitions& definitions, RefKind kind, std::uint64_t ref)
{
    switch (kind) {
    case RefKind::None:
        return true;
    case RefKind::String:
        return has<StringRef>(definitions, ref);
    case RefKind::Attribute:
        return has<AttributeRef>(definitions, ref);
    case RefKind::Node:
        return has<SystemTreeNodeRef>(definitions, ref);
    case RefKind::LocationGroup:
        return has<LocationGroupRef>(definitions, ref);
    case RefKind::Location:
        return has<LocationRef>(definitions, ref);
    case RefKind::Region:
        return has<RegionRef>(definitions, ref);
    case RefKind::SourceCodeLocation:
        return has<SourceCodeLocationRef>(definitions, ref);
    case RefKind::CallingContext:
        return has<CallingContextRef>(definitions, ref);
    case RefKind::InterruptGenerator:
        return has<InterruptGeneratorRef>(definitions, ref);
    case RefKind::Group:
        return has<GroupRef>(definitions, ref);
    case RefKind::Comm:
        return has<CommRef>(definitions, ref);
    case RefKind::RmaWindow:
        return has<RmaWinRef>(definitions, ref);
    case RefKind::CartDimension:
        return isAmong(definitions.cartDimensions, ref);
    case RefKind::CartTopology:
        return isAmong(definitions.cartTopologies, ref);
    case RefKind::MetricMember:
        return has<MetricMemberRef>(definitions, ref);
    case RefKind::Metric:
        return hasMetric(definitions, ref);
    case RefKind::Parameter:
        return has<ParameterRef>(definitions, ref);
    case RefKind::IoParadigm:
        return isAmong(definitions.ioParadigms, ref);
    case RefKind::IoFile:
        return has<IoFileRef>(definitions, ref);
    case RefKind::IoHandle:
        return has<IoHandleRef>(definitions, ref);
    case RefKind::Marker:
        return has<MarkerRef>(definitions, ref);
    }
    return true;
}

std::span<const ReferringMember> referringMembersOf(EventKind kind)
{
    static const std::array<Members, event_kind::kCount> kAll = membersOfAllKinds();
    VELLUM_ASSERT(kind < kAll.size());
    return kAll.at(kind);
}

RefKind refKindOfMember(std::string_view member)
{
    const auto* const found =
        std::ranges::find(kMembers, member, &decltype(kMembers)::value_type::first);
    return found == kMembers.end() ? RefKind::None : found->second;
}

RefKind refKindOf(ValueType type)
{
    switch (type) {
    case ValueType::String:
        return RefKind::String;
    case ValueType::Attribute:
        return RefKind::Attribute;
    case ValueType::Location:
        return RefKind::Location;
    case ValueType::Region:
        return RefKind::Region;
    case ValueType::Group:
        return RefKind::Group;
    case ValueType::Metric:
        return RefKind::Metric;
    case ValueType::Comm:
        return RefKind::Comm;
    case ValueType::Parameter:
        return RefKind::Parameter;
    case ValueType::RmaWin:
        return RefKind::RmaWindow;
    case ValueType::SourceCodeLocation:
        return RefKind::SourceCodeLocation;
    case ValueType::CallingContext:
        return RefKind::CallingContext;
    case ValueType::InterruptGenerator:
        return RefKind::InterruptGenerator;
    case ValueType::IoFile:
        return RefKind::IoFile;
    case ValueType::IoHandle:
        return RefKind::IoHandle;
    case ValueType::LocationGroup:
        return RefKind::LocationGroup;
    default:
        return RefKind::None;
    }
}

RefKind refKindOf(PropertyTarget target)
{
    switch (target) {
    case PropertyTarget::SystemTreeNode:
        return RefKind::Node;
    case PropertyTarget::LocationGroup:
        return RefKind::LocationGroup;
    case PropertyTarget::Location:
        return RefKind::Location;
    case PropertyTarget::CallingContext:
        return RefKind::CallingContext;
    case PropertyTarget::IoFile:
        return RefKind::IoFile;
    case PropertyTarget::IoParadigm:
        return RefKind::IoParadigm;
    case PropertyTarget::Paradigm:
        break;
    }
    return RefKind::None;
}

RefKind refKindOf(MetricScope scope)
{
    switch (scope) {
    case MetricScope::Location:
        return RefKind::Location;
    case MetricScope::LocationGroup:
        return RefKind::LocationGroup;
    case MetricScope::SystemTreeNode:
        return RefKind::Node;
    case MetricScope::Group:
        return RefKind::Group;
    }
    return RefKind::None;
}

RefKind refKindOf(MarkerScope scope)
{
    switch (scope) {
    case MarkerScope::Global:
        break;
    case MarkerScope::Location:
        return RefKind::Location;
    case MarkerScope::LocationGroup:
        return RefKind::LocationGroup;
    case MarkerScope::SystemTreeNode:
        return RefKind::Node;
    case MarkerScope::Group:
        return RefKind::Group;
    case MarkerScope::Comm:
        return RefKind::Comm;
    }
    return RefKind::None;
}

RefKind refKindOfMembers(GroupType type)
{
    switch (type) {
    case GroupType::Locations:
    case GroupType::CommLocations:
        return RefKind::Location;
    case GroupType::Regions:
        return RefKind::Region;
    case GroupType::Metric:
        return RefKind::Metric;
    default:
        return RefKind::None;
    }
}

}  // namespace vellum
