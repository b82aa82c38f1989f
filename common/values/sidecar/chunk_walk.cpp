#include "common/values/sidecar/chunk_walk.h"

#include "common/values/sidecar/crc32c.h"
#include "common/values/sidecar/frame.h"

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

/// What is wrong with a footer at \p offset, or nothing.
std::string mistakeOfFooter(std::span<const std::byte> file, std::uint64_t offset)
{
    const std::string where = "the footer at " + text(offset);
    if (offset % kAlignment != 0 || offset < sizeof(FileHead) || offset > file.size()) {
        return where + " is not inside the file of " + text(file.size()) + " bytes";
    }
    const auto head = believedHead(file, offset, file.size());
    if (!head || head->type != ChunkType::Footer || head->codec != 0
        || head->recordSize != sizeof(FooterRecord) || !isShapeSound(*head)
        || !endsBefore(file.size(), offset, head->bytes)) {
        return where + " is not there";
    }
    if (!fitsChecksum(file, {.offset = offset, .head = *head})) {
        return where + " does not fit its checksum " + text(head->crc);
    }
    return {};
}

/// The walk from chunk to chunk.
class Walker {
public:
    Walker(std::span<const std::byte> file, FindingList& findings)
        : m_file(file)
        , m_findings(findings)
    {
    }

    ChunkWalk walk(const FileHead& head);

private:
    void readFooter(std::uint64_t offset);
    /// Both return where the next chunk begins, or the limit.
    std::uint64_t take(std::uint64_t offset, const ChunkHead& head);
    std::uint64_t skipDamaged(std::uint64_t offset);
    [[nodiscard]] bool isReadable(std::uint64_t offset, const ChunkHead& head);
    void count(ChunkType type, std::uint64_t records);
    void compareWithFooter(std::uint64_t offset, const ChunkHead& head);

    std::span<const std::byte> m_file;
    FindingList& m_findings;
    std::uint64_t m_limit = 0;
    std::optional<Footer> m_footer;
    std::size_t m_entry = 0;  ///< of the footer: the first that is not before the place reached
    std::array<std::uint64_t, kChunkTypes> m_records{};
    ChunkWalk m_walk;
};

void Walker::readFooter(std::uint64_t offset)
{
    if (offset == 0) {
        m_findings.add(FindingKind::NotFinished, [this] {
            return "it was not finished, its chunks are found one by one in " + text(m_file.size())
                   + " bytes";
        });
        return;
    }
    const std::string mistake = mistakeOfFooter(m_file, offset);
    if (!mistake.empty()) {
        m_findings.addFact(FindingKind::Footer, mistake + ": chunks are found one by one");
        return;
    }
    const auto head = headAt<ChunkHead>(m_file, offset);
    const std::byte* place = m_file.data() + offset + sizeof head;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): size and place were checked
    const Footer footer(reinterpret_cast<const FooterRecord*>(place), head.count);
    const bool isAscending = std::ranges::is_sorted(footer, {}, &FooterRecord::offset);
    if (!isAscending) {
        m_findings.addFact(
            FindingKind::Footer,
            "the footer at " + text(offset) + " does not name chunks in their order");
        return;
    }
    m_limit = offset;
    m_footer = footer;
    m_walk.isFinished = true;
    const std::uint64_t end = behind(offset, head.bytes);
    if (end < m_file.size()) {
        m_findings.addFact(
            FindingKind::UnreadBytes,
            text(m_file.size() - end) + " bytes behind the footer are not read");
    }
}

ChunkWalk Walker::walk(const FileHead& head)
{
    m_walk.head = head;
    m_limit = m_file.size();
    readFooter(head.footerOffset);
    std::uint64_t offset = sizeof(FileHead);
    while (offset < m_limit) {
        if (m_walk.chunks.size() == kMostChunksRead) {
            m_findings.addFact(
                FindingKind::TooManyChunks,
                "more than " + text(kMostChunksRead) + " chunks: those from " + text(offset)
                    + " on are not read");
            break;
        }
        const auto believed = believedHead(m_file, offset, m_limit);
        offset = believed && endsBefore(m_limit, offset, believed->bytes) ? take(offset, *believed)
                                                                          : skipDamaged(offset);
    }
    if (m_footer && m_entry < m_footer->size() && offset >= m_limit) {
        m_findings.addFact(
            FindingKind::Footer,
            "the footer names " + text(m_footer->size()) + " chunks, and " + text(m_entry)
                + " are there");
    }
    return std::move(m_walk);
}

std::uint64_t Walker::take(std::uint64_t offset, const ChunkHead& head)
{
    compareWithFooter(offset, head);
    const bool isEnd = head.type == ChunkType::Footer && !m_footer;
    if (!isEnd && isReadable(offset, head)) {
        const auto type = static_cast<std::size_t>(head.type);
        m_walk.chunks.push_back({.offset = offset, .head = head, .firstIndex = m_records[type]});
        count(head.type, head.count);
    }
    return behind(offset, head.bytes);
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
        count(head.type, head.count);
        return false;
    }
    if (head.codec != 0) {
        m_findings.add(FindingKind::UnknownCodec, [&] {
            return where() + " is packed by codec " + text(head.codec) + ", which is not known";
        });
        count(head.type, head.count);
        return false;
    }
    if (!isShapeSound(head)) {
        m_findings.add(FindingKind::DamagedChunk, [&] {
            return where() + " says " + text(head.count) + " records of " + text(head.recordSize)
                   + " bytes in " + text(head.bytes) + " bytes";
        });
        count(head.type, head.count);
        return false;
    }
    return true;
}

std::uint64_t Walker::skipDamaged(std::uint64_t offset)
{
    if (!m_footer) {
        m_findings.addFact(
            FindingKind::UnreadBytes,
            "no whole chunk at " + text(offset) + ": the last " + text(m_limit - offset)
                + " bytes are not read");
        return m_limit;
    }
    m_findings.add(FindingKind::DamagedChunk, [&] {
        return "the head of the chunk at " + text(offset) + " does not fit its checksum";
    });
    for (; m_entry < m_footer->size(); ++m_entry) {
        const FooterRecord entry = (*m_footer)[m_entry];
        if (entry.offset > offset) {
            return std::min(entry.offset, m_limit);
        }
        count(entry.type, entry.count);
    }
    return m_limit;
}

void Walker::compareWithFooter(std::uint64_t offset, const ChunkHead& head)
{
    if (!m_footer) {
        return;
    }
    const bool isThere = m_entry < m_footer->size();
    const FooterRecord entry = isThere ? (*m_footer)[m_entry] : FooterRecord{};
    if (isThere && entry.offset == offset && entry.bytes == head.bytes && entry.type == head.type
        && entry.count == head.count) {
        ++m_entry;
        return;
    }
    m_findings.add(FindingKind::Footer, [&] {
        return "the footer does not know the chunk at " + text(offset) + " with " + text(head.count)
               + " records";
    });
    if (isThere && entry.offset <= offset) {
        ++m_entry;
    }
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
