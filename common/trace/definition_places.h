#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vellum {

/// From references to the places of their definitions; of two definitions of one reference the first.
///
/// Size     Nothing where the definitions have the references 0, 1, 2…, as most do: a trace may define a
///          million things. Else a node of a table for each from the first on that has not.
/// Threads  Immutable once built.
template <typename Ref>
class DefinitionPlaces {
public:
    DefinitionPlaces() = default;
    template <typename Definition>
    explicit DefinitionPlaces(const std::vector<Definition>& definitions)
    {
        while (m_inOrder < definitions.size() && definitions[m_inOrder].ref.value() == m_inOrder) {
            ++m_inOrder;
        }
        m_others.reserve(definitions.size() - m_inOrder);
        for (std::size_t i = m_inOrder; i < definitions.size(); ++i) {
            if (!isInOrder(definitions[i].ref)) {
                m_others.emplace(definitions[i].ref, i);  // keeps the first of two
            }
        }
    }

    /// Nothing where there is no definition of \p ref.
    [[nodiscard]] std::optional<std::size_t> find(Ref ref) const
    {
        if (isInOrder(ref)) {
            return static_cast<std::size_t>(ref.value());
        }
        const auto found = m_others.find(ref);
        return found == m_others.end() ? std::nullopt : std::optional(found->second);
    }

private:
    [[nodiscard]] bool isInOrder(Ref ref) const { return std::uint64_t{ref.value()} < m_inOrder; }

    std::size_t m_inOrder = 0;  ///< so many definitions have their places for references
    std::unordered_map<Ref, std::size_t> m_others;
};

}  // namespace vellum
