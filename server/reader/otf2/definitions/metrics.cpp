#include "server/reader/otf2/definitions/gathering.h"

namespace vellum::server::reader::otf2 {

namespace {

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onMetricMember(
    void* userData,
    OTF2_MetricMemberRef self,
    OTF2_StringRef name,
    OTF2_StringRef description,
    OTF2_MetricType type,
    OTF2_MetricMode mode,
    OTF2_Type valueType,
    OTF2_Base base,
    std::int64_t exponent,
    OTF2_StringRef unit)
{
    return gather(userData, RecordKind::MetricMember, [&](Gathering& to) {
        if (to.metricMembers.add(
                {.ref = MetricMemberRef(self),
                 .type = enumOf<MetricType>(type),
                 .mode = enumOf<MetricMode>(mode),
                 .valueType = enumOf<ValueType>(valueType),
                 .base = enumOf<NumberBase>(base),
                 .exponent = exponent},
                to.result)) {
            to.metricMembers.setLater(&MetricMember::name, name);
            to.metricMembers.setLater(&MetricMember::unit, unit);
            to.metricMembers.setLater(&MetricMember::description, description);
        }
    });
}

OTF2_CallbackCode onMetricClass(
    void* userData,
    OTF2_MetricRef self,
    std::uint8_t count,
    const OTF2_MetricMemberRef* members,
    OTF2_MetricOccurrence occurrence,
    OTF2_RecorderKind recorderKind)
{
    return gather(userData, RecordKind::MetricClass, [&](Gathering& to) {
        MetricClass made{
            .ref = MetricRef(self),
            .occurrence = enumOf<MetricOccurrence>(occurrence),
            .recorderKind = enumOf<RecorderKind>(recorderKind)};
        for (std::uint8_t i = 0; i < count; ++i) {
            made.members.emplace_back(members[i]);
        }
        to.metricClasses.add(std::move(made), to.result);
    });
}

OTF2_CallbackCode onMetricInstance(
    void* userData,
    OTF2_MetricRef self,
    OTF2_MetricRef metricClass,
    OTF2_LocationRef recorder,
    OTF2_MetricScope scope,
    std::uint64_t scopeRef)
{
    return gather(userData, RecordKind::MetricInstance, [&](Gathering& to) {
        to.metricInstances.add(
            {.ref = MetricRef(self),
             .metricClass = MetricRef(metricClass),
             .recorder = LocationRef(recorder),
             .scope = enumOf<MetricScope>(scope),
             .scopeRef = scopeRef},
            to.result);
    });
}

OTF2_CallbackCode onMetricClassRecorder(
    void* userData, OTF2_MetricRef metric, OTF2_LocationRef recorder)
{
    return gather(userData, RecordKind::MetricClassRecorder, [&](Gathering& to) {
        to.metricClassRecorders.push_back(
            {.metric = MetricRef(metric), .recorder = LocationRef(recorder)});
    });
}

}  // namespace

void gatherMetrics(OTF2_GlobalDefReaderCallbacks* callbacks)
{
    OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(callbacks, &onMetricMember);
    OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(callbacks, &onMetricClass);
    OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(callbacks, &onMetricInstance);
    OTF2_GlobalDefReaderCallbacks_SetMetricClassRecorderCallback(callbacks, &onMetricClassRecorder);
}

}  // namespace vellum::server::reader::otf2
