#pragma once

#include "collector/measurement/record_words.h"
#include "collector/measurement/spool_format.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::collector::writer {

/// Reads a thread's records one after the other.
///
/// Memory   Pages that lie behind are given back as it goes: a long recording is never in memory as a whole.
/// Ring     Where a thread keeps its last windows only, each of them begins with the regions that were open (window_ring.h):
///          those of the first window are records, of later ones they are passed over.
/// Errors   Ends at the first word that is none, and before a record that is cut.
/// Threads  Owner thread.
class RecordReader {
public:
    /// \param words  mapped, and page-aligned at their begin
    /// \param functions  addresses by number
    /// \param until  the first tick that is not read any more
    RecordReader(
        std::span<const std::uint64_t> words,
        std::span<const std::uint64_t> functions,
        std::uint64_t until = UINT64_MAX)
        : m_words(words)
        , m_functions(functions)
        , m_until(until)
    {
    }

    /// \return false at the end
    [[nodiscard]] bool next(measurement::EventRecord& record);

    /// Words read so far.
    [[nodiscard]] std::size_t position() const { return m_at; }

private:
    [[nodiscard]] bool decode(measurement::DecodedRecord& found);
    [[nodiscard]] std::uint64_t functionOf(std::uint64_t number) const
    {
        return number < m_functions.size() ? m_functions[number] : 0;
    }
    void giveBack();

    std::span<const std::uint64_t> m_words;
    std::span<const std::uint64_t> m_functions;
    std::size_t m_at = 0;
    std::size_t m_givenBack = 0;
    std::uint64_t m_until = UINT64_MAX;
    std::uint64_t m_skip = 0;  ///< records that stand for what is known already
    bool m_isFirst = true;
    measurement::WordBase m_base;
    measurement::EventRecord m_leave;  ///< of the visit whose enter was read last
    bool m_hasLeave = false;
};

}  // namespace vellum::collector::writer
