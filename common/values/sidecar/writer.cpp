#include "common/values/sidecar/writer.h"

#include "common/values/sidecar/crc32c.h"
#include "common/values/sidecar/frame.h"
#include "common/values/sidecar/output.h"
#include "common/values/sidecar/string_pool.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

namespace vellum::values::sidecar {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;
constexpr std::uint32_t kMostStringsOfChunk = kBufferBytes / sizeof(std::uint32_t) - 1;
constexpr std::uint32_t kMostChunks = 1U << 18U;
/// Kept free below the budget for what `finish` writes: losses and the footer's and their heads.
constexpr std::uint64_t kReserve =
    2 * sizeof(ChunkHead) + kChunkTypes * sizeof(LossRecord) + 2 * sizeof(FooterRecord);
constexpr std::array<std::byte, kAlignment> kZeros{};

constexpr std::size_t indexOf(ChunkType type)
{
    return static_cast<std::size_t>(type);
}

}  // namespace

/// Records of one type that wait.
struct WriterBuffer {
    std::size_t used;
    alignas(kAlignment) std::array<std::byte, kBufferBytes> bytes;
};

/// What is large. Mapped as zeros; pages come into being with their first use.
struct WriterTables {
    std::array<WriterBuffer, kChunkTypes> buffers;
    std::array<FooterRecord, kMostChunks> chunks;
    StringPool strings;
};

class WriterMemory {
public:
    explicit WriterMemory(WriterTables& tables) : m_tables(tables) {}

    WriterFault create(const char* path, const WriterOptions& options);
    StringId string(std::string_view text);
    void add(ChunkType type, std::span<const std::byte> bytes, std::size_t size);
    void addRaw(std::span<const std::byte> bytes, std::uint32_t count, std::uint32_t size);
    WriterFault flush();
    WriterFault finish(std::uint64_t tEnd);
    std::size_t describe(std::span<char> text) const;

    [[nodiscard]] WriterFault fault() const { return m_fault; }
    [[nodiscard]] int systemError() const { return m_systemError; }
    [[nodiscard]] std::uint32_t patterns() const { return m_patterns; }
    [[nodiscard]] std::uint64_t lost() const;
    [[nodiscard]] std::uint64_t written() const { return m_output.size(); }

private:
    WriterFault fail(int reason, bool isReplaced);
    void lose(ChunkType type, std::uint64_t records) { m_lost[indexOf(type)] += records; }
    void writeUpTo(ChunkType type);
    void writeBuffer(ChunkType type);
    void writeStrings();
    /// Within the budget, and noted for the footer. Where it cannot be, the records are lost.
    void writeChunk(
        ChunkHead head,
        OpRange ops,
        std::span<const std::byte> first,
        std::span<const std::byte> second);
    /// At the end of the file, whatever the budget. Completes \p head.
    [[nodiscard]] bool append(
        ChunkHead& head, std::span<const std::byte> first, std::span<const std::byte> second);
    void note(std::uint64_t offset, const ChunkHead& head, OpRange ops);
    void writeLosses(std::uint64_t tEnd);

    WriterTables& m_tables;
    pid_t m_process = 0;
    WriterFault m_fault = WriterFault::None;
    int m_systemError = 0;
    bool m_isOpen = false;
    std::uint32_t m_patterns = 0;
    std::uint32_t m_stringsWritten = 0;
    std::uint32_t m_chunkCount = 0;
    std::uint64_t m_mostBytes = 0;
    std::array<std::uint64_t, kChunkTypes> m_lost{};
    FileHead m_head;
    Output m_output;
};

namespace {

constexpr std::size_t kMemoryBytes = sizeof(WriterMemory) + sizeof(WriterTables);

WriterMemory* mapMemory()
{
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* place = ::mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
    if (place == MAP_FAILED) {
        return nullptr;
    }
    static_assert(sizeof(WriterMemory) % alignof(WriterTables) == 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): zeros are what tables begin as
    auto* tables =
        reinterpret_cast<WriterTables*>(static_cast<std::byte*>(place) + sizeof(WriterMemory));
    return new (place) WriterMemory(*tables);
}

}  // namespace

