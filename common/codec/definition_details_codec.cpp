#include "common/codec/definition_details_codec.h"

#include "common/base/narrow.h"
#include "common/codec/columns.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::codec {

namespace {

template <typename List, typename Ref>
void fillRefs(List list, const std::vector<Ref>& refs)
{
    fill(list, refs, [](Ref ref) { return ref.value(); });
}

template <typename T>
std::uint32_t sizeOf(const std::vector<T>& list)
{
    return narrow<std::uint32_t>(list.size());
}

void write(protocol::CallingContext::Builder out, const CallingContext& context)
{
    out.setRef(context.ref.value());
    out.setRegion(context.region.value());
    out.setParent(context.parent.value());
    out.setSource(context.source.value());
}

CallingContext read(protocol::CallingContext::Reader in)
{
    return {
        .ref = CallingContextRef(in.getRef()),
        .region = RegionRef(in.getRegion()),
        .parent = CallingContextRef(in.getParent()),
        .source = SourceCodeLocationRef(in.getSource())};
}

void write(protocol::SourceCodeLocation::Builder out, const SourceCodeLocation& location)
{
    out.setRef(location.ref.value());
    out.setLine(location.line);
    out.setFile(toData(location.file));
}

SourceCodeLocation read(protocol::SourceCodeLocation::Reader in)
{
    return {
        .ref = SourceCodeLocationRef(in.getRef()),
        .file = toText(in.getFile()),
        .line = in.getLine()};
}

void write(protocol::InterruptGenerator::Builder out, const InterruptGenerator& generator)
{
    out.setRef(generator.ref.value());
    out.setMode(static_cast<std::uint8_t>(generator.mode));
    out.setBase(static_cast<std::uint8_t>(generator.base));
    out.setExponent(generator.exponent);
    out.setPeriod(generator.period);
    out.setName(toData(generator.name));
}

InterruptGenerator read(protocol::InterruptGenerator::Reader in)
{
    return {
        .ref = InterruptGeneratorRef(in.getRef()),
        .name = toText(in.getName()),
        .mode = static_cast<InterruptGeneratorMode>(in.getMode()),
        .base = static_cast<NumberBase>(in.getBase()),
        .exponent = in.getExponent(),
        .period = in.getPeriod()};
}

void write(protocol::MetricClass::Builder out, const MetricClass& metricClass)
{
    out.setRef(metricClass.ref.value());
    out.setOccurrence(static_cast<std::uint8_t>(metricClass.occurrence));
    out.setRecorderKind(static_cast<std::uint8_t>(metricClass.recorderKind));
    fillRefs(out.initMembers(sizeOf(metricClass.members)), metricClass.members);
}

MetricClass read(protocol::MetricClass::Reader in)
{
    return {
        .ref = MetricRef(in.getRef()),
        .members = toVector<MetricMemberRef>(in.getMembers()),
        .occurrence = static_cast<MetricOccurrence>(in.getOccurrence()),
        .recorderKind = static_cast<RecorderKind>(in.getRecorderKind())};
}

void write(protocol::MetricInstance::Builder out, const MetricInstance& instance)
{
    out.setRef(instance.ref.value());
    out.setMetricClass(instance.metricClass.value());
    out.setRecorder(instance.recorder.value());
    out.setScopeRef(instance.scopeRef);
    out.setScope(static_cast<std::uint8_t>(instance.scope));
}

MetricInstance read(protocol::MetricInstance::Reader in)
{
    return {
        .ref = MetricRef(in.getRef()),
        .metricClass = MetricRef(in.getMetricClass()),
        .recorder = LocationRef(in.getRecorder()),
        .scope = static_cast<MetricScope>(in.getScope()),
        .scopeRef = in.getScopeRef()};
}

void write(protocol::MetricClassRecorder::Builder out, const MetricClassRecorder& recorder)
{
    out.setMetric(recorder.metric.value());
    out.setRecorder(recorder.recorder.value());
}

MetricClassRecorder read(protocol::MetricClassRecorder::Reader in)
{
    return {.metric = MetricRef(in.getMetric()), .recorder = LocationRef(in.getRecorder())};
}

void write(protocol::RmaWindow::Builder out, const RmaWindow& window)
{
    out.setRef(window.ref.value());
    out.setCommunicator(window.communicator.value());
    out.setFlags(window.flags);
    out.setName(toData(window.name));
}

RmaWindow read(protocol::RmaWindow::Reader in)
{
    return {
        .ref = RmaWinRef(in.getRef()),
        .name = toText(in.getName()),
        .communicator = CommRef(in.getCommunicator()),
        .flags = in.getFlags()};
}

void write(protocol::CartDimension::Builder out, const CartDimension& dimension)
{
    out.setRef(dimension.ref.value());
    out.setSize(dimension.size);
    out.setIsPeriodic(dimension.isPeriodic);
    out.setName(toData(dimension.name));
}

CartDimension read(protocol::CartDimension::Reader in)
{
    return {
        .ref = CartDimensionRef(in.getRef()),
        .name = toText(in.getName()),
        .size = in.getSize(),
        .isPeriodic = in.getIsPeriodic()};
}

void write(protocol::CartTopology::Builder out, const CartTopology& topology)
{
    out.setRef(topology.ref.value());
    out.setCommunicator(topology.communicator.value());
    fillRefs(out.initDimensions(sizeOf(topology.dimensions)), topology.dimensions);
    out.setName(toData(topology.name));
}

CartTopology read(protocol::CartTopology::Reader in)
{
    return {
        .ref = CartTopologyRef(in.getRef()),
        .name = toText(in.getName()),
        .communicator = CommRef(in.getCommunicator()),
        .dimensions = toVector<CartDimensionRef>(in.getDimensions())};
}

void write(protocol::CartCoordinate::Builder out, const CartCoordinate& coordinate)
{
    out.setTopology(coordinate.topology.value());
    out.setRank(coordinate.rank);
    fill(
        out.initCoordinates(sizeOf(coordinate.coordinates)),
        coordinate.coordinates,
        [](auto number) { return number; });
}

CartCoordinate read(protocol::CartCoordinate::Reader in)
{
    return {
        .topology = CartTopologyRef(in.getTopology()),
        .rank = in.getRank(),
        .coordinates = toVector<std::uint32_t>(in.getCoordinates())};
}

void write(protocol::IoParadigm::Builder out, const IoParadigm& paradigm)
{
    out.setRef(paradigm.ref.value());
    out.setParadigmClass(static_cast<std::uint8_t>(paradigm.paradigmClass));
    out.setFlags(paradigm.flags);
    out.setIdentification(toData(paradigm.identification));
    out.setName(toData(paradigm.name));
}

IoParadigm read(protocol::IoParadigm::Reader in)
{
    return {
        .ref = IoParadigmRef(in.getRef()),
        .identification = toText(in.getIdentification()),
        .name = toText(in.getName()),
        .paradigmClass = static_cast<IoParadigmClass>(in.getParadigmClass()),
        .flags = in.getFlags()};
}

void write(protocol::IoFile::Builder out, const IoFile& file)
{
    out.setRef(file.ref.value());
    out.setScope(file.scope.value());
    out.setIsDirectory(file.isDirectory);
    out.setName(toData(file.name));
}

IoFile read(protocol::IoFile::Reader in)
{
    return {
        .ref = IoFileRef(in.getRef()),
        .name = toText(in.getName()),
        .scope = SystemTreeNodeRef(in.getScope()),
        .isDirectory = in.getIsDirectory()};
}

void write(protocol::IoHandle::Builder out, const IoHandle& handle)
{
    out.setRef(handle.ref.value());
    out.setFile(handle.file.value());
    out.setCommunicator(handle.communicator.value());
    out.setParent(handle.parent.value());
    out.setFlags(handle.flags);
    out.setStatusFlags(handle.statusFlags);
    out.setParadigm(handle.paradigm.value());
    out.setMode(static_cast<std::uint8_t>(handle.mode));
    out.setName(toData(handle.name));
}

IoHandle read(protocol::IoHandle::Reader in)
{
    return {
        .ref = IoHandleRef(in.getRef()),
        .name = toText(in.getName()),
        .file = IoFileRef(in.getFile()),
        .paradigm = IoParadigmRef(in.getParadigm()),
        .communicator = CommRef(in.getCommunicator()),
        .parent = IoHandleRef(in.getParent()),
        .flags = in.getFlags(),
        .mode = static_cast<IoAccessMode>(in.getMode()),
        .statusFlags = in.getStatusFlags()};
}

void write(protocol::ParadigmDefinition::Builder out, const ParadigmDefinition& paradigm)
{
    out.setParadigm(static_cast<std::uint8_t>(paradigm.paradigm));
    out.setParadigmClass(static_cast<std::uint8_t>(paradigm.paradigmClass));
    out.setName(toData(paradigm.name));
}

ParadigmDefinition read(protocol::ParadigmDefinition::Reader in)
{
    return {
        .paradigm = static_cast<Paradigm>(in.getParadigm()),
        .name = toText(in.getName()),
        .paradigmClass = static_cast<ParadigmClass>(in.getParadigmClass())};
}

void write(protocol::StringDefinition::Builder out, const StringDefinition& string)
{
    out.setRef(string.ref.value());
    out.setText(toData(string.text));
}

StringDefinition read(protocol::StringDefinition::Reader in)
{
    return {.ref = StringRef(in.getRef()), .text = toText(in.getText())};
}

void write(protocol::Attribute::Builder out, const Attribute& attribute)
{
    out.setRef(attribute.ref.value());
    out.setType(static_cast<std::uint8_t>(attribute.type));
    out.setName(toData(attribute.name));
    out.setDescription(toData(attribute.description));
}

Attribute read(protocol::Attribute::Reader in)
{
    return {
        .ref = AttributeRef(in.getRef()),
        .name = toText(in.getName()),
        .description = toText(in.getDescription()),
        .type = static_cast<ValueType>(in.getType())};
}

void write(protocol::Parameter::Builder out, const Parameter& parameter)
{
    out.setRef(parameter.ref.value());
    out.setType(static_cast<std::uint8_t>(parameter.type));
    out.setName(toData(parameter.name));
}

Parameter read(protocol::Parameter::Reader in)
{
    return {
        .ref = ParameterRef(in.getRef()),
        .name = toText(in.getName()),
        .type = static_cast<ParameterType>(in.getType())};
}

void write(protocol::MarkerDefinition::Builder out, const MarkerDefinition& marker)
{
    out.setRef(marker.ref.value());
    out.setSeverity(static_cast<std::uint8_t>(marker.severity));
    out.setGroup(toData(marker.group));
    out.setCategory(toData(marker.category));
}

MarkerDefinition read(protocol::MarkerDefinition::Reader in)
{
    return {
        .ref = MarkerRef(in.getRef()),
        .group = toText(in.getGroup()),
        .category = toText(in.getCategory()),
        .severity = static_cast<MarkerSeverity>(in.getSeverity())};
}

void write(protocol::Property::Builder out, const Property& property)
{
    out.setRef(property.ref);
    out.setTarget(static_cast<std::uint8_t>(property.target));
    out.setType(static_cast<std::uint8_t>(property.type));
    out.setName(toData(property.name));
    out.setValue(toData(property.value));
}

Property read(protocol::Property::Reader in)
{
    return {
        .target = static_cast<PropertyTarget>(in.getTarget()),
        .ref = in.getRef(),
        .name = toText(in.getName()),
        .type = static_cast<ValueType>(in.getType()),
        .value = toText(in.getValue())};
}

void write(protocol::DefinitionCount::Builder out, const DefinitionCount& count)
{
    out.setKind(toData(count.kind));
    out.setCount(count.count);
}

DefinitionCount read(protocol::DefinitionCount::Reader in)
{
    return {.kind = toText(in.getKind()), .count = in.getCount()};
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

Result<void> checkTargets(const std::vector<Property>& properties)
{
    for (const Property& property : properties) {
        const auto target = static_cast<std::uint8_t>(property.target);
        if (target >= kPropertyTargets) {
            return invalid("property: target " + std::to_string(target) + " is unknown");
        }
    }
    return {};
}

}  // namespace

void writeDetails(protocol::Definitions::Builder out, const Definitions& definitions)
{
    writeAll(
        out.initCallingContexts(sizeOf(definitions.callingContexts)), definitions.callingContexts);
    writeAll(
        out.initSourceCodeLocations(sizeOf(definitions.sourceCodeLocations)),
        definitions.sourceCodeLocations);
    writeAll(
        out.initInterruptGenerators(sizeOf(definitions.interruptGenerators)),
        definitions.interruptGenerators);
    writeAll(out.initMetricClasses(sizeOf(definitions.metricClasses)), definitions.metricClasses);
    writeAll(
        out.initMetricInstances(sizeOf(definitions.metricInstances)), definitions.metricInstances);
    writeAll(
        out.initMetricClassRecorders(sizeOf(definitions.metricClassRecorders)),
        definitions.metricClassRecorders);
    writeAll(out.initRmaWindows(sizeOf(definitions.rmaWindows)), definitions.rmaWindows);
    writeAll(
        out.initCartDimensions(sizeOf(definitions.cartDimensions)), definitions.cartDimensions);
    writeAll(
        out.initCartTopologies(sizeOf(definitions.cartTopologies)), definitions.cartTopologies);
    writeAll(
        out.initCartCoordinates(sizeOf(definitions.cartCoordinates)), definitions.cartCoordinates);
    writeAll(out.initIoParadigms(sizeOf(definitions.ioParadigms)), definitions.ioParadigms);
    writeAll(out.initIoFiles(sizeOf(definitions.ioFiles)), definitions.ioFiles);
    writeAll(out.initIoHandles(sizeOf(definitions.ioHandles)), definitions.ioHandles);
    writeAll(out.initParadigms(sizeOf(definitions.paradigms)), definitions.paradigms);
    writeAll(out.initStrings(sizeOf(definitions.strings)), definitions.strings);
    writeAll(out.initAttributes(sizeOf(definitions.attributes)), definitions.attributes);
    writeAll(out.initParameters(sizeOf(definitions.parameters)), definitions.parameters);
    writeAll(out.initMarkers(sizeOf(definitions.markers)), definitions.markers);
    writeAll(out.initProperties(sizeOf(definitions.properties)), definitions.properties);
    writeAll(out.initCounts(sizeOf(definitions.counts)), definitions.counts);
}

Result<void> readDetails(protocol::Definitions::Reader in, Definitions& definitions)
{
    readAll(in.getCallingContexts(), definitions.callingContexts);
    readAll(in.getSourceCodeLocations(), definitions.sourceCodeLocations);
    readAll(in.getInterruptGenerators(), definitions.interruptGenerators);
    readAll(in.getMetricClasses(), definitions.metricClasses);
    readAll(in.getMetricInstances(), definitions.metricInstances);
    readAll(in.getMetricClassRecorders(), definitions.metricClassRecorders);
    readAll(in.getRmaWindows(), definitions.rmaWindows);
    readAll(in.getCartDimensions(), definitions.cartDimensions);
    readAll(in.getCartTopologies(), definitions.cartTopologies);
    readAll(in.getCartCoordinates(), definitions.cartCoordinates);
    readAll(in.getIoParadigms(), definitions.ioParadigms);
    readAll(in.getIoFiles(), definitions.ioFiles);
    readAll(in.getIoHandles(), definitions.ioHandles);
    readAll(in.getParadigms(), definitions.paradigms);
    readAll(in.getStrings(), definitions.strings);
    readAll(in.getAttributes(), definitions.attributes);
    readAll(in.getParameters(), definitions.parameters);
    readAll(in.getMarkers(), definitions.markers);
    readAll(in.getProperties(), definitions.properties);
    readAll(in.getCounts(), definitions.counts);
    return checkTargets(definitions.properties);
}

}  // namespace vellum::codec
