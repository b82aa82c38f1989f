#pragma once

#include <string>
#include <vector>

namespace vellum::compare {

/// A function of A and one of B, by their names.
struct NamePair {
    std::string a;
    std::string b;

    friend bool operator==(const NamePair&, const NamePair&) = default;
};

/// What somebody who knows the program says about functions of two runs, against what is guessed.
///
/// Odd case Where two pairs of `same` have a name in common, the first counts. What is in both lists is the same.
struct NameChoices {
    std::vector<NamePair> same;  ///< called differently, and one function
    /// Never taken for each other. Of two of one name: not where one is called through a function more than the other.
    std::vector<NamePair> apart;

    friend bool operator==(const NameChoices&, const NameChoices&) = default;
};

}  // namespace vellum::compare
