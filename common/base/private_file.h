#pragma once

#include "common/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace vellum {

/// A file that nobody else may read (mode 0600), written piece by piece. Whoever reads it meanwhile sees the old one or,
/// after `keep` the new one, whole.
///
/// Errors   unavailable, naming the file and what the system says.
/// Threads  One at a time.
class PrivateFile {
public:
    /// Nothing is there yet under the name.
    [[nodiscard]] static Result<PrivateFile> create(const std::filesystem::path& file);
    PrivateFile(PrivateFile&& other) noexcept;
    PrivateFile(const PrivateFile&) = delete;
    PrivateFile& operator=(const PrivateFile&) = delete;
    ~PrivateFile();  ///< removes what was not kept

    [[nodiscard]] Result<void> write(std::string_view bytes);
    /// Gives it its name. No more calls.
    [[nodiscard]] Result<void> keep();

private:
    PrivateFile(std::filesystem::path file, std::string temporary, int descriptor);

    std::filesystem::path m_file;
    std::string m_temporary;  ///< its own for each writer; empty: there is none
    int m_descriptor = -1;
};

/// Writes \p text into such a file and keeps it.
///
/// Errors   unavailable, naming the file and what the system says.
[[nodiscard]] Result<void> writePrivateFile(
    const std::filesystem::path& file, std::string_view text);

}  // namespace vellum
