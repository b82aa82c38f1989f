#pragma once

#include "common/values/sidecar/records.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace vellum::values::sidecar {

class WriterMemory;

/// Why the writer stopped. Numbers are for switches, not for the file.
enum class WriterFault : std::uint8_t {
    None,
    PathTooLong,
    NotOurs,       ///< something lies there that is no side-car of this user: it is left alone
    OtherProcess,  ///< called in a child of the process that made the file, which is not the child's
    Replaced,      ///< the file at the path is not the one that was made: moved away or replaced
    NoMemory,      ///< or nothing was made yet
    OverBudget,    ///< the file is as large as it may be
    System,        ///< a call failed; systemError() says how
};

struct WriterOptions {
    Digest runId{};
    std::uint64_t tBegin = 0;
    ClockId clock = ClockId::MonotonicRaw;
    std::uint64_t mostBytes = std::uint64_t{4} << 30;  ///< of the file, head and footer included
};

/// Writes a side-car, from inside a foreign program.
///
/// Layout   Records wait in memory, by type, until 64 KiB of a type are there or `flush` is called; then
///          they become a chunk, written by one call, behind the chunks of lower types that wait: so
///          what was written refers to what was written. Killed at any instant, the process leaves a
///          file that is readable up to its last whole chunk.
/// Errors   Nothing throws, nothing ends the program. The first fault sticks: what is added from then on
///          is counted (`lost`), and `finish` makes the best of what is there. Out of disk space or
///          past a limit of file sizes the same, and the file is cut back to its last whole chunk.
/// Size     82 MiB of address space, of which only what is needed becomes memory: 64 KiB for each type that
///          is used, strings of 64 MiB in all, an entry for each of 262,144 chunks. Mapped, not allocated.
/// Threads  One at a time. Takes no lock and allocates nothing after `create`: may be called from a
///          signal's handler, if the signal did not come during another call.
/// Files    No descriptor stays open between calls: programs close those that they do not know.
class Writer {
public:
    Writer() = default;
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer();  ///< writes nothing: see `finish`

    /// Makes the file, mode 0600, with its head. A side-car of the user that lies there is replaced; a
    /// link is not followed. \p path may be relative: what it means now is kept.
    WriterFault create(const char* path, const WriterOptions& options);

    /// The number of a text, which is copied. The same for the same text; 0 of the empty one. Of what does
    /// not fit any more 0, and it is counted as lost. Texts longer than 64 KiB are cut.
    StringId string(std::string_view text);

    template <typename Record>
    void add(std::span<const Record> records)
    {
        static_assert(std::is_trivially_copyable_v<Record>);
        addRecords(Record::kType, std::as_bytes(records), sizeof(Record));
    }
    template <typename Record>
    void add(const Record& record)
    {
        add(std::span<const Record>(&record, 1));
    }

    /// One Raw chunk, at once. \p recordSize 0: they differ.
    void addRaw(std::span<const std::byte> bytes, std::uint32_t count, std::uint32_t recordSize);

    /// PATTERN records added so far: 1 + this number is what a TopValueRecord calls the next one.
    [[nodiscard]] std::uint32_t patterns() const;

    /// Writes what waits.
    WriterFault flush();

    /// Writes what waits, what was lost (as LOSS records), the footer and the head. No more calls.
    WriterFault finish(std::uint64_t tEnd);

    [[nodiscard]] WriterFault fault() const;
    [[nodiscard]] int systemError() const;     ///< an errno, of WriterFault::System
    [[nodiscard]] std::uint64_t lost() const;  ///< records that are not and will not be in the file
    [[nodiscard]] std::uint64_t written() const;  ///< bytes of the file so far

    /// One sentence about the fault, with the file's name, zero-terminated; empty if there is none.
    /// Returns its length.
    std::size_t describe(std::span<char> text) const;

private:
    void addRecords(ChunkType type, std::span<const std::byte> bytes, std::size_t size);

    WriterMemory* m_memory = nullptr;  ///< mapped, not allocated
    std::uint64_t m_lostBefore = 0;    ///< of what came without `create`
};

}  // namespace vellum::values::sidecar
