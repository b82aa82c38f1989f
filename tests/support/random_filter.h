#pragma once

#include "common/query/record_filter.h"
#include "common/trace/function_group.h"

#include <cstdint>
#include <random>

namespace vellum::tests {

/// Filters of small numbers, as small random traces have them: tags, operations and references below 13,
/// bytes below 120. Few conditions each, so that something is left.
///
/// Exact    The same seed gives the same values.
class RandomFilter {
public:
    explicit RandomFilter(std::uint64_t seed) : m_random(seed) {}

    /// One or two of each kind, or none of it.
    [[nodiscard]] query::RecordFilter filter()
    {
        query::RecordFilter all;
        for (std::uint64_t i = below(3); i > 0; --i) {
            all.messages.push_back(message());
        }
        for (std::uint64_t i = below(3); i > 0; --i) {
            all.collectives.push_back(collective());
        }
        for (std::uint64_t i = below(3); i > 0; --i) {
            all.io.push_back(io());
        }
        return all;
    }

    /// One or two of visits as well, or none.
    [[nodiscard]] query::RecordFilter filterWithVisits()
    {
        query::RecordFilter all = filter();
        for (std::uint64_t i = below(3); i > 0; --i) {
            all.visits.push_back(visit());
        }
        return all;
    }

    /// Regions as those of `RandomTrace`.
    [[nodiscard]] query::VisitFilter visit()
    {
        query::VisitFilter filter{.duration = bytes(), .hides = below(3) == 0};
        for (std::uint64_t i = below(2) * below(6); i > 0; --i) {
            constexpr std::uint32_t kStep = 7;
            filter.regions.emplace_back(static_cast<std::uint32_t>(kStep * below(6) + 3));
        }
        if (below(3) == 0) {
            filter.groups =
                static_cast<FunctionGroupMask>(below(std::uint64_t{1} << kFunctionGroupCount));
        }
        return filter;
    }

    [[nodiscard]] query::MessageFilter message()
    {
        query::MessageFilter filter{.bytes = bytes(), .hides = below(3) == 0};
        for (std::uint64_t i = below(3); i > 0; --i) {
            const std::uint64_t least = below(4);
            filter.tags.push_back({.least = least, .most = least + below(3)});
        }
        fill(filter.communicators, 3);
        return filter;
    }

    [[nodiscard]] query::CollectiveFilter collective()
    {
        query::CollectiveFilter filter{.bytes = bytes(), .hides = below(3) == 0};
        fill(filter.operations, 13);
        fill(filter.communicators, 3);
        return filter;
    }

    [[nodiscard]] query::IoFilter io()
    {
        query::IoFilter filter{.hides = below(3) == 0};
        fill(filter.paradigms, 2);
        fill(filter.files, 3);
        fill(filter.handles, 4);
        for (std::uint64_t i = below(2) * below(4); i > 0; --i) {
            filter.kinds.push_back(static_cast<query::IoKind>(below(7)));
        }
        filter.flagsSet = below(4) == 0 ? static_cast<std::uint32_t>(below(4)) : 0;
        filter.flagsClear = below(4) == 0 ? static_cast<std::uint32_t>(below(4)) : 0;
        return filter;
    }

    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

private:
    /// Every other time everything.
    [[nodiscard]] query::NumberRange bytes()
    {
        if (below(2) == 0) {
            return {};
        }
        const std::uint64_t least = below(40);
        return below(3) == 0 ? query::NumberRange{.least = least}
                             : query::NumberRange{.least = least, .most = least + below(80)};
    }

    template <typename Value>
    void fill(std::vector<Value>& values, std::uint64_t bound)
    {
        for (std::uint64_t i = below(2) * below(3); i > 0; --i) {
            values.push_back(Value(static_cast<std::uint8_t>(below(bound))));
        }
    }

    std::mt19937_64 m_random;
};

}  // namespace vellum::tests
