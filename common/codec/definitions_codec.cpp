#include "common/codec/definitions_codec.h"

#include "common/base/narrow.h"
#include "common/codec/columns.h"
#include "common/codec/definition_details_codec.h"

#include <string>
#include <vector>

namespace vellum::codec {

namespace {

void write(protocol::ClockProperties::Builder out, const ClockProperties& clock)
{
    out.setTicksPerSecond(clock.ticksPerSecond);
    out.setGlobalOffset(clock.globalOffset);
    out.setLength(clock.length);
    out.setRealtimeNs(clock.realtimeNs);
}

Result<ClockProperties> read(protocol::ClockProperties::Reader in)
{
    if (in.getTicksPerSecond() == 0) {
        return invalid("clock of 0 ticks per second");
    }
    return ClockProperties{
        .ticksPerSecond = in.getTicksPerSecond(),
        .globalOffset = in.getGlobalOffset(),
        .length = in.getLength(),
        .realtimeNs = in.getRealtimeNs()};
}

void write(protocol::SystemTreeNode::Builder out, const SystemTreeNode& node)
{
    out.setRef(node.ref.value());
    out.setParent(node.parent.value());
    out.setName(toData(node.name));
    out.setClassName(toData(node.className));
}

SystemTreeNode read(protocol::SystemTreeNode::Reader in)
{
    return {
        .ref = SystemTreeNodeRef(in.getRef()),
        .name = toText(in.getName()),
        .className = toText(in.getClassName()),
        .parent = SystemTreeNodeRef(in.getParent())};
}

void write(protocol::LocationGroup::Builder out, const LocationGroup& group)
{
    out.setRef(group.ref.value());
    out.setParent(group.parent.value());
    out.setCreator(group.creator.value());
    out.setType(static_cast<std::uint8_t>(group.type));
    out.setName(toData(group.name));
}

LocationGroup read(protocol::LocationGroup::Reader in)
{
    return {
        .ref = LocationGroupRef(in.getRef()),
        .name = toText(in.getName()),
        .type = static_cast<LocationGroupType>(in.getType()),
        .parent = SystemTreeNodeRef(in.getParent()),
        .creator = LocationGroupRef(in.getCreator())};
}

void write(protocol::Location::Builder out, const Location& location)
{
    out.setRef(location.ref.value());
    out.setClaimedEvents(location.claimedEvents);
    out.setGroup(location.group.value());
    out.setType(static_cast<std::uint8_t>(location.type));
    out.setName(toData(location.name));
}

Location read(protocol::Location::Reader in)
{
    return {
        .ref = LocationRef(in.getRef()),
        .name = toText(in.getName()),
        .type = static_cast<LocationType>(in.getType()),
        .claimedEvents = in.getClaimedEvents(),
        .group = LocationGroupRef(in.getGroup())};
}

void write(protocol::Region::Builder out, const Region& region)
{
    out.setRef(region.ref.value());
    out.setBeginLine(region.beginLine);
    out.setEndLine(region.endLine);
    out.setRole(static_cast<std::uint8_t>(region.role));
    out.setParadigm(static_cast<std::uint8_t>(region.paradigm));
    out.setGroup(static_cast<std::uint8_t>(region.group));
    out.setName(toData(region.name));
    out.setCanonicalName(toData(region.canonicalName));
    out.setSourceFile(toData(region.sourceFile));
    out.setDescription(toData(region.description));
    out.setColor(region.color);
}

/// The function group is not checked here, but for all regions at once in `checkGroups`.
Region read(protocol::Region::Reader in)
{
    return {
        .ref = RegionRef(in.getRef()),
        .name = toText(in.getName()),
        .canonicalName = toText(in.getCanonicalName()),
        .role = static_cast<RegionRole>(in.getRole()),
        .paradigm = static_cast<Paradigm>(in.getParadigm()),
        .group = static_cast<FunctionGroup>(in.getGroup()),
        .sourceFile = toText(in.getSourceFile()),
        .beginLine = in.getBeginLine(),
        .endLine = in.getEndLine(),
        .description = toText(in.getDescription()),
        .color = in.getColor()};
}

Result<void> checkGroups(const std::vector<Region>& regions)
{
    for (const Region& region : regions) {
        const auto group = static_cast<std::uint8_t>(region.group);
        if (group >= kFunctionGroupCount) {
            return invalid(
                "region " + std::to_string(region.ref.value()) + ": function group "
                + std::to_string(group) + " is unknown");
        }
    }
    return {};
}

void write(protocol::Group::Builder out, const Group& group)
{
    out.setRef(group.ref.value());
    out.setType(static_cast<std::uint8_t>(group.type));
    out.setParadigm(static_cast<std::uint8_t>(group.paradigm));
    out.setName(toData(group.name));
    fill(
        out.initMembers(narrow<std::uint32_t>(group.members.size())),
        group.members,
        [](std::uint64_t member) { return member; });
    out.setGlobalMembers(group.globalMembers);
}

Group read(protocol::Group::Reader in)
{
    return {
        .ref = GroupRef(in.getRef()),
        .type = static_cast<GroupType>(in.getType()),
        .paradigm = static_cast<Paradigm>(in.getParadigm()),
        .name = toText(in.getName()),
        .members = toVector<std::uint64_t>(in.getMembers()),
        .globalMembers = in.getGlobalMembers()};
}

void write(protocol::Communicator::Builder out, const Communicator& communicator)
{
    out.setRef(communicator.ref.value());
    out.setGroup(communicator.group.value());
    out.setRemoteGroup(communicator.remoteGroup.value());
    out.setParent(communicator.parent.value());
    out.setName(toData(communicator.name));
    out.setFlags(communicator.flags);
}

Communicator read(protocol::Communicator::Reader in)
{
    return {
        .ref = CommRef(in.getRef()),
        .name = toText(in.getName()),
        .group = GroupRef(in.getGroup()),
        .remoteGroup = GroupRef(in.getRemoteGroup()),
        .parent = CommRef(in.getParent()),
        .flags = in.getFlags()};
}

void write(protocol::MetricMember::Builder out, const MetricMember& member)
{
    out.setRef(member.ref.value());
    out.setName(toData(member.name));
    out.setUnit(toData(member.unit));
    out.setDescription(toData(member.description));
    out.setType(static_cast<std::uint8_t>(member.type));
    out.setMode(static_cast<std::uint8_t>(member.mode));
    out.setValueType(static_cast<std::uint8_t>(member.valueType));
    out.setBase(static_cast<std::uint8_t>(member.base));
    out.setExponent(member.exponent);
}

MetricMember read(protocol::MetricMember::Reader in)
{
    return {
        .ref = MetricMemberRef(in.getRef()),
        .name = toText(in.getName()),
        .unit = toText(in.getUnit()),
        .description = toText(in.getDescription()),
        .type = static_cast<MetricType>(in.getType()),
        .mode = static_cast<MetricMode>(in.getMode()),
        .valueType = static_cast<ValueType>(in.getValueType()),
        .base = static_cast<NumberBase>(in.getBase()),
        .exponent = in.getExponent()};
}

template <typename List, typename Definition>
void writeAll(List list, const std::vector<Definition>& definitions)
{
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        write(list[i], definitions[i]);
    }
}

template <typename List, typename Definition>
void readAll(const List& list, std::vector<Definition>& definitions)
{
    definitions.reserve(list.size());
    for (const auto& definition : list) {
        definitions.push_back(read(definition));
    }
}

template <typename T>
std::uint32_t sizeOf(const std::vector<T>& list)
{
    return narrow<std::uint32_t>(list.size());
}

}  // namespace

