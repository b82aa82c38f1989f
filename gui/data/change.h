#pragma once

#include <QString>

namespace vellum::gui::data {

/// How a time became another one, for a scale of colours: from -1 (it is gone, or less than half) over 0 (less than 2 % away)
/// to 1 (it is new, or more than twice).
[[nodiscard]] double changeStrength(double before, double after);

/// "+12 %", "−3.1 %"; "new" and "gone" where there was none, or is none.
[[nodiscard]] QString changeText(double before, double after);

/// How sure it is that two functions of different names are the same: "guessed 88 %", rounded down; "by hand" of 1.
[[nodiscard]] QString matchText(double likeness);

}  // namespace vellum::gui::data
