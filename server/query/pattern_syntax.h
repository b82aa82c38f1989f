#pragma once

#include "common/base/result.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::query {

/// A set of characters, as ranges that hold both their ends.
struct CharacterSet {
    std::vector<std::pair<char32_t, char32_t>> ranges;
    bool negated = false;

    [[nodiscard]] bool contains(char32_t character) const;
};

/// A regular expression as a tree.
///
/// Layout   Children are places in the vector that holds the tree, smaller than their parent's.
struct PatternNode {
    enum class Kind : std::uint8_t {
        Empty,
        Set,
        Sequence,
        Choice,
        Repeat,
        NameBegin,
        NameEnd,
        WordEdge,
        NoWordEdge
    };
    static constexpr std::uint32_t kUnbounded = std::numeric_limits<std::uint32_t>::max();

    Kind kind = Kind::Empty;
    CharacterSet set;
    std::vector<std::size_t> children;
    std::uint32_t least = 0;  ///< of a Repeat
    std::uint32_t most = 0;
};

struct PatternTree {
    std::vector<PatternNode> nodes;
    std::size_t root = 0;
};

/// Reads ECMAScript's regular expressions, without what needs backtracking: back-references and
/// looking ahead or behind.
///
/// Errors   invalidArgument: where and what is wrong, in one sentence.
/// Source   ECMA-262, 15.10, with the web's leniency (annex B): `{` and `]` may stand for themselves.
[[nodiscard]] Result<PatternTree> parsePattern(std::string_view pattern);

/// Code points; a byte that is no UTF-8 becomes one of its own, 0xDC00 + byte.
[[nodiscard]] std::u32string decodeUtf8(std::string_view text);

}  // namespace vellum::server::query
