#pragma once

#include "collector/measurement/record_words.h"
#include "collector/measurement/spool_format.h"
#include "tests/unit/collector/writer/spool_writer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::test {

/// Functions at 0x100000, 0x100010, … have the numbers 0, 1, …: those that their addresses ask for.
inline std::uint64_t addressOf(std::uint64_t number)
{
    return 0x10'0000 + 16 * number;
}

/// Stores as event_buffer.h does, in one plain vector.
class WordWriter {
public:
    void enter(std::uint64_t number, std::uint64_t tick, std::uint64_t frame)
    {
        const std::uint64_t word = collector::measurement::enterWord(m_base, number, tick, frame);
        add(word,
            {.tick = tick,
             .subject = collector::measurement::packSubject(
                 collector::measurement::EventKind::FunctionEnter, addressOf(number)),
             .frame = frame});
    }
    void leave(std::uint64_t number, std::uint64_t tick)
    {
        const std::uint64_t visit =
            m_isAfterEnter
                ? collector::measurement::visitWord(m_words.back(), number, tick - m_base.tick)
                : 0;
        if (visit != 0) {
            m_words.pop_back();
            --m_short;
            ++m_visits;
            add(visit,
                {.tick = tick,
                 .subject = collector::measurement::packSubject(
                     collector::measurement::EventKind::FunctionLeave, addressOf(number))});
            return;
        }
        const std::uint64_t word = collector::measurement::leaveWord(m_base, number, tick);
        add(word,
            {.tick = tick,
             .subject = collector::measurement::packSubject(
                 collector::measurement::EventKind::FunctionLeave, addressOf(number))});
    }
    void other(
        collector::measurement::EventKind kind,
        std::uint64_t subject,
        std::uint64_t frame,
        std::uint64_t tick)
    {
        add(0,
            {.tick = tick,
             .subject = collector::measurement::packSubject(kind, subject),
             .frame = frame});
    }
    void nothing()
    {
        m_words.push_back(collector::measurement::words::kNothing);
        m_isAfterEnter = false;
    }

    [[nodiscard]] const std::vector<std::uint64_t>& words() const { return m_words; }
    [[nodiscard]] const std::vector<collector::measurement::EventRecord>& records() const
    {
        return m_records;
    }
    [[nodiscard]] std::size_t shortOnes() const { return m_short; }
    [[nodiscard]] std::size_t visits() const { return m_visits; }

private:
    void add(std::uint64_t word, const collector::measurement::EventRecord& record)
    {
        m_records.push_back(record);
        if (word != 0) {
            m_words.push_back(word);
            ++m_short;
            m_isAfterEnter = word >> collector::measurement::words::kMarkShift
                             == collector::measurement::words::kEnterMark;
        } else {
            const auto full = fullWords({record});
            m_words.insert(m_words.end(), full.begin(), full.end());
            m_isAfterEnter = false;
        }
        m_base.follow(collector::measurement::kindOf(record), record.tick, record.frame);
    }

    std::vector<std::uint64_t> m_words;
    std::vector<collector::measurement::EventRecord> m_records;
    std::size_t m_short = 0;
    std::size_t m_visits = 0;
    bool m_isAfterEnter = false;
    collector::measurement::WordBase m_base;
};

}  // namespace vellum::test
