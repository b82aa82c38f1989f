#pragma once

#include "common/compare/name_likeness.h"
#include "common/compare/tree_match.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vellum::compare {

/// The different names of two trees, by numbers. Shapes are made when they are first looked at.
///
/// Threads  One.
class NameNumbers {
public:
    /// Equal names have equal numbers.
    std::uint32_t numberOf(std::string_view name);
    /// Names of which plainName leaves the same have equal plain numbers.
    [[nodiscard]] std::uint32_t plainOf(std::uint32_t number) const { return m_plains[number]; }
    [[nodiscard]] const NameShape& shape(std::uint32_t number);
    [[nodiscard]] std::size_t plainCount() const { return m_plainNumbers.size(); }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
    std::unordered_map<std::string, std::uint32_t> m_plainNumbers;
    std::vector<std::string_view> m_names;
    std::vector<std::uint32_t> m_plains;
    std::vector<std::unique_ptr<NameShape>> m_shapes;
};

/// A tree with its children at hand. Above its roots there is one more node, `top()`.
///
/// Threads  Immutable once made.
class TreeShape {
public:
    TreeShape(const NamedTree& tree, NameNumbers& names);

    [[nodiscard]] std::uint32_t top() const { return static_cast<std::uint32_t>(m_names.size()); }
    /// In the order of their numbers.
    [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t node) const
    {
        return std::span(m_children).subspan(m_begins[node], m_begins[node + 1] - m_begins[node]);
    }
    /// The top's: itself.
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return m_parents[node]; }
    [[nodiscard]] std::uint32_t name(std::uint32_t node) const { return m_names[node]; }
    [[nodiscard]] std::uint32_t plain(std::uint32_t node) const { return m_plains[node]; }
    [[nodiscard]] bool isLeaf(std::uint32_t node) const { return children(node).empty(); }

    /// Of what the children are called, plainly, ascending and with repetitions: all of it, or of more than kSketch names
    /// those with the least hashes, which stand for all (Broder, "On the resemblance and containment of documents", 1997).
    [[nodiscard]] std::span<const std::uint32_t> sketch(std::uint32_t node) const
    {
        const auto size = std::min<std::size_t>(children(node).size(), kSketch);
        return std::span(m_sketches).subspan(m_begins[node], size);
    }

private:
    static constexpr std::size_t kSketch = 32;

    std::vector<std::uint32_t> m_parents;
    std::vector<std::uint32_t> m_names;
    std::vector<std::uint32_t> m_plains;
    std::vector<std::uint32_t> m_begins;  ///< of each node's children, the top's last
    std::vector<std::uint32_t> m_children;
    std::vector<std::uint32_t> m_sketches;  ///< hashes, where the children are
};

/// How many numbers two ascending lists have in common.
[[nodiscard]] std::size_t commonOf(
    std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace vellum::compare
