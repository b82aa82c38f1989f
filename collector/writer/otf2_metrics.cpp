// Metrics: what is sampled at a time, and what is counted between enter and leave of a visit.
#include "collector/writer/otf2_archive_state.h"

#include <array>

namespace vellum::collector::writer {

namespace {

OTF2_MetricMode modeOf(Otf2Archive::MetricMode mode)
{
    switch (mode) {
    case Otf2Archive::MetricMode::AbsolutePoint:
        return OTF2_METRIC_ABSOLUTE_POINT;
    case Otf2Archive::MetricMode::AbsoluteLast:
        return OTF2_METRIC_ABSOLUTE_LAST;
    case Otf2Archive::MetricMode::AccumulatedStart:
        return OTF2_METRIC_ACCUMULATED_START;
    case Otf2Archive::MetricMode::AbsoluteNext:
        break;
    }
    return OTF2_METRIC_ABSOLUTE_NEXT;
}

}  // namespace

void Otf2Archive::sample(std::uint64_t tick, MetricRef metric, std::int64_t value)
{
    if (m_state->isOk()) {
        const OTF2_Type type = OTF2_TYPE_INT64;
        OTF2_MetricValue sampled{};
        sampled.signed_int = value;
        m_state->check(OTF2_EvtWriter_Metric(
            m_state->events, nullptr, m_state->time(tick), metric, 1, &type, &sampled));
    }
}

void Otf2Archive::sampleSet(std::uint64_t tick, MetricRef set, std::span<const double> values)
{
    if (!m_state->isOk() || values.size() > kMostOfSet) {
        return;
    }
    std::array<OTF2_Type, kMostOfSet> types{};
    std::array<OTF2_MetricValue, kMostOfSet> sampled{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        types.at(i) = OTF2_TYPE_DOUBLE;
        sampled.at(i).floating_point = values[i];
    }
    m_state->check(OTF2_EvtWriter_Metric(
        m_state->events,
        nullptr,
        m_state->time(tick),
        set,
        static_cast<std::uint8_t>(values.size()),
        types.data(),
        sampled.data()));
}

void Otf2Archive::State::defineMember(MetricRef self, const MetricMember& member, OTF2_Type type)
{
    const StringRef nameText = string(member.name);
    const StringRef unitText = string(member.unit);
    const StringRef description = string("");
    check(OTF2_GlobalDefWriter_WriteMetricMember(
        definitions,
        self,
        nameText,
        description,
        OTF2_METRIC_TYPE_OTHER,
        modeOf(member.mode),
        type,
        OTF2_BASE_DECIMAL,
        0,
        unitText));
}

void Otf2Archive::defineMetric(MetricRef self, MetricRef memberRef, const MetricMember& member)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.defineMember(memberRef, member, OTF2_TYPE_INT64);
        state.check(OTF2_GlobalDefWriter_WriteMetricClass(
            state.definitions,
            self,
            1,
            &memberRef,
            OTF2_METRIC_ASYNCHRONOUS,
            OTF2_RECORDER_KIND_ABSTRACT));
    }
}

void Otf2Archive::defineMetricSet(
    MetricRef self, MetricRef firstMember, std::span<const MetricMember> members, bool isSampled)
{
    State& state = *m_state;
    if (!state.isOk() || members.size() > kMostOfSet) {
        return;
    }
    std::array<MetricRef, kMostOfSet> refs{};
    for (std::size_t i = 0; i < members.size(); ++i) {
        refs.at(i) = firstMember + static_cast<MetricRef>(i);
        state.defineMember(refs.at(i), members[i], OTF2_TYPE_DOUBLE);
    }
    state.check(OTF2_GlobalDefWriter_WriteMetricClass(
        state.definitions,
        self,
        static_cast<std::uint8_t>(members.size()),
        refs.data(),
        isSampled ? OTF2_METRIC_ASYNCHRONOUS : OTF2_METRIC_SYNCHRONOUS,
        OTF2_RECORDER_KIND_GPU));
}

}  // namespace vellum::collector::writer
