#include "common/values/sidecar/writer_memory.h"

#include "common/values/sidecar/crc32c.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace vellum::values::sidecar {

namespace {

constexpr std::uint32_t kMostStringsOfChunk = kBufferBytes / sizeof(std::uint32_t) - 1;
/// Kept free below the budget for what `finish` writes: losses and the footer's and their heads.
constexpr std::uint64_t kReserve =
    2 * sizeof(ChunkHead) + kChunkTypes * sizeof(LossRecord) + 2 * sizeof(FooterRecord);
constexpr std::array<std::byte, kAlignment> kZeros{};

constexpr std::size_t indexOf(ChunkType type)
{
    return static_cast<std::size_t>(type);
}

}  // namespace

void WriterMemory::lose(ChunkType type, std::uint64_t records)
{
    m_lost[indexOf(type)] += records;
}

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
    writeUpTo(ChunkType::PageRun);  // the last; a footer never waits
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

}  // namespace vellum::values::sidecar
