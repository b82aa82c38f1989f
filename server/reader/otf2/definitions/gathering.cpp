#include "server/reader/otf2/definitions/gathering.h"

#include "common/trace/well_known_names.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_map>

namespace vellum::server::reader::otf2 {

namespace {

constexpr std::array<std::string_view, kRecordKinds> kNames = {
    "ClockProperties",
    "Paradigm",
    "ParadigmProperty",
    "IoParadigm",
    "String",
    "Attribute",
    "SystemTreeNode",
    "SystemTreeNodeProperty",
    "SystemTreeNodeDomain",
    "LocationGroup",
    "LocationGroupProperty",
    "Location",
    "LocationProperty",
    "Region",
    "Callsite",
    "Callpath",
    "CallpathParameter",
    "SourceCodeLocation",
    "CallingContext",
    "CallingContextProperty",
    "InterruptGenerator",
    "Group",
    "Comm",
    "InterComm",
    "RmaWin",
    "CartDimension",
    "CartTopology",
    "CartCoordinate",
    "MetricMember",
    "MetricClass",
    "MetricInstance",
    "MetricClassRecorder",
    "Parameter",
    "IoRegularFile",
    "IoDirectory",
    "IoFileProperty",
    "IoHandle",
    "IoPreCreatedHandleState",
    "Unknown",
};

std::vector<Property> takeProperties(Gathering& from)
{
    std::vector<Property> properties;
    properties.reserve(from.properties.size());
    const auto textOfString = [&](StringRef ref) {
        const StringDefinition* found = from.strings.find(ref);
        return found != nullptr ? found->text : std::string();
    };
    for (const PendingProperty& pending : from.properties) {
        Property& property = properties.emplace_back(pending.property);
        property.type = pending.value.type;
        if (pending.name.isDefined()) {
            property.name = textOfString(pending.name);
        }
        if (property.value.empty()) {
            property.value =
                pending.value.type == ValueType::String
                    ? textOfString(StringRef(static_cast<std::uint32_t>(pending.value.bits)))
                    : textOf(pending.value);
        }
    }
    return properties;
}

std::vector<ParadigmDefinition> takeParadigms(Gathering& from)
{
    std::vector<ParadigmDefinition> paradigms;
    for (auto& [paradigm, name] : from.paradigms) {
        if (const StringDefinition* found = from.strings.find(name); found != nullptr) {
            paradigm.name = found->text;
        } else {
            from.namings.push_back(
                {.who = "a paradigm", .kind = RefKind::String, .ref = name.value()});
        }
        paradigms.push_back(std::move(paradigm));
    }
    return paradigms;
}

std::vector<DefinitionCount> countsOf(const Gathering& from)
{
    std::vector<DefinitionCount> counts;
    for (std::size_t kind = 0; kind < kRecordKinds; ++kind) {
        if (from.counts[kind] > 0) {
            counts.push_back({.kind = std::string(kNames[kind]), .count = from.counts[kind]});
        }
    }
    return counts;
}

void markPreCreated(Gathering& from)
{
    for (const IoHandle& state : from.preCreatedHandles) {
        if (IoHandle* handle = from.ioHandles.find(state.ref); handle != nullptr) {
            handle->flags |= IoHandle::kPreCreated;
            handle->mode = state.mode;
            handle->statusFlags = state.statusFlags;
        }
    }
}

/// What vellum-record says of a range of NVTX: "NVTX domain NAME, colour #00ff80". 0: none.
std::uint32_t colorOfRange(std::string_view description)
{
    constexpr std::string_view kColour = ", colour #";
    constexpr std::size_t kDigits = 6;
    const std::size_t at = description.rfind(kColour);
    if (at == std::string_view::npos || description.size() != at + kColour.size() + kDigits) {
        return 0;
    }
    const char* const end = description.data() + description.size();
    std::uint32_t color = 0;
    const auto [last, error] = std::from_chars(end - kDigits, end, color, 16);
    return error == std::errc() && last == end ? color | 0xff00'0000 : 0;
}

/// All that a region is but its reference.
std::string keyOf(const Region& region)
{
    std::string key;
    for (const std::string* text :
         {&region.name, &region.canonicalName, &region.sourceFile, &region.description}) {
        key.append(*text).push_back('\0');
    }
    for (const std::uint32_t number :
         {std::uint32_t(region.role),
          std::uint32_t(region.paradigm),
          region.beginLine,
          region.endLine}) {
        key.append(std::to_string(number)).push_back(' ');
    }
    return key;
}

/// Some writers define each function once for each rank: those that are equal become the first of them.
void joinEqual(std::vector<Region>& regions, RegionAliases& aliases)
{
    std::unordered_map<std::string, RegionRef> known;
    known.reserve(regions.size());
    std::erase_if(regions, [&](const Region& region) {
        const auto [found, isNew] = known.try_emplace(keyOf(region), region.ref);
        if (!isNew) {
            aliases.emplace(region.ref.value(), found->second.value());
        }
        return !isNew;
    });
}

/// Whether nothing but the program itself is said to have functions: a writer that tells interfaces marks at
/// least one of them.
bool tellsNoInterface(const std::vector<Region>& regions)
{
    return std::ranges::all_of(regions, [](const Region& region) {
        return region.paradigm == Paradigm::User || region.paradigm == Paradigm::Unknown
               || region.paradigm == Paradigm::None;
    });
}

/// OTF2 3.0 has no paradigm for Python: our recorder says it in words.
void findPythonFunctions(std::vector<Region>& regions)
{
    for (Region& region : regions) {
        if (region.paradigm == Paradigm::User && region.description == kPythonFunction) {
            region.paradigm = Paradigm::Python;
        }
    }
}

std::vector<Region> takeRegions(Gathering& from)
{
    std::vector<Region> regions = from.regions.take(from.strings, from.result.undefined);
    findPythonFunctions(regions);
    joinEqual(regions, from.result.aliases);
    const bool isByName = tellsNoInterface(regions);
    for (Region& region : regions) {
        region.group = functionGroupOf(region.paradigm, region.role, region.sourceFile);
        if (region.sourceFile == "NVTX_RANGE") {
            region.color = colorOfRange(region.description);
        }
        const auto known = isByName ? groupOfWellKnownName(region.name) : std::nullopt;
        const bool isPlain =
            region.group == FunctionGroup::Application || region.group == FunctionGroup::Unknown;
        if (known && isPlain) {
            region.group = *known;
            ++from.result.groupedByName;
            from.result.firstGroupedByName =
                from.result.groupedByName == 1 ? region.name : from.result.firstGroupedByName;
        }
    }
    return regions;
}

void joinMembers(std::vector<Group>& groups, const RegionAliases& aliases)
{
    for (Group& group : groups) {
        for (std::uint64_t& member : group.members) {
            const auto found = aliases.find(member);
            if (group.type == GroupType::Regions && found != aliases.end()) {
                member = found->second;
            }
        }
    }
}

void joinContexts(std::vector<CallingContext>& contexts, const RegionAliases& aliases)
{
    for (CallingContext& context : contexts) {
        const auto found = aliases.find(context.region.value());
        if (found != aliases.end()) {
            context.region = RegionRef(static_cast<std::uint32_t>(found->second));
        }
    }
}

}  // namespace

ReadDefinitions finish(Gathering& from)
{
    Definitions& to = from.result.definitions;
    store::UndefinedReferences& undefined = from.result.undefined;
    markPreCreated(from);
    to.properties = takeProperties(from);
    to.paradigms = takeParadigms(from);
    to.regions = takeRegions(from);
    to.systemTreeNodes = from.nodes.take(from.strings, undefined);
    to.locationGroups = from.locationGroups.take(from.strings, undefined);
    to.locations = from.locations.take(from.strings, undefined);
    to.sourceCodeLocations = from.sourceCodeLocations.take(from.strings, undefined);
    to.callingContexts = from.callingContexts.take(from.strings, undefined);
    joinContexts(to.callingContexts, from.result.aliases);
    to.interruptGenerators = from.interruptGenerators.take(from.strings, undefined);
    to.attributes = from.attributes.take(from.strings, undefined);
    to.parameters = from.parameters.take(from.strings, undefined);
    to.groups = from.groups.take(from.strings, undefined);
    joinMembers(to.groups, from.result.aliases);
    to.communicators = from.communicators.take(from.strings, undefined);
    to.rmaWindows = from.rmaWindows.take(from.strings, undefined);
    to.cartDimensions = from.cartDimensions.take(from.strings, undefined);
    to.cartTopologies = from.cartTopologies.take(from.strings, undefined);
    to.cartCoordinates = std::move(from.cartCoordinates);
    to.metricMembers = from.metricMembers.take(from.strings, undefined);
    to.metricClasses = from.metricClasses.take(from.strings, undefined);
    to.metricInstances = from.metricInstances.take(from.strings, undefined);
    to.metricClassRecorders = std::move(from.metricClassRecorders);
    to.ioParadigms = from.ioParadigms.take(from.strings, undefined);
    to.ioFiles = from.ioFiles.take(from.strings, undefined);
    to.ioHandles = from.ioHandles.take(from.strings, undefined);
    to.strings = from.strings.take();
    to.counts = countsOf(from);
    from.result.unknown = from.counts[static_cast<std::size_t>(RecordKind::Unknown)];
    to.buildLookups();
    findUndefined(from);
    return std::move(from.result);
}

}  // namespace vellum::server::reader::otf2