WriterFault WriterMemory::fail(int reason, bool isReplaced)
{
    m_fault = isReplaced ? WriterFault::Replaced : WriterFault::System;
    m_systemError = reason;
    return m_fault;
}

WriterFault WriterMemory::create(const char* path, const WriterOptions& options)
{
    int reason = m_output.setPath(path);
    if (reason == ENAMETOOLONG) {
        return m_fault = WriterFault::PathTooLong;
    }
    bool isForeign = false;
    if (reason == 0) {
        reason = m_output.make(kMagic, isForeign);
    }
    if (isForeign) {
        return m_fault = WriterFault::NotOurs;
    }
    m_mostBytes = options.mostBytes;
    m_process = ::getpid();
    m_head.runId = options.runId;
    m_head.tBegin = options.tBegin;
    m_head.clock = options.clock;
    m_head.check = headCheck(m_head);
    bool isReplaced = false;
    if (reason == 0) {
        const std::array parts{std::as_bytes(std::span(&m_head, 1))};
        reason = m_output.append(parts, isReplaced);
    }
    m_isOpen = reason == 0;
    return reason == 0 ? m_fault : fail(reason, isReplaced);
}

StringId WriterMemory::string(std::string_view text)
{
    StringPool& strings = m_tables.strings;
    const StringId id = strings.intern(text);
    if (id == 0 && !text.empty()) {
        lose(ChunkType::String, 1);
    }
    const std::uint32_t waiting = strings.size() - m_stringsWritten;
    const std::uint32_t bytes =
        strings.begin(strings.size() + 1) - strings.begin(m_stringsWritten + 1);
    if (waiting >= kMostStringsOfChunk || bytes >= kBufferBytes) {
        writeStrings();
    }
    return id;
}

void WriterMemory::add(ChunkType type, std::span<const std::byte> bytes, std::size_t size)
{
    if (type == ChunkType::Pattern) {
        m_patterns += static_cast<std::uint32_t>(bytes.size() / size);
    }
    WriterBuffer& buffer = m_tables.buffers[indexOf(type)];
    while (!bytes.empty()) {
        if (m_fault != WriterFault::None || !m_isOpen) {
            return lose(type, bytes.size() / size);
        }
        const std::size_t room = (kBufferBytes - buffer.used) / size * size;
        const std::size_t taken = std::min(room, bytes.size());
        std::memcpy(buffer.bytes.data() + buffer.used, bytes.data(), taken);
        buffer.used += taken;
        bytes = bytes.subspan(taken);
        if (taken == room) {
            writeUpTo(type);
        }
    }
}

void WriterMemory::addRaw(std::span<const std::byte> bytes, std::uint32_t count, std::uint32_t size)
{
    writeUpTo(ChunkType::Operation);
    writeChunk(
        {.type = ChunkType::Raw, .bytes = bytes.size(), .count = count, .recordSize = size},
        {},
        bytes,
        {});
}

void WriterMemory::writeUpTo(ChunkType type)
{
    writeStrings();
    // Sites and calling contexts refer to each other: one never goes without the other.
    const ChunkType last = type == ChunkType::Site ? ChunkType::CallingContext : type;
    for (std::size_t i = indexOf(ChunkType::Setting); i <= indexOf(last); ++i) {
        writeBuffer(static_cast<ChunkType>(i));
    }
}

void WriterMemory::writeBuffer(ChunkType type)
{
    WriterBuffer& buffer = m_tables.buffers[indexOf(type)];
    if (buffer.used == 0) {
        return;
    }
    const std::size_t size = recordSize(type);
    const auto bytes = std::span(buffer.bytes).first(buffer.used);
    buffer.used = 0;
    writeChunk(
        {.type = type,
         .bytes = bytes.size(),
         .count = static_cast<std::uint32_t>(bytes.size() / size),
         .recordSize = static_cast<std::uint32_t>(size)},
        opsOf(type, bytes),
        bytes,
        {});
}

