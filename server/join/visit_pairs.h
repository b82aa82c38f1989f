#pragma once

#include "common/time/tick_range.h"
#include "common/values/sidecar/kinds.h"
#include "server/store/call_stream.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace vellum::server::join {

/// A visit of the other run, and how sure it is that it is the same.
struct VisitPair {
    TickRange visit;
    values::sidecar::LinkQuality quality{};  ///< Function or more
};

/// The visits of one location of a run, and those of the same location of another run that stand for them.
///
/// Exact    Visits are compared in the order in which they begin, by function alone. As long as both orders agree a pair is Exact; from
///          the first difference on those of a common subsequence are Shifted. The k-th of the m visits of a function that are
///          left over stands for the ⌊k n / m⌋-th of the n that are left over of it there (of all, where none is): Function.
/// Threads  Immutable.
class VisitPairs {
public:
    /// A function in both runs; nothing: this one is not compared.
    using Token = std::function<std::optional<std::uint32_t>(RegionRef)>;

    VisitPairs(
        const store::CallStream& run,
        const Token& token,
        const store::CallStream& other,
        const Token& otherToken);

    /// \param enter  a change of `run` that enters a visit
    /// \return nothing where the other run has no visit of that function
    [[nodiscard]] std::optional<VisitPair> of(std::size_t enter) const;

private:
    struct Visits {
        std::vector<std::size_t> enters;  ///< changes, ascending
        std::vector<std::uint32_t> tokens;
    };
    static Visits visitsOf(const store::CallStream& run, const Token& token);
    void pairByFunction();

    const store::CallStream& m_other;
    Visits m_visits;
    Visits m_others;
    std::vector<std::size_t> m_places;  ///< by place in `m_visits`: in `m_others`, or kNoPlace
    std::vector<values::sidecar::LinkQuality> m_qualities;
};

}  // namespace vellum::server::join
