#pragma once

#include "common/trace/definitions.h"
#include "common/trace/metrics.h"
#include "server/store/record_table.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Goes through the samples of a location's metrics. Its series, a metric of a class or instance each, are numbered as
/// records are met that name their class.
///
/// Threads  One.
class CounterSamples {
public:
    struct Series {
        MetricRef recordedAs;
        std::uint32_t place = 0;               ///< in the class
        const MetricMember* member = nullptr;  ///< defined
        double unit = 1;                       ///< what a recorded number is multiplied by
    };

    /// Both must outlive it.
    CounterSamples(const Definitions& definitions, const RecordTable& records)
        : m_definitions(definitions)
        , m_records(records)
    {
    }

    [[nodiscard]] const std::vector<Series>& series() const { return m_series; }

    /// Numbers the series of a class or instance, if they are not.
    void know(MetricRef recordedAs) { static_cast<void>(numbersOf(recordedAs)); }

    /// Calls \p use with the series and the quantity, a finite one, of each sample of the records from \p first up to
    /// \p last, in their order.
    template <typename Use>
    void forEach(std::size_t first, std::size_t last, const Use& use)
    {
        const EventKind* const kinds = m_records.kind.data();
        for (std::size_t i = first; i < last; ++i) {
            if (kinds[i] == event_kind::kMetric) {
                take(i, use);
            }
        }
    }

private:
    /// Its series, first and behind the last.
    using Numbers = std::pair<std::uint32_t, std::uint32_t>;

    template <typename Use>
    void take(std::size_t record, const Use& use)
    {
        const std::size_t begin = m_records.payloadBegin[record];
        const std::size_t end = record + 1 < m_records.size() ? m_records.payloadBegin[record + 1]
                                                              : m_records.payload.size();
        auto bytes = m_records.payload.view().subspan(begin, end - begin);
        if (bytes.empty()) {
            return;
        }
        const auto [first, last] =
            numbersOf(MetricRef(static_cast<std::uint32_t>(packed::take(bytes))));
        std::uint32_t place = 0;
        for (std::uint32_t number = first; number < last; ++number) {
            for (; place < m_series[number].place && !bytes.empty(); ++place) {
                packed::take(bytes);
                packed::take(bytes);
            }
            if (bytes.empty()) {
                return;
            }
            const auto type = static_cast<ValueType>(packed::take(bytes));
            if (bytes.empty()) {
                return;
            }
            const TypedValue value{.type = type, .bits = packed::take(bytes)};
            ++place;
            const double quantity = numberOf(value) * m_series[number].unit;
            if (std::isfinite(quantity)) {
                use(number, quantity);
            }
        }
    }

    [[nodiscard]] Numbers numbersOf(MetricRef ref)
    {
        if (m_known.empty() || ref != m_last) {
            const auto [entry, isNew] = m_known.try_emplace(ref.value());
            if (isNew) {
                entry->second = addClass(ref);
            }
            m_last = ref;
            m_lastNumbers = entry->second;
        }
        return m_lastNumbers;
    }

    Numbers addClass(MetricRef ref)
    {
        const auto first = static_cast<std::uint32_t>(m_series.size());
        const MetricClass* known = m_definitions.metricClassOf(ref);
        for (std::size_t i = 0; known != nullptr && i < known->members.size(); ++i) {
            const MetricMember* member = m_definitions.find(known->members[i]);
            if (member != nullptr) {
                constexpr TypedValue kOne{.type = ValueType::UInt64, .bits = 1};
                m_series.push_back(
                    {.recordedAs = ref,
                     .place = static_cast<std::uint32_t>(i),
                     .member = member,
                     .unit = quantityOf(kOne, *member)});
            }
        }
        return {first, static_cast<std::uint32_t>(m_series.size())};
    }

    const Definitions& m_definitions;
    const RecordTable& m_records;
    std::vector<Series> m_series;
    std::map<std::uint32_t, Numbers> m_known;  ///< by class or instance
    MetricRef m_last;
    Numbers m_lastNumbers;
};

}  // namespace vellum::server::store