void WriterMemory::writeStrings()
{
    const StringPool& strings = m_tables.strings;
    WriterBuffer& buffer = m_tables.buffers[indexOf(ChunkType::String)];
    while (m_stringsWritten < strings.size()) {
        const StringId first = m_stringsWritten + 1;
        const StringId last = std::min(strings.size() + 1, first + kMostStringsOfChunk);
        std::size_t used = 0;
        for (StringId id = first; id <= last; ++id) {
            const std::uint32_t offset = strings.begin(id) - strings.begin(first);
            std::memcpy(buffer.bytes.data() + used, &offset, sizeof offset);
            used += sizeof offset;
        }
        const auto offsets = std::span(buffer.bytes).first(used);
        const auto texts = std::as_bytes(std::span(strings.texts(first, last)));
        m_stringsWritten = last - 1;
        writeChunk(
            {.type = ChunkType::String,
             .bytes = offsets.size() + texts.size(),
             .count = last - first},
            {},
            offsets,
            texts);
    }
}

void WriterMemory::writeChunk(
    ChunkHead head,
    OpRange ops,
    std::span<const std::byte> first,
    std::span<const std::byte> second)
{
    const std::uint64_t footer = (std::uint64_t{m_chunkCount} + 1) * sizeof(FooterRecord);
    const std::uint64_t end =
        m_output.size() + sizeof(ChunkHead) + padded(head.bytes) + footer + kReserve;
    const bool fits = end <= m_mostBytes && m_chunkCount + 2 < kMostChunks;
    if (m_fault == WriterFault::None && m_isOpen && !fits) {
        m_fault = WriterFault::OverBudget;
    }
    const std::uint64_t offset = m_output.size();
    if (m_fault != WriterFault::None || !m_isOpen || !append(head, first, second)) {
        return lose(head.type, head.count);
    }
    note(offset, head, ops);
}

bool WriterMemory::append(
    ChunkHead& head, std::span<const std::byte> first, std::span<const std::byte> second)
{
    if (m_process != ::getpid()) {
        m_fault = WriterFault::OtherProcess;
        return false;
    }
    const auto zeros = std::span(kZeros).first(padded(head.bytes) - head.bytes);
    head.crc = crc32c(zeros, crc32c(second, crc32c(first, crcOfHead(head))));
    head.check = headCheck(head);
    const std::array<std::span<const std::byte>, 4> parts{
        std::as_bytes(std::span(&head, 1)), first, second, zeros};
    bool isReplaced = false;
    const int reason = m_output.append(parts, isReplaced);
    if (reason != 0) {
        fail(reason, isReplaced);
    }
    return reason == 0;
}

void WriterMemory::note(std::uint64_t offset, const ChunkHead& head, OpRange ops)
{
    m_tables.chunks[m_chunkCount++] = {
        .offset = offset,
        .bytes = head.bytes,
        .firstOp = ops.first,
        .lastOp = ops.last,
        .type = head.type,
        .count = head.count};
}

WriterFault WriterMemory::flush()
{
    writeUpTo(ChunkType::Loss);
    return m_fault;
}

void WriterMemory::writeLosses(std::uint64_t tEnd)
{
    std::array<LossRecord, kChunkTypes> losses{};
    std::uint32_t count = 0;
    for (std::uint32_t type = 1; type < kChunkTypes; ++type) {
        if (m_lost[type] == 0) {
            continue;
        }
        LossRecord& loss = losses[count++];
        loss.kind = m_fault == WriterFault::OverBudget ? LossKind::OverBudget
                    : m_fault == WriterFault::None     ? LossKind::StringsFull
                                                       : LossKind::WriteFailed;
        loss.where = type;
        loss.count = m_lost[type];
        loss.time = tEnd;
    }
    if (count == 0) {
        return;
    }
    const auto bytes = std::as_bytes(std::span(losses).first(count));
    ChunkHead head{
        .type = ChunkType::Loss,
        .bytes = bytes.size(),
        .count = count,
        .recordSize = sizeof(LossRecord)};
    const std::uint64_t offset = m_output.size();
    if (append(head, bytes, {})) {
        note(offset, head, {});
    }
}

