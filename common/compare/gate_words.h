#pragma once

#include "common/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

enum class GateSubject : std::uint8_t {
    Total,      ///< exclusive time of all functions on all locations
    Length,     ///< from the begin of the window to its end
    Function,   ///< exclusive time of the function of this name
    Inclusive,  ///< inclusive time of it
    Group,      ///< exclusive time of the function group of this name
};

/// What must hold of the change from A to B.
struct GateRule {
    std::string text;  ///< as it was typed
    GateSubject subject = GateSubject::Total;
    std::string name;  ///< of a function or group
    bool isRelative = true;
    double percent = 0;       ///< relative: the change is below so much of A …
    std::int64_t ns = 0;      ///< … else below so much
    bool mayBeEqual = false;  ///< or just so much

    friend bool operator==(const GateRule&, const GateRule&) = default;
};

/// Reads rules such as `total<+3%; function:solve<=+20ms; group:MPI<-5%`.
///
/// A rule is WHAT<LIMIT or WHAT<=LIMIT. WHAT is total, length, function:NAME, inclusive:NAME or group:NAME; a name
/// that has a `;` in it stands between double quotes. LIMIT has a sign and is a percentage of A or a time such as 20ms.
/// Blanks around rules and their parts mean nothing, nor do empty rules.
///
/// Errors   invalidArgument: a sentence that names the rule.
[[nodiscard]] Result<std::vector<GateRule>> parseGate(std::string_view text);

}  // namespace vellum::compare
