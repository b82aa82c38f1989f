#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

/// What is left of a function's name without all that compilers and versions change: the arguments of templates and calls,
/// a return type before them, and the suffixes of copies (".isra.0", ".constprop.1", "[clone .cold]").
/// "void axpy<float, 4>(int, float*) [clone .isra.0]" is "axpy". What is not written like a function of C++, or has
/// brackets that do not close, stays as it is but for the suffixes; so "Memcpy DtoH (Device -> Host)" does.
[[nodiscard]] std::string plainName(std::string_view name);

/// A name, made ready to be compared with many.
///
/// Size     About two bytes for each byte of the name, of which at most kMostBytes are looked at.
class NameShape {
public:
    static constexpr std::size_t kMostBytes = 512;

    NameShape() = default;
    explicit NameShape(std::string_view name);

    [[nodiscard]] const std::string& plain() const { return m_plain; }

    /// How alike two different names are, from 0 to below 1. The same plain name: 0.8, and up to 0.2 more for how alike the
    /// whole names are. Else at most 0.8: the plain names alone count. Alike is the coefficient of Dice of the pairs of
    /// neighbouring bytes, upper and lower case alike, the name's ends being neighbours too: 1 for all pairs, 0 for none in common.
    ///
    /// Source   Dice, "Measures of the amount of ecologic association between species", Ecology 26, 1945; of pairs of
    ///          letters: Adamson, Boreham, "The use of an association measure based on character structure", Inf. Storage
    ///          Retr. 10, 1974.
    [[nodiscard]] double likeness(const NameShape& other) const;
    /// At least that, in no time.
    [[nodiscard]] double mostLikeness(const NameShape& other) const;

private:
    using Pairs = std::vector<std::uint16_t>;

    [[nodiscard]] static Pairs pairsOf(std::string_view text);
    [[nodiscard]] static double dice(const Pairs& a, const Pairs& b);

    std::string m_plain;
    Pairs m_whole;  ///< ascending
    Pairs m_pairs;  ///< of the plain name
};

}  // namespace vellum::compare
