#pragma once

#include "common/query/requests.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace vellum::tests {

/// Small odd traces and questions about them: recursion, visits without length, equal ticks, deep
/// stacks, locations without events, messages that cross.
///
/// Exact    The same seed gives the same values.
class RandomTrace {
public:
    explicit RandomTrace(std::uint64_t seed) : m_random(seed) {}

    /// A few hundred ticks long, so that one can go through it tick by tick.
    [[nodiscard]] std::shared_ptr<const server::store::TraceStore> trace();

    /// May reach beyond \p range, always has something in it.
    [[nodiscard]] TickRange window(TickRange range);

    /// Empty (all) half the time.
    [[nodiscard]] std::vector<LocationRef> locations(const server::store::TraceStore& trace);

    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

private:
    [[nodiscard]] std::string definitions();
    [[nodiscard]] std::string visits(std::uint64_t location);
    [[nodiscard]] std::string messages();

    std::mt19937_64 m_random;
};

}  // namespace vellum::tests