void write(protocol::Definitions::Builder out, const Definitions& definitions)
{
    write(out.initClock(), definitions.clock);
    out.setCreator(toData(definitions.creator));
    writeAll(
        out.initSystemTreeNodes(sizeOf(definitions.systemTreeNodes)), definitions.systemTreeNodes);
    writeAll(
        out.initLocationGroups(sizeOf(definitions.locationGroups)), definitions.locationGroups);
    writeAll(out.initLocations(sizeOf(definitions.locations)), definitions.locations);
    writeAll(out.initRegions(sizeOf(definitions.regions)), definitions.regions);
    writeAll(out.initGroups(sizeOf(definitions.groups)), definitions.groups);
    writeAll(out.initCommunicators(sizeOf(definitions.communicators)), definitions.communicators);
    writeAll(out.initMetricMembers(sizeOf(definitions.metricMembers)), definitions.metricMembers);
    writeDetails(out, definitions);
}

Result<Definitions> read(protocol::Definitions::Reader in)
{
    Definitions definitions;
    const auto clock = read(in.getClock());
    VELLUM_RETURN_IF_ERROR(clock);
    definitions.clock = clock.value();
    definitions.creator = toText(in.getCreator());
    readAll(in.getSystemTreeNodes(), definitions.systemTreeNodes);
    readAll(in.getLocationGroups(), definitions.locationGroups);
    readAll(in.getLocations(), definitions.locations);
    readAll(in.getRegions(), definitions.regions);
    VELLUM_RETURN_IF_ERROR(checkGroups(definitions.regions));
    readAll(in.getGroups(), definitions.groups);
    readAll(in.getCommunicators(), definitions.communicators);
    readAll(in.getMetricMembers(), definitions.metricMembers);
    VELLUM_RETURN_IF_ERROR(readDetails(in, definitions));
    definitions.buildLookups();
    return definitions;
}

}  // namespace vellum::codec
