#pragma once

#include "common/codec/messages.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace vellum::tests {

/// Random values of everything that travels, small but odd: full-range numbers, empty lists, names
/// that are not UTF-8. They satisfy the contracts of common/query/answers.h.
///
/// Exact    The same seed gives the same values.
class RandomMessages {
public:
    explicit RandomMessages(std::uint64_t seed) : m_random(seed) {}

    /// \p kind is a place in the variant.
    [[nodiscard]] query::Request request(std::size_t kind);
    [[nodiscard]] query::Answer answer(std::size_t kind);
    [[nodiscard]] codec::ClientContent clientContent(std::size_t kind);
    [[nodiscard]] codec::LiveRequest liveRequest();
    [[nodiscard]] query::TraceSelection traceSelection();
    [[nodiscard]] codec::ServerContent serverContent(std::size_t kind);
    [[nodiscard]] Definitions definitions();

    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

private:
    [[nodiscard]] std::string text();
    [[nodiscard]] Tick tick() { return static_cast<Tick>(m_random()); }
    [[nodiscard]] std::uint64_t number() { return m_random() >> below(64); }
    [[nodiscard]] std::uint32_t word() { return static_cast<std::uint32_t>(m_random()); }
    [[nodiscard]] double real() { return static_cast<double>(tick()) / 3.0; }
    [[nodiscard]] bool coin() { return below(2) == 0; }
    [[nodiscard]] TickRange range() { return {.begin = tick(), .end = tick()}; }
    [[nodiscard]] std::vector<LocationRef> locations();
    [[nodiscard]] query::Scope scope();
    [[nodiscard]] std::vector<query::PresenceClass> presenceClasses();
    [[nodiscard]] query::GroupBy groupBy() { return static_cast<query::GroupBy>(below(3)); }
    [[nodiscard]] query::MatrixBy matrixBy() { return static_cast<query::MatrixBy>(below(3)); }
    [[nodiscard]] std::uint64_t size() { return below(4) == 0 ? 0 : below(9); }
    template <typename Row>
    void fillTimes(Row& row);
    [[nodiscard]] table::Value rowOf(const table::Schema& schema);

    // One of each, in random_definitions.cpp.
    void addCode(Definitions& to);
    void addMetricsAndFiles(Definitions& to);

    [[nodiscard]] query::TraceInfo traceInfo();
    [[nodiscard]] query::LocationCounts locationCounts();
    [[nodiscard]] query::Profile profile();
    [[nodiscard]] query::CallTree callTree();
    [[nodiscard]] query::Timeline timeline();
    [[nodiscard]] query::SummaryTimeline summaryTimeline();
    [[nodiscard]] query::Messages messages();
    [[nodiscard]] query::Matrix matrix();
    [[nodiscard]] query::SearchHits searchHits();
    [[nodiscard]] query::Events events();
    [[nodiscard]] query::VisitDetail visitDetail();
    [[nodiscard]] query::Launches launches();
    [[nodiscard]] query::Collectives collectives();
    [[nodiscard]] query::CollectiveMembers collectiveMembers();
    [[nodiscard]] query::IoNumbers ioNumbers();
    [[nodiscard]] query::Io io();
    [[nodiscard]] query::Counters counters();
    [[nodiscard]] query::Markers markers();

    std::mt19937_64 m_random;
};

/// Whether both define the same; lookups are not compared.
[[nodiscard]] bool isSame(const Definitions& a, const Definitions& b);

/// The lists from `callingContexts` on.
[[nodiscard]] bool isSameInDetail(const Definitions& a, const Definitions& b);

/// Like ==, and through the pointer to the definitions.
[[nodiscard]] bool isSame(const codec::ServerContent& a, const codec::ServerContent& b);

}  // namespace vellum::tests
