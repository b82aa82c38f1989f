#pragma once

#include "collector/values/ring_format.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace vellum::collector::values {

/// A file of the spool that another process maps too, mapped shared and writable.
///
/// Errors   A file that is missing or too short has no memory.
/// Threads  One owner.
class SharedFile {
public:
    SharedFile(const std::filesystem::path& path, std::size_t bytes);
    ~SharedFile();
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;

    [[nodiscard]] void* memory() const { return m_memory; }

private:
    void* m_memory = nullptr;
    std::size_t m_bytes;
};

/// The launcher's end of one thread's ring.
///
/// Errors   Nothing in the ring is trusted but to be there: a count that is too high is taken for a full ring.
/// Threads  One owner; the recorded thread writes meanwhile.
class RingReader {
public:
    /// Null while the ring is not ready. \param folder  of the process in the spool
    [[nodiscard]] static std::unique_ptr<RingReader> open(
        const std::filesystem::path& folder, std::uint32_t location);

    RingReader(const std::filesystem::path& folder, std::uint32_t location);

    [[nodiscard]] std::uint32_t location() const { return m_location; }
    /// When the thread was first seen; 0: not known.
    [[nodiscard]] std::uint64_t startTick() const { return m_startTick; }
    /// [stackLow, stackHigh): the thread's stack; equal where unknown.
    [[nodiscard]] std::uint64_t stackLow() const { return m_stackLow; }
    [[nodiscard]] std::uint64_t stackHigh() const { return m_stackHigh; }

    /// Records that wait, as many as lie together; valid until they are released.
    [[nodiscard]] std::span<const RingRecord> available() const;
    /// Gives the places of the first \p count back to the thread.
    void release(std::size_t count);

    /// The thread has ended; what it wrote may still wait.
    [[nodiscard]] bool hasEnded() const;
    [[nodiscard]] std::uint64_t lost() const;

private:
    void readLocation(const std::filesystem::path& location);

    SharedFile m_file;
    RingHeader* m_header = nullptr;
    const RingRecord* m_places = nullptr;
    std::uint32_t m_location;
    std::uint64_t m_read = 0;
    std::uint64_t m_startTick = 0;
    std::uint64_t m_stackLow = 0;
    std::uint64_t m_stackHigh = 0;
};

}  // namespace vellum::collector::values
