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
/// Errors   Ends at the first word that is none, and before a record that is cut.
/// Threads  Owner thread.
class RecordReader {
public:
    /// \param words  mapped, and page-aligned at their begin
    /// \param functions  addresses by number
    RecordReader(std::span<const std::uint64_t> words, std::span<const std::uint64_t> functions)
        : m_words(words)
        , m_functions(functions)
    {
    }

    /// \return false at the end
    [[nodiscard]] bool next(measurement::EventRecord& record);

    /// Words read so far.
    [[nodiscard]] std::size_t position() const { return m_at; }

private:
    [[nodiscard]] std::uint64_t functionOf(std::uint64_t number) const
    {
        return number < m_functions.size() ? m_functions[number] : 0;
    }
    [[nodiscard]] bool readFull(measurement::EventRecord& record);
    void readVisit(std::uint64_t word, measurement::EventRecord& record);
    void giveBack();

    std::span<const std::uint64_t> m_words;
    std::span<const std::uint64_t> m_functions;
    std::size_t m_at = 0;
    std::size_t m_givenBack = 0;
    measurement::WordBase m_base;
    measurement::EventRecord m_leave;  ///< of the visit whose enter was read last
    bool m_hasLeave = false;
};

}  // namespace vellum::collector::writer
