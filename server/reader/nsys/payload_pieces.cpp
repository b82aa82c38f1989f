#include "server/reader/nsys/payload_pieces.h"

#include "server/reader/nsys/payload_values.h"

#include <algorithm>

namespace vellum::server::reader::nsys {

namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kHead = 4 * kWord;

std::uint64_t wordAt(std::string_view bytes, std::size_t word)
{
    return littleEndian(bytes.substr(word * kWord, kWord));
}

bool isPadding(std::string_view bytes)
{
    return bytes.size() < kWord && std::ranges::all_of(bytes, [](char byte) { return byte == 0; });
}

/// Those behind heads of their own, until there is none.
PayloadPieces piecesInRow(std::string_view bytes)
{
    PayloadPieces found;
    std::size_t at = 0;
    while (bytes.size() - at >= kHead && found.pieces.size() < kMostPieces) {
        const std::string_view rest = bytes.substr(at);
        const std::uint64_t size = wordAt(rest, 2);
        const std::uint64_t last = wordAt(rest, 3);
        const auto fits = [&](std::uint64_t place) {
            return place == kHead || place == kHead + size;
        };
        // From the begin of all, or of its own head.
        if (size > rest.size() - kHead || !(fits(last) || (last >= at && fits(last - at)))) {
            break;
        }
        found.pieces.push_back(
            {.schema = {.domain = wordAt(rest, 0), .id = wordAt(rest, 1)},
             .begin = at + kHead,
             .size = size});
        at += kHead + size;
    }
    found.rest = isPadding(bytes.substr(at)) ? 0 : bytes.size() - at;
    return found;
}

/// Those behind all heads.
PayloadPieces piecesOfTable(std::string_view bytes)
{
    constexpr std::size_t kWordsEach = 3;
    const std::uint64_t begin = wordAt(bytes, kWordsEach);  // of the first one, where the heads end
    const std::uint64_t count = begin / (kWordsEach * kWord);
    if (begin > bytes.size() || begin != (1 + count * kWordsEach) * kWord || count > kMostPieces) {
        return {};
    }
    PayloadPieces found;
    std::size_t end = begin;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t size = wordAt(bytes, 2 + i * kWordsEach);
        const std::uint64_t place = wordAt(bytes, 3 + i * kWordsEach);
        if (place < begin || place > bytes.size() || size > bytes.size() - place) {
            return {};
        }
        found.pieces.push_back(
            {.schema = {.domain = wordAt(bytes, 0), .id = wordAt(bytes, 1 + i * kWordsEach)},
             .begin = place,
             .size = size});
        end = std::max<std::size_t>(end, place + size);
    }
    found.rest = isPadding(bytes.substr(end)) ? 0 : bytes.size() - end;
    return found;
}

}  // namespace

PayloadPieces piecesOf(std::string_view bytes)
{
    if (bytes.size() < kHead) {
        return {};
    }
    PayloadPieces inRow = piecesInRow(bytes);
    if (!inRow.pieces.empty() && inRow.rest == 0) {
        return inRow;
    }
    PayloadPieces ofTable = piecesOfTable(bytes);
    return ofTable.pieces.size() > inRow.pieces.size() ? ofTable : inRow;
}

}  // namespace vellum::server::reader::nsys
