#include "common/query/event_names.h"

#include "common/trace/reference_kinds.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace vellum::query {

namespace {

template <typename Ref>
std::string nameIn(const Definitions& definitions, std::uint64_t bits)
{
    const auto* found = definitions.find(Ref(static_cast<typename Ref::Representation>(bits)));
    return found != nullptr ? found->name : std::string();
}

/// Of a handle without a name that of its file.
std::string handleName(const Definitions& definitions, IoHandleRef ref)
{
    const IoHandle* handle = definitions.find(ref);
    if (handle == nullptr || !handle->name.empty()) {
        return handle != nullptr ? handle->name : std::string();
    }
    const IoFile* file = definitions.find(handle->file);
    return file != nullptr ? file->name : std::string();
}

std::string sourceName(const Definitions& definitions, SourceCodeLocationRef ref)
{
    const SourceCodeLocation* source = definitions.find(ref);
    return source != nullptr ? source->file + ":" + std::to_string(source->line) : std::string();
}

std::string contextName(const Definitions& definitions, CallingContextRef ref)
{
    const CallingContext* context = definitions.find(ref);
    return context != nullptr ? nameIn<RegionRef>(definitions, context->region.value())
                              : std::string();
}

/// A class has no name of its own: those of its members.
std::string metricName(const Definitions& definitions, MetricRef ref)
{
    const MetricClass* metricClass = definitions.metricClassOf(ref);
    std::string names;
    if (metricClass != nullptr) {
        for (const MetricMemberRef member : metricClass->members) {
            names +=
                (names.empty() ? "" : ", ") + nameIn<MetricMemberRef>(definitions, member.value());
        }
    } else if (definitions.metricClasses.empty()) {
        names =
            nameIn<MetricMemberRef>(definitions, ref.value());  // not of OTF2: the member itself
    }
    return names;
}

/// "argument" of "argument[3]", and 3.
std::string_view baseOf(std::string_view member, std::size_t& place)
{
    const std::size_t bracket = member.find('[');
    if (bracket == std::string_view::npos) {
        return member;
    }
    place = 0;
    for (const char letter : member.substr(bracket + 1)) {
        if (letter < '0' || letter > '9') {
            break;
        }
        place = place * 10 + static_cast<std::size_t>(letter - '0');
    }
    return member.substr(0, bracket);
}

std::string stringOf(const Definitions& definitions, StringRef ref)
{
    const StringDefinition* found = definitions.find(ref);
    return found != nullptr ? found->text : std::string();
}

std::string paradigmName(const Definitions& definitions, std::uint64_t ref)
{
    const auto found = std::ranges::find_if(
        definitions.ioParadigms, [ref](const IoParadigm& each) { return each.ref.value() == ref; });
    return found != definitions.ioParadigms.end() ? found->name : std::string();
}

/// What \p ref names; empty if that has no name, or is not defined.
std::string nameOf(const Definitions& definitions, RefKind kind, std::uint64_t ref)
{
    const auto small = static_cast<std::uint32_t>(ref);
    switch (kind) {
    case RefKind::String:
        return stringOf(definitions, StringRef(small));
    case RefKind::Attribute:
        return nameIn<AttributeRef>(definitions, ref);
    case RefKind::Node:
        return nameIn<SystemTreeNodeRef>(definitions, ref);
    case RefKind::LocationGroup:
        return nameIn<LocationGroupRef>(definitions, ref);
    case RefKind::Location:
        return nameIn<LocationRef>(definitions, ref);
    case RefKind::Region:
        return nameIn<RegionRef>(definitions, ref);
    case RefKind::Group:
        return nameIn<GroupRef>(definitions, ref);
    case RefKind::Metric:
        return metricName(definitions, MetricRef(small));
    case RefKind::Comm:
        return nameIn<CommRef>(definitions, ref);
    case RefKind::Parameter:
        return nameIn<ParameterRef>(definitions, ref);
    case RefKind::RmaWindow:
        return nameIn<RmaWinRef>(definitions, ref);
    case RefKind::SourceCodeLocation:
        return sourceName(definitions, SourceCodeLocationRef(small));
    case RefKind::CallingContext:
        return contextName(definitions, CallingContextRef(small));
    case RefKind::InterruptGenerator:
        return nameIn<InterruptGeneratorRef>(definitions, ref);
    case RefKind::IoParadigm:
        return paradigmName(definitions, ref);
    case RefKind::IoFile:
        return nameIn<IoFileRef>(definitions, ref);
    case RefKind::IoHandle:
        return handleName(definitions, IoHandleRef(small));
    default:
        return {};
    }
}

}  // namespace

std::string referredName(const Definitions& definitions, TypedValue value)
{
    return nameOf(definitions, refKindOf(value.type), value.bits);
}

std::string memberName(const Definitions& definitions, const EventRecord& event, std::size_t index)
{
    const auto& [member, value] = event.attributes[index];
    std::size_t place = 0;
    const std::string_view base = baseOf(member, place);
    if (base == "value" && event.kind == "Metric") {
        const auto metric = static_cast<std::uint32_t>(event.attributes.front().second);
        const MetricClass* metricClass = definitions.metricClassOf(MetricRef(metric));
        return metricClass != nullptr && place < metricClass->members.size()
                   ? nameIn<MetricMemberRef>(definitions, metricClass->members[place].value())
                   : std::string();
    }
    return nameOf(definitions, refKindOfMember(base), value);
}

std::string memberText(const EventRecord& event, std::size_t index)
{
    using Signed = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Signed, 6> kSigned = {{
        {"ParameterInt", "value"},
        {"ProgramEnd", "exit_status"},
        {"IoSeek", "offset_request"},
        {"MemoryUse", "device_type"},
        {"MemoryUse", "device"},
        {"MemoryUse", "bytes"},
    }};
    const auto& [member, value] = event.attributes[index];
    if (event.kind == "Metric" && index > 0 && member.starts_with("value[")) {
        const auto type = static_cast<ValueType>(event.attributes[index - 1].second);
        return textOf(TypedValue{.type = type, .bits = value});
    }
    const bool isSigned = std::ranges::any_of(kSigned, [&, &name = member](const Signed& one) {
        return one.first == event.kind && one.second == name;
    });
    return isSigned ? std::to_string(static_cast<std::int64_t>(value)) : std::to_string(value);
}

std::string scopeName(const Definitions& definitions, const Marker& marker)
{
    return nameOf(definitions, refKindOf(marker.scope), marker.scopeRef);
}

MarkerDefinition definitionOf(const Definitions& definitions, const Marker& marker)
{
    if (!marker.marker.isDefined()) {
        return {.category = "instant"};
    }
    const MarkerDefinition* found = definitions.find(marker.marker);
    return found != nullptr ? *found
                            : MarkerDefinition{
                                .ref = marker.marker,
                                .category = "marker " + std::to_string(marker.marker.value())};
}

std::string attributeName(const Definitions& definitions, AttributeRef ref)
{
    const Attribute* found = definitions.find(ref);
    return found != nullptr ? found->name : "attribute " + std::to_string(ref.value());
}

}  // namespace vellum::query
