#include "server/reader/otf2/anchor.h"

#include "server/reader/file_head.h"
#include "server/reader/otf2/byte_order.h"
#include "server/reader/otf2/file_end.h"
#include "server/reader/wording.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::server::reader::otf2 {

namespace {

constexpr std::size_t kEventChunkAt = 12;
constexpr std::size_t kDefinitionChunkAt = 20;
constexpr std::size_t kSubstrateAt = 28;
constexpr std::size_t kFixedPart = 46;

// The library's own bound for what it writes is 16 MiB; it allocates a chunk per open file.
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{256} << 20;

}  // namespace

Result<void> checkAnchor(const std::filesystem::path& anchor)
{
    const Result<FileHead> read = readHead(anchor);
    if (!read.isOk()) {
        return read.error();
    }
    const std::string& text = read.value().text;
    const auto damaged = [&](const std::string& what) {
        return Error{
            .kind = ErrorKind::DataLoss, .message = "anchor file " + quoted(anchor) + " " + what};
    };
    if (text.size() < kFixedPart) {
        return damaged(
            "is cut off: it has " + bytesText(text.size()) + ", an archive's has more than "
            + numberText(kFixedPart));
    }
    for (const std::size_t place : {kEventChunkAt, kDefinitionChunkAt}) {
        const std::uint64_t bytes = numberAt(text, place, text[1]);
        if (bytes == 0 || bytes > kMostChunkBytes) {
            return damaged("is damaged: it claims chunks of " + bytesText(bytes));
        }
    }
    // The library would notice most cuts, but keeps the file open and 10 kB for ever each time.
    if (!anchorHasEnd(anchor)) {
        return damaged(
            "is cut off or damaged: its " + bytesText(read.value().size)
            + " lack the marks of its end");
    }
    constexpr char kSionSubstrate = 2;
    if (text[kSubstrateAt] == kSionSubstrate) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = quoted(anchor)
                       + " is an OTF2 archive in a SION container, which this version does not "
                         "read yet"};
    }
    return {};
}

}  // namespace vellum::server::reader::otf2
