#pragma once

#include "common/values/sidecar/chunk_frame.h"
#include "common/values/sidecar/output.h"
#include "common/values/sidecar/records.h"
#include "common/values/sidecar/string_pool.h"
#include "common/values/sidecar/writer.h"

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vellum::values::sidecar {

/// Of records that wait, by type.
inline constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;
inline constexpr std::uint32_t kMostChunks = 1U << 18U;

/// Records of one type that wait.
struct WriterBuffer {
    std::size_t used;
    alignas(kAlignment) std::array<std::byte, kBufferBytes> bytes;
};

/// What is large. Mapped as zeros; pages come into being with their first use.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): an initialiser would touch all its pages
struct WriterTables {
    std::array<WriterBuffer, kChunkTypes> buffers;
    std::array<FooterRecord, kMostChunks> chunks;
    StringPool strings;
};

/// The writer itself; what its functions do stands at those of `Writer`.
///
/// Threads  One at a time.
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
    void lose(ChunkType type, std::uint64_t records);
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

}  // namespace vellum::values::sidecar
