#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::values::sidecar {

/// A file that grows by whole pieces, as the writer sees it. No descriptor stays open between calls.
///
/// Errors   An errno; 0 is success. After a failed `append` the file is as it was.
/// Threads  One at a time.
class Output {
public:
    static constexpr std::size_t kMostParts = 5;

    /// Notes the path, made absolute. ENAMETOOLONG where it does not fit.
    int setPath(const char* path);

    /// Makes the file, which must not be there, or replaces one that begins with \p magic and is the user's
    /// own. \p isForeign tells whether something else lies there, which stays as it is.
    int make(std::span<const char> magic, bool& isForeign);

    /// Writes \p parts one behind the other at the end. \p isReplaced tells whether the path leads to another file
    /// by now, of which nothing is written.
    int append(std::span<const std::span<const std::byte>> parts, bool& isReplaced);

    /// Over what was written at \p offset.
    int overwrite(std::uint64_t offset, std::span<const std::byte> bytes, bool& isReplaced);

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const char* path() const { return m_path.data(); }

private:
    int reopen(int& file, bool& isReplaced) const;

    std::array<char, PATH_MAX> m_path{};
    std::uint64_t m_size = 0;
    std::uint64_t m_device = 0;  ///< which file it is, together with the next
    std::uint64_t m_inode = 0;
};

}  // namespace vellum::values::sidecar
