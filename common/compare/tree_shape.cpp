#include "common/compare/tree_shape.h"

#include <algorithm>
#include <numeric>

namespace vellum::compare {

namespace {

/// One number for each, in an order that has nothing to do with the names': the finaliser of MurmurHash3.
std::uint32_t mixed(std::uint32_t number)
{
    number ^= number >> 16U;
    number *= 0x85eb'ca6bU;
    number ^= number >> 13U;
    number *= 0xc2b2'ae35U;
    return number ^ (number >> 16U);
}

}  // namespace

std::uint32_t NameNumbers::numberOf(std::string_view name)
{
    const auto [place, isNew] =
        m_numbers.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
        const auto plain = static_cast<std::uint32_t>(m_plainNumbers.size());
        m_names.push_back(name);
        m_plains.push_back(m_plainNumbers.try_emplace(plainName(name), plain).first->second);
        m_shapes.emplace_back();
    }
    return place->second;
}

const NameShape& NameNumbers::shape(std::uint32_t number)
{
    auto& shape = m_shapes[number];
    if (shape == nullptr) {
        shape = std::make_unique<NameShape>(m_names[number]);
    }
    return *shape;
}

TreeShape::TreeShape(const NamedTree& tree, NameNumbers& names)
    : m_begins(tree.parents.size() + 2)
    , m_children(tree.parents.size())
{
    const auto count = static_cast<std::uint32_t>(tree.parents.size());
    m_parents.reserve(count + std::size_t{1});
    m_names.reserve(count);
    m_plains.reserve(count);
    for (std::uint32_t node = 0; node < count; ++node) {
        m_names.push_back(names.numberOf(tree.names[node]));
        m_plains.push_back(names.plainOf(m_names.back()));
        m_parents.push_back(tree.parents[node] == node ? count : tree.parents[node]);
        ++m_begins[m_parents.back() + 1];
    }
    m_parents.push_back(count);
    std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
    std::vector<std::uint32_t> next(m_begins.begin(), m_begins.end() - 1);
    for (std::uint32_t node = 0; node < count; ++node) {
        m_children[next[m_parents[node]]++] = node;
    }
    m_sketches.reserve(count);
    for (const std::uint32_t child : m_children) {
        m_sketches.push_back(mixed(m_plains[child]));
    }
    for (std::uint32_t node = 0; node <= count; ++node) {
        const auto at = [&](std::size_t i) {
            return m_sketches.begin() + static_cast<std::ptrdiff_t>(i);
        };
        std::sort(at(m_begins[node]), at(m_begins[node + 1]));
    }
}

std::size_t commonOf(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b)
{
    std::size_t common = 0;
    auto inA = a.begin();
    auto inB = b.begin();
    while (inA != a.end() && inB != b.end()) {
        if (*inA == *inB) {
            ++common;
            ++inA;
            ++inB;
        } else if (*inA < *inB) {
            ++inA;
        } else {
            ++inB;
        }
    }
    return common;
}

}  // namespace vellum::compare
