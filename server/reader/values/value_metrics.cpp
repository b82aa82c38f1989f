#include "server/reader/values/value_metrics.h"

#include <algorithm>

namespace vellum::server::reader {

namespace {

struct Words {
    const char* name;
    const char* unit;
    const char* description;
};

constexpr std::array<Words, kValueMetrics> kWords = {{
    {"values: redundant bytes per second",
     "B/s",
     "loads of what the thread knew and stores of what was there, over the time of their operations"},
    {"values: unchanged bytes", "B", "stored by an operation where they were already"},
    {"values: silent stores", "%", "of the bytes that an operation stored those that were there"},
    {"values: dead stores",
     "%",
     "of the bytes that an operation stored those that were stored over before anybody read them"},
    {"values: redundant loads",
     "%",
     "of the bytes that an operation loaded those that its thread had seen there last"},
    {"values: zero loads", "%", "of the loads of an operation those that found zero"},
}};

/// Far above what archives count up to: a damaged one may name what it does not define.
constexpr std::uint32_t kFirstRef = 0x7ff00000;

template <typename Ref, typename List, typename Field>
std::uint32_t firstFree(std::uint32_t first, const List& list, Field field)
{
    for (const auto& one : list) {
        const Ref ref = one.*field;
        first = ref.isDefined() ? std::max(first, ref.value() + 1) : first;
    }
    return first;
}

}  // namespace

std::optional<ValueMetricRefs> defineValueMetrics(
    const ValueMetricSet& metrics, Definitions& definitions)
{
    const auto member =
        firstFree<MetricMemberRef>(kFirstRef, definitions.metricMembers, &MetricMember::ref);
    const auto classes =
        firstFree<MetricRef>(kFirstRef, definitions.metricClasses, &MetricClass::ref);
    const auto both =
        firstFree<MetricRef>(classes, definitions.metricInstances, &MetricInstance::ref);
    const std::uint32_t most = MetricRef::undefined().value() - kValueMetrics;
    if (member > most || both > most) {
        return std::nullopt;
    }
    ValueMetricRefs refs;
    refs.fill(MetricRef::undefined());
    for (std::uint32_t i = 0; i < kValueMetrics; ++i) {
        if (!metrics.test(i)) {
            continue;
        }
        const Words& words = kWords.at(i);
        definitions.metricMembers.push_back(
            {.ref = MetricMemberRef(member + i),
             .name = words.name,
             .unit = words.unit,
             .description = words.description,
             .type = MetricType::Other,
             .mode = MetricMode::AbsoluteNext,
             .valueType = valueTypeOf(static_cast<ValueMetric>(i)),
             .base = NumberBase::Decimal});
        refs.at(i) = MetricRef(both + i);
        definitions.metricClasses.push_back(
            {.ref = refs.at(i),
             .members = {MetricMemberRef(member + i)},
             .occurrence = MetricOccurrence::Asynchronous,
             .recorderKind = RecorderKind::Cpu});
    }
    return refs;
}

}  // namespace vellum::server::reader
