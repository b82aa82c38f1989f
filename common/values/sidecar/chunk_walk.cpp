#include "common/values/sidecar/chunk_walk.h"

#include "common/values/sidecar/chunk_frame.h"
#include "common/values/sidecar/crc32c.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

namespace vellum::values::sidecar {

namespace {

std::string text(std::uint64_t number)
{
    return std::to_string(number);
}

template <typename Head>
Head headAt(std::span<const std::byte> file, std::uint64_t offset)
{
    Head head;
    std::memcpy(&head, file.data() + offset, sizeof head);
    return head;
}

/// Whether a head that can be believed stands at \p offset, all of it before \p limit.
std::optional<ChunkHead> believedHead(
    std::span<const std::byte> file, std::uint64_t offset, std::uint64_t limit)
{
    if (offset % kAlignment != 0 || limit - offset < sizeof(ChunkHead)) {
        return std::nullopt;
    }
    const auto head = headAt<ChunkHead>(file, offset);
    return head.check == headCheck(head) ? std::optional(head) : std::nullopt;
}

/// Whether what follows a head at \p offset ends before \p limit.
bool endsBefore(std::uint64_t limit, std::uint64_t offset, std::uint64_t bytes)
{
    const std::uint64_t room = limit - offset - sizeof(ChunkHead);
    return bytes <= room && padded(bytes) <= room;
}

std::uint64_t behind(std::uint64_t offset, std::uint64_t bytes)
{
    return offset + sizeof(ChunkHead) + padded(bytes);
}

/// Whether count, size of records and bytes of a chunk of a known type belong together.
bool isShapeSound(const ChunkHead& head)
{
    const std::uint64_t bytes = std::uint64_t{head.count} * head.recordSize;
    if (head.type == ChunkType::String) {
        return head.recordSize == 0
               && (std::uint64_t{head.count} + 1) * sizeof(std::uint32_t) <= head.bytes;
    }
    return (head.type == ChunkType::Raw && head.recordSize == 0) || bytes == head.bytes;
}

Error noSideCar(std::string message)
{
    return {.kind = ErrorKind::DataLoss, .message = std::move(message)};
}

Result<FileHead> readFileHead(
    const std::string& name, std::span<const std::byte> file, FindingList& findings)
{
    if (file.size() < sizeof(FileHead)) {
        return noSideCar(
            "'" + name + "' is " + text(file.size()) + " bytes long and no side-car: its head has "
            + text(sizeof(FileHead)));
    }
    auto head = headAt<FileHead>(file, 0);
    if (head.magic != kMagic) {
        return noSideCar(
            "'" + name + "' is no side-car: it does not begin with "
            + std::string(kMagic.begin(), kMagic.end()));
    }
    if (head.endian != Endian::Little) {
        return noSideCar(
            "'" + name + "' is a side-car of byte order "
            + text(static_cast<std::uint32_t>(head.endian)) + ", which is not read");
    }
    if (head.version != kVersion) {
        return noSideCar(
            "'" + name + "' is a side-car of version " + text(head.version) + ", and "
            + text(kVersion) + " is read");
    }
    if (head.check != headCheck(head)) {
        findings.addFact(
            FindingKind::DamagedHead,
            "the head does not fit its checksum " + text(head.check)
                + ": its run id and times may be wrong, and the footer is not looked for");
        head.footerOffset = 0;
    }
    return head;
}

using Footer = std::span<const FooterRecord>;

/// The footer's records at \p offset, if it is one; else what is wrong with it goes to \p mistake.
Footer readFooter(std::span<const std::byte> file, std::uint64_t offset, std::string& mistake)
{
    const std::string where = "the footer at " + text(offset);
    if (offset < sizeof(FileHead) || offset > file.size()) {
        mistake = where + " is not inside the file of " + text(file.size()) + " bytes";
        return {};
    }
    const auto head = believedHead(file, offset, file.size());
    if (!head || head->type != ChunkType::Footer || head->codec != 0
        || head->recordSize != sizeof(FooterRecord) || !isShapeSound(*head)
        || !endsBefore(file.size(), offset, head->bytes)) {
        mistake = where + " is not there";
        return {};
    }
    if (!fitsChecksum(file, {.offset = offset, .head = *head})) {
        mistake = where + " does not fit its checksum " + text(head->crc);
        return {};
    }
    const std::byte* place = file.data() + offset + sizeof(ChunkHead);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): size and place were checked
    return {reinterpret_cast<const FooterRecord*>(place), head->count};
}

/// Whether the chunks a footer names lie one behind the other before \p limit, so that none is read twice.
bool isInOrder(Footer footer, std::uint64_t limit)
{
    std::uint64_t end = sizeof(FileHead);
    for (const FooterRecord& entry : footer) {
        if (entry.offset < end || entry.offset > limit || limit - entry.offset < sizeof(ChunkHead)
            || !endsBefore(limit, entry.offset, entry.bytes)) {
            return false;
        }
        end = behind(entry.offset, entry.bytes);
    }
    return true;
}

/// Collects the chunks of a file, by its footer or from head to head.
class Walker {
public:
    Walker(std::span<const std::byte> file, FindingList& findings)
        : m_file(file)
        , m_findings(findings)
    {
    }

