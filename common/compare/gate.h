#pragma once

#include "common/compare/gate_words.h"
#include "common/compare/run.h"
#include "common/table/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vellum::compare {

enum class GateOutcome : std::uint8_t {
    Kept = 0,
    NotComparable = 1,  ///< A or B does not have what the rule is about
    Broken = 2,
};

/// What became of one rule.
struct GateFinding {
    std::string rule;
    GateOutcome outcome = GateOutcome::Kept;
    std::int64_t a = 0;  ///< nanoseconds
    std::int64_t b = 0;
    std::int64_t difference = 0;
    std::string says;  ///< a sentence, of a rule that is kept too

    static const table::Schema kSchema;
};

struct GateFindings {
    GateOutcome outcome = GateOutcome::Kept;  ///< the worst of all, in the order of its numbers
    std::vector<GateFinding> rules;

    static const table::Schema kSchema;
};

/// Odd case From nothing in A to something in B is more than any percentage; from nothing to nothing is no change.
[[nodiscard]] GateFindings checkGate(std::span<const GateRule> rules, const Run& a, const Run& b);

}  // namespace vellum::compare
