#pragma once

#include "common/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace vellum::server::index {

/// A file that is written from its begin on; the user's alone. What goes wrong is told at the end.
///
/// Threads  One at a time.
class OutputFile {
public:
    static constexpr std::size_t kMostPadding = 64;

    /// Makes the file, which must not be there.
    explicit OutputFile(std::filesystem::path path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::span<const std::byte> bytes);
    /// Zeros, up to a multiple of \p alignment, kMostPadding at most.
    void pad(std::size_t alignment);
    /// Over what was written there.
    void writeAt(std::uint64_t place, std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t written() const { return m_written; }

    /// All is on the disk when it returns.
    ///
    /// Errors   unavailable, with the file and the system's reason.
    [[nodiscard]] Result<void> finish();

private:
    std::filesystem::path m_path;
    int m_file;
    int m_reason;
    std::uint64_t m_written = 0;
};

}  // namespace vellum::server::index
