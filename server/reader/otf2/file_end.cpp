#include "server/reader/otf2/file_end.h"

#include "server/reader/otf2/byte_order.h"

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace vellum::server::reader::otf2 {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kEndMarks = "\x02\x01"sv;
constexpr std::string_view kAnchorEndMarks = "\x02\x01\x00"sv;
constexpr std::size_t kHeaderBytes = 18;  // 3, byte order, first and last record
constexpr std::size_t kLastRecordAt = 10;

/// \p count bytes from \p place; fewer where the file ends.
std::string bytesAt(const std::filesystem::path& path, std::uint64_t place, std::size_t count)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes(count, '\0');
    file.seekg(static_cast<std::streamoff>(place));
    file.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

std::uint64_t sizeOf(const std::filesystem::path& file)
{
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(file, error);
    return error ? 0 : size;
}

bool endsIn(const std::filesystem::path& file, std::string_view marks)
{
    const std::uint64_t size = sizeOf(file);
    return size >= marks.size() && bytesAt(file, size - marks.size(), marks.size()) == marks;
}

}  // namespace

bool hasEnd(const std::filesystem::path& file)
{
    return endsIn(file, kEndMarks);
}

bool anchorHasEnd(const std::filesystem::path& anchor)
{
    return endsIn(anchor, kAnchorEndMarks);
}

std::optional<std::uint64_t> readableRecords(
    const std::filesystem::path& file, std::uint64_t chunkBytes)
{
    if (hasEnd(file)) {
        return std::nullopt;
    }
    const std::uint64_t wholeChunks = chunkBytes == 0 ? 0 : sizeOf(file) / chunkBytes;
    if (wholeChunks == 0) {
        return 0;
    }
    const std::string header = bytesAt(file, (wholeChunks - 1) * chunkBytes, kHeaderBytes);
    return header.size() < kHeaderBytes ? 0 : numberAt(header, kLastRecordAt, header[1]);
}

}  // namespace vellum::server::reader::otf2