    ChunkWalk walk(const FileHead& head);

private:
    void walkByFooter(Footer footer, std::uint64_t limit);
    void walkByHeads();
    [[nodiscard]] bool isFull(std::uint64_t offset);
    void take(std::uint64_t offset, const ChunkHead& head);
    [[nodiscard]] bool isReadable(std::uint64_t offset, const ChunkHead& head);
    /// Records of a type that come before the next chunk, readable or not.
    void count(ChunkType type, std::uint64_t records);

    std::span<const std::byte> m_file;
    FindingList& m_findings;
    std::array<std::uint64_t, kChunkTypes> m_records{};
    ChunkWalk m_walk;
};

ChunkWalk Walker::walk(const FileHead& head)
{
    m_walk.head = head;
    const std::uint64_t offset = head.footerOffset;
    if (offset == 0) {
        m_findings.add(FindingKind::NotFinished, [this] {
            return "it was not finished, its chunks are found one by one in " + text(m_file.size())
                   + " bytes";
        });
        walkByHeads();
        return std::move(m_walk);
    }
    std::string mistake;
    const Footer footer = readFooter(m_file, offset, mistake);
    if (mistake.empty() && !isInOrder(footer, offset)) {
        mistake = "the footer at " + text(offset) + " names " + text(footer.size())
                  + " chunks that do not lie one behind the other before it";
    }
    if (mistake.empty()) {
        walkByFooter(footer, offset);
    } else {
        m_findings.addFact(FindingKind::Footer, mistake + ": chunks are found one by one");
        walkByHeads();
    }
    return std::move(m_walk);
}

void Walker::walkByFooter(Footer footer, std::uint64_t limit)
{
    m_walk.isFinished = true;
    std::uint64_t end = sizeof(FileHead);
    std::uint64_t unread = 0;
    for (const FooterRecord entry : footer) {
        if (isFull(entry.offset)) {
            return;
        }
        unread += entry.offset - end;
        end = behind(entry.offset, entry.bytes);
        const auto head = believedHead(m_file, entry.offset, limit);
        const bool isSame = head && head->bytes == entry.bytes && head->type == entry.type
                            && head->count == entry.count;
        if (isSame) {
            take(entry.offset, *head);
            continue;
        }
        m_findings.add(FindingKind::DamagedChunk, [&] {
            return "the head of the chunk at " + text(entry.offset)
                   + " is not what the footer says: " + text(entry.count) + " records are left out";
        });
        count(entry.type, entry.count);
    }
    unread += limit - end;
    unread += m_file.size() - behind(limit, footer.size_bytes());
    if (unread > 0) {
        m_findings.addFact(
            FindingKind::UnreadBytes,
            text(unread) + " bytes are in no chunk that the footer names");
    }
}

void Walker::walkByHeads()
{
    const std::uint64_t limit = m_file.size();
    std::uint64_t offset = sizeof(FileHead);
    while (offset < limit) {
        if (isFull(offset)) {
            return;
        }
        const auto head = believedHead(m_file, offset, limit);
        if (!head || !endsBefore(limit, offset, head->bytes)) {
            m_findings.addFact(
                FindingKind::UnreadBytes,
                "no whole chunk at " + text(offset) + ": the last " + text(limit - offset)
                    + " bytes are not read");
            return;
        }
        if (head->type != ChunkType::Footer) {
            take(offset, *head);
        }
        offset = behind(offset, head->bytes);
    }
}

bool Walker::isFull(std::uint64_t offset)
{
    if (m_walk.chunks.size() < kMostChunksRead) {
        return false;
    }
    m_findings.addFact(
        FindingKind::TooManyChunks,
        "more than " + text(kMostChunksRead) + " chunks: those from " + text(offset)
            + " on are not read");
    return true;
}

void Walker::take(std::uint64_t offset, const ChunkHead& head)
{
    const auto type = static_cast<std::size_t>(head.type);
    if (isReadable(offset, head)) {
        m_walk.chunks.push_back({.offset = offset, .head = head, .firstIndex = m_records[type]});
    }
    count(head.type, head.count);
}

void Walker::count(ChunkType type, std::uint64_t records)
{
    const auto number = static_cast<std::size_t>(type);
    if (number < kChunkTypes) {
        m_records[number] += records;
    }
}

bool Walker::isReadable(std::uint64_t offset, const ChunkHead& head)
{
    const auto type = static_cast<std::uint32_t>(head.type);
    const auto where = [&] { return "chunk at " + text(offset) + " of type " + text(type); };
    if (type == 0 || type >= kChunkTypes || head.type == ChunkType::Footer) {
        m_findings.add(FindingKind::UnknownType, [&] {
            return where() + " with " + text(head.count) + " records is not known and skipped";
        });
        return false;
    }
    const std::size_t wanted = recordSize(head.type);
    if (wanted != 0 && head.recordSize != wanted) {
        m_findings.add(FindingKind::RecordSize, [&] {
            return where() + " has records of " + text(head.recordSize) + " bytes, and those of "
                   + text(wanted) + " are read: it is of another version, " + text(head.version);
        });
        return false;
    }
    if (head.codec != 0) {
        m_findings.add(FindingKind::UnknownCodec, [&] {
            return where() + " is packed by codec " + text(head.codec) + ", which is not known";
        });
        return false;
    }
    if (!isShapeSound(head)) {
        m_findings.add(FindingKind::DamagedChunk, [&] {
            return where() + " says " + text(head.count) + " records of " + text(head.recordSize)
                   + " bytes in " + text(head.bytes) + " bytes";
        });
        return false;
    }
    return true;
}

}  // namespace

bool fitsChecksum(std::span<const std::byte> file, const ChunkPlace& place)
{
    const auto payload = file.subspan(place.offset + sizeof(ChunkHead), padded(place.head.bytes));
    return crc32c(payload, crcOfHead(place.head)) == place.head.crc;
}

std::span<const std::byte> payloadOf(std::span<const std::byte> file, const ChunkPlace& place)
{
    return file.subspan(place.offset + sizeof(ChunkHead), place.head.bytes);
}

Result<ChunkWalk> walkChunks(
    const std::string& name, std::span<const std::byte> file, FindingList& findings)
{
    const auto head = readFileHead(name, file, findings);
    if (!head.isOk()) {
        return head.error();
    }
    return Walker(file, findings).walk(head.value());
}

}  // namespace vellum::values::sidecar
