#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace vellum::gui::models {

/// How well a text fits what was typed.
struct FuzzyMatch {
    int score = 0;               ///< higher is better; comparable for one pattern
    std::vector<int> positions;  ///< which characters of the text were meant, ascending

    friend bool operator==(const FuzzyMatch&, const FuzzyMatch&) = default;
};

/// Whether all letters of \p pattern stand in \p text in this order, whatever their case; blanks of the
/// pattern count for nothing. A part of the text beats scattered letters, beginnings of words (also
/// `camelCase` and `snake_case`) beat what is inside them, short texts beat long ones.
///
/// \return nothing if it does not fit; an empty pattern fits everything with score 0
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);

}  // namespace vellum::gui::models
