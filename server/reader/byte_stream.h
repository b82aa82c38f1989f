#pragma once

#include "common/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vellum::server::reader {

/// The bytes of a file from its beginning, unpacked where it is gzip or zstd (told by its content;
/// several members in a row are one text).
///
/// Threads  One.
class ByteStream {
public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    virtual ~ByteStream() = default;

    /// Fills \p to as far as there are bytes; fewer than asked for, or none, means the end.
    virtual std::size_t read(std::span<char> to) = 0;

    /// Why the bytes ended early, for a sentence ("the gzip data are cut off"); empty if they did not.
    [[nodiscard]] virtual const std::string& error() const = 0;

    /// Whether the file is other than the text.
    [[nodiscard]] virtual bool isPacked() const { return false; }

    /// How many bytes that are no packed data, and not only zeros, follow these. Known at the end.
    [[nodiscard]] virtual std::uint64_t trailing() const { return 0; }

    /// How many bytes of the file itself have been read: what progress is measured by.
    [[nodiscard]] virtual std::uint64_t filePosition() const = 0;
};

/// Also with the frame that some packers put before the first, which holds no data.
[[nodiscard]] bool beginsLikeZstd(std::string_view bytes);

/// \return notFound where the file cannot be opened or is no regular file
[[nodiscard]] Result<std::unique_ptr<ByteStream>> openBytes(const std::filesystem::path& path);

}  // namespace vellum::server::reader
