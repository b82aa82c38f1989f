#include "tests/support/random_messages.h"

#include <cstdint>
#include <vector>

namespace vellum::tests {

void RandomMessages::addCode(Definitions& to)
{
    to.callingContexts.push_back(
        {.ref = CallingContextRef(word()),
         .region = RegionRef(word()),
         .parent = CallingContextRef(word()),
         .source = SourceCodeLocationRef(word())});
    to.sourceCodeLocations.push_back(
        {.ref = SourceCodeLocationRef(word()), .file = text(), .line = word()});
    to.interruptGenerators.push_back(
        {.ref = InterruptGeneratorRef(word()),
         .name = text(),
         .mode = static_cast<InterruptGeneratorMode>(below(256)),
         .base = static_cast<NumberBase>(below(256)),
         .exponent = tick(),
         .period = m_random()});
    to.paradigms.push_back(
        {.paradigm = static_cast<Paradigm>(below(256)),
         .name = text(),
         .paradigmClass = static_cast<ParadigmClass>(below(256))});
    to.strings.push_back({.ref = StringRef(word()), .text = text()});
    to.attributes.push_back(
        {.ref = AttributeRef(word()),
         .name = text(),
         .description = text(),
         .type = static_cast<ValueType>(below(256))});
    to.parameters.push_back(
        {.ref = ParameterRef(word()),
         .name = text(),
         .type = static_cast<ParameterType>(below(256))});
    to.markers.push_back(
        {.ref = MarkerRef(word()),
         .group = text(),
         .category = text(),
         .severity = static_cast<MarkerSeverity>(below(256))});
    to.properties.push_back(
        {.target = static_cast<PropertyTarget>(below(kPropertyTargets)),
         .ref = m_random(),
         .name = text(),
         .type = static_cast<ValueType>(below(256)),
         .value = text()});
    to.counts.push_back({.kind = text(), .count = m_random()});
}

void RandomMessages::addMetricsAndFiles(Definitions& to)
{
    to.metricClasses.push_back(
        {.ref = MetricRef(word()),
         .members = {MetricMemberRef(word()), MetricMemberRef(word())},
         .occurrence = static_cast<MetricOccurrence>(below(256)),
         .recorderKind = static_cast<RecorderKind>(below(256))});
    to.metricInstances.push_back(
        {.ref = MetricRef(word()),
         .metricClass = MetricRef(word()),
         .recorder = LocationRef(m_random()),
         .scope = static_cast<MetricScope>(below(256)),
         .scopeRef = m_random()});
    to.metricClassRecorders.push_back(
        {.metric = MetricRef(word()), .recorder = LocationRef(m_random())});
    to.rmaWindows.push_back(
        {.ref = RmaWinRef(word()),
         .name = text(),
         .communicator = CommRef(word()),
         .flags = word()});
    to.cartDimensions.push_back(
        {.ref = CartDimensionRef(word()), .name = text(), .size = word(), .isPeriodic = coin()});
    to.cartTopologies.push_back(
        {.ref = CartTopologyRef(word()),
         .name = text(),
         .communicator = CommRef(word()),
         .dimensions = {CartDimensionRef(word()), CartDimensionRef(word())}});
    to.cartCoordinates.push_back(
        {.topology = CartTopologyRef(word()), .rank = word(), .coordinates = {word(), word()}});
    to.ioParadigms.push_back(
        {.ref = IoParadigmRef(static_cast<std::uint8_t>(below(256))),
         .identification = text(),
         .name = text(),
         .paradigmClass = static_cast<IoParadigmClass>(below(256)),
         .flags = word()});
    to.ioFiles.push_back(
        {.ref = IoFileRef(word()),
         .name = text(),
         .scope = SystemTreeNodeRef(word()),
         .isDirectory = coin()});
    to.ioHandles.push_back(
        {.ref = IoHandleRef(word()),
         .name = text(),
         .file = IoFileRef(word()),
         .paradigm = IoParadigmRef(static_cast<std::uint8_t>(below(256))),
         .communicator = CommRef(word()),
         .parent = IoHandleRef(word()),
         .flags = word(),
         .mode = static_cast<IoAccessMode>(below(256)),
         .statusFlags = word()});
}

bool isSameInDetail(const Definitions& a, const Definitions& b)
{
    return a.callingContexts == b.callingContexts && a.sourceCodeLocations == b.sourceCodeLocations
           && a.interruptGenerators == b.interruptGenerators && a.metricClasses == b.metricClasses
           && a.metricInstances == b.metricInstances
           && a.metricClassRecorders == b.metricClassRecorders && a.rmaWindows == b.rmaWindows
           && a.cartDimensions == b.cartDimensions && a.cartTopologies == b.cartTopologies
           && a.cartCoordinates == b.cartCoordinates && a.ioParadigms == b.ioParadigms
           && a.ioFiles == b.ioFiles && a.ioHandles == b.ioHandles && a.paradigms == b.paradigms
           && a.strings == b.strings && a.attributes == b.attributes && a.parameters == b.parameters
           && a.markers == b.markers && a.properties == b.properties && a.counts == b.counts;
}

}  // namespace vellum::tests
