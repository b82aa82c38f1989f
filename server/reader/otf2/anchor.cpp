#include "server/reader/otf2/anchor.h"

#include "server/reader/file_head.h"
#include "server/reader/otf2/byte_order.h"
#include "server/reader/otf2/file_end.h"
#include "server/reader/wording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::server::reader::otf2 {

namespace {

constexpr std::size_t kVersionAt = 9;
constexpr std::size_t kEventChunkAt = 12;
constexpr std::size_t kDefinitionChunkAt = 20;
constexpr std::size_t kSubstrateAt = 28;
constexpr std::size_t kFixedPart = 46;

// The library's own bound for what it writes is 16 MiB; it allocates a chunk per open file.
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{256} << 20;

/// How many properties the anchor claims; nothing where it does not even hold what stands before
/// them: the texts machine, creator and description.
std::optional<std::uint64_t> claimedProperties(std::string_view text, std::size_t& end)
{
    std::size_t place = kFixedPart;
    for (int i = 0; i < 3; ++i) {
        place = text.find('\0', place);
        if (place == std::string_view::npos) {
            return std::nullopt;
        }
        ++place;
    }
    end = place + 4;
    if (end > text.size()) {
        return std::nullopt;
    }
    std::string padded(text.substr(place, 4));
    const bool isLittleEndian = text[1] == kLittleEndianMark;
    padded.insert(isLittleEndian ? 4 : 0, 4, '\0');
    return numberAt(padded, 0, text[1]);
}

/// Empty if the library may be let loose on it.
std::string faultOf(std::string_view text)
{
    for (const std::size_t place : {kEventChunkAt, kDefinitionChunkAt}) {
        const std::uint64_t bytes = numberAt(text, place, text[1]);
        if (bytes == 0 || bytes > kMostChunkBytes) {
            return "is damaged: it claims chunks of " + bytesText(bytes);
        }
    }
    std::size_t end = 0;
    const std::optional<std::uint64_t> properties = claimedProperties(text, end);
    // Two texts each; the library would allocate whatever is claimed, and look for them for minutes.
    if (!properties.has_value() || *properties > (text.size() - end) / 2) {
        return "is damaged: it claims " + numberText(properties.value_or(0)) + " properties in "
               + bytesText(text.size());
    }
    return {};
}

}  // namespace

Result<AnchorVersion> checkAnchor(const std::filesystem::path& anchor)
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
    if (const std::string fault = faultOf(text); !fault.empty()) {
        return damaged(fault);
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
    const auto at = [&](std::size_t place) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[place]));
    };
    return AnchorVersion{
        .major = at(kVersionAt), .minor = at(kVersionAt + 1), .bugfix = at(kVersionAt + 2)};
}

}  // namespace vellum::server::reader::otf2
