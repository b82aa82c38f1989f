#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::query {

/// The call path of one node after the other of a call tree in preorder.
///
/// Size     A path that would take more than `kMaxBytes` is abbreviated: its outermost and its innermost
///          names stand, between them the one name "…". So a tree takes time and room in proportion
///          to its nodes, whatever its depth.
class CallPath {
public:
    static constexpr std::size_t kMaxBytes = 4096;  ///< joined
    static constexpr std::string_view kSeparator = " > ";
    static constexpr std::string_view kGap = "…";

    /// Goes to a node: \p depth is 1 for a root, and at most one more than that of the node before.
    void enter(std::uint32_t depth, std::string name);

    /// The names of the path, outermost first.
    [[nodiscard]] std::vector<std::string_view> names() const;

    /// These names in one line, kSeparator between them.
    [[nodiscard]] std::string joined() const;

private:
    /// Bytes of the first \p count names with the separators between them.
    [[nodiscard]] std::size_t bytesOf(std::size_t count) const
    {
        return count > 0 ? m_ends[count - 1] : 0;
    }

    std::vector<std::string> m_names;
    std::vector<std::size_t> m_ends;  ///< of each, in the whole path joined
};

}  // namespace vellum::query
