#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace vellum::server::reader {

// The parts of which sentences about files are made.

/// 'runs/traces.otf2', as the user wrote it.
[[nodiscard]] std::string quoted(const std::filesystem::path& path);

/// What \p path, which is no regular file, is: "there is no file 'a/0.evt'", "'a/0.evt' is a named pipe (FIFO)
/// and no file". Opens nothing.
[[nodiscard]] std::string notAFile(const std::filesystem::path& path);

/// "20,000,000"
[[nodiscard]] std::string numberText(std::uint64_t number);

/// "3,412 bytes", "1 byte"
[[nodiscard]] std::string bytesText(std::uint64_t bytes);

/// "2 elements", "1 element"
[[nodiscard]] std::string countText(
    std::uint64_t number, std::string_view one, std::string_view many);

/// "7f 45 4c 46"
[[nodiscard]] std::string hexText(std::string_view bytes);

}  // namespace vellum::server::reader