WriterFault WriterMemory::finish(std::uint64_t tEnd)
{
    flush();
    const bool canEnd = m_fault == WriterFault::None || m_fault == WriterFault::OverBudget
                        || m_fault == WriterFault::System;
    if (!m_isOpen || !canEnd) {
        return m_fault;
    }
    writeLosses(tEnd);
    m_isOpen = false;
    const auto bytes = std::as_bytes(std::span(m_tables.chunks).first(m_chunkCount));
    ChunkHead head{
        .type = ChunkType::Footer,
        .bytes = bytes.size(),
        .count = m_chunkCount,
        .recordSize = sizeof(FooterRecord)};
    m_head.footerOffset = m_output.size();
    m_head.tEnd = tEnd;
    m_head.check = headCheck(m_head);
    if (append(head, bytes, {})) {
        bool isReplaced = false;
        const auto begin = std::as_bytes(std::span(&m_head, 1));
        const int reason = m_output.overwrite(0, begin, isReplaced);
        if (reason != 0) {
            fail(reason, isReplaced);
        }
    }
    return m_fault;
}

std::uint64_t WriterMemory::lost() const
{
    std::uint64_t sum = 0;
    for (const std::uint64_t lost : m_lost) {
        sum += lost;
    }
    return sum;
}

std::size_t WriterMemory::describe(std::span<char> text) const
{
    const char* why = "";
    switch (m_fault) {
    case WriterFault::None:
        text[0] = '\0';
        return 0;
    case WriterFault::PathTooLong:
        why = "its path is too long";
        break;
    case WriterFault::NotOurs:
        why = "what lies there is no side-car of this user, and is left alone";
        break;
    case WriterFault::OtherProcess:
        why = "another process made it";
        break;
    case WriterFault::Replaced:
        why = "it was moved away or replaced meanwhile";
        break;
    case WriterFault::NoMemory:
        why = "no memory";
        break;
    case WriterFault::OverBudget:
        why = "it is as large as it may be";
        break;
    case WriterFault::System:
        why = ::strerrordesc_np(m_systemError);
        break;
    }
    const int length = std::snprintf(
        text.data(),
        text.size(),
        "cannot write the side-car '%s': %s; %llu bytes are written, %llu records are lost",
        m_output.path(),
        why == nullptr ? "an unknown error" : why,
        static_cast<unsigned long long>(written()),
        static_cast<unsigned long long>(lost()));
    return std::min(text.size() - 1, static_cast<std::size_t>(std::max(length, 0)));
}

Writer::~Writer()
{
    if (m_memory != nullptr) {
        ::munmap(m_memory, kMemoryBytes);
    }
}

WriterFault Writer::create(const char* path, const WriterOptions& options)
{
    m_memory = m_memory == nullptr ? mapMemory() : m_memory;
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->create(path, options);
}

StringId Writer::string(std::string_view text)
{
    return m_memory == nullptr ? 0 : m_memory->string(text);
}

void Writer::addRecords(ChunkType type, std::span<const std::byte> bytes, std::size_t size)
{
    if (m_memory == nullptr) {
        m_lostBefore += bytes.size() / size;
    } else {
        m_memory->add(type, bytes, size);
    }
}

void Writer::addRaw(std::span<const std::byte> bytes, std::uint32_t count, std::uint32_t recordSize)
{
    if (m_memory == nullptr) {
        m_lostBefore += count;
    } else {
        m_memory->addRaw(bytes, count, recordSize);
    }
}

std::uint32_t Writer::patterns() const
{
    return m_memory == nullptr ? 0 : m_memory->patterns();
}

WriterFault Writer::flush()
{
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->flush();
}

WriterFault Writer::finish(std::uint64_t tEnd)
{
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->finish(tEnd);
}

WriterFault Writer::fault() const
{
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->fault();
}

int Writer::systemError() const
{
    return m_memory == nullptr ? 0 : m_memory->systemError();
}

std::uint64_t Writer::lost() const
{
    return m_lostBefore + (m_memory == nullptr ? 0 : m_memory->lost());
}

std::uint64_t Writer::written() const
{
    return m_memory == nullptr ? 0 : m_memory->written();
}

std::size_t Writer::describe(std::span<char> text) const
{
    if (text.empty()) {
        return 0;
    }
    if (m_memory == nullptr) {
        const int length = std::snprintf(text.data(), text.size(), "no side-car was made");
        return std::min(text.size() - 1, static_cast<std::size_t>(length));
    }
    return m_memory->describe(text);
}

}  // namespace vellum::values::sidecar
