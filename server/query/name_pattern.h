#pragma once

#include "common/base/result.h"
#include "server/query/pattern_syntax.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace vellum::server::query {

/// A regular expression that is looked for in names.
///
/// A matcher of our own, because std::regex of libstdc++ goes one call deeper for each character
/// and tries ways one after the other: a long name ends the process, `(a*)*b` the patience. This one
/// follows all ways at once, so its time is at most states × characters.
///
/// Exact    Finds what ECMAScript finds, for all it accepts (pattern_syntax.h). Characters are code
///          points. Case is ignored for ASCII letters only.
/// Cost     At most kMaxStates states; names are looked at up to kMaxNameBytes.
/// Threads  Immutable once made.
/// Source   Thompson, "Regular expression search algorithm", CACM 1968.
class NamePattern {
public:
    static constexpr std::size_t kMaxStates = 20'000;
    static constexpr std::size_t kMaxNameBytes = 16'384;

    /// What all matches of one request may cost together.
    struct Budget {
        std::stop_token cancel;
        std::uint64_t steps = 4'000'000'000;
    };

    /// Errors   invalidArgument: a bad expression, one longer than kMaxPatternBytes, or one whose
    ///          counted repetitions make too many states.
    static Result<NamePattern> compile(std::string_view pattern, bool ignoreCase);

    /// Errors   resourceExhausted: \p budget is spent. cancelled.
    [[nodiscard]] Result<bool> isFoundIn(std::string_view name, Budget& budget) const;

private:
    friend class PatternCompiler;
    friend class PatternRun;

    using StateIndex = std::uint32_t;

    enum class StateKind : std::uint8_t {
        Match,
        Set,
        Split,
        NameBegin,
        NameEnd,
        WordEdge,
        NoWordEdge
    };

    struct State {
        StateKind kind = StateKind::Match;
        StateIndex next = 0;
        StateIndex other = 0;   ///< of a Split
        std::uint32_t set = 0;  ///< of a Set
    };

    [[nodiscard]] bool accepts(std::uint32_t set, char32_t character) const;

    std::vector<State> m_states;
    std::vector<CharacterSet> m_sets;
    StateIndex m_start = 0;
    bool m_ignoreCase = false;
};

}  // namespace vellum::server::query
