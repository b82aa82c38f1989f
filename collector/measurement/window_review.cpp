#include "collector/measurement/window_review.h"

#include "collector/measurement/auto_filter.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/spool_format.h"

namespace vellum::collector::measurement {

namespace {

/// Of a function that was stored with its address, which has a number all the same where the table has room.
std::uint64_t numberOf(std::uint64_t address)
{
    return findFunction(address) & (kLeftOutNumber - 1);
}

}  // namespace

void WindowReview::enter(std::uint64_t number)
{
    if (m_depth < kMostOpen) {
        m_open[m_depth] = {.number = number, .tick = m_tick};
    }
    ++m_depth;
}

void WindowReview::leave(std::uint64_t number, AutoFilter& filter)
{
    if (m_depth > kMostOpen) {
        --m_depth;
        return;
    }
    for (std::size_t depth = m_depth; depth > 0; --depth) {
        if (m_open[depth - 1].number == number) {
            filter.count(number, m_tick - m_open[depth - 1].tick);
            m_depth = depth - 1;
            return;
        }
    }
}

void WindowReview::take(const std::uint64_t* words, const std::uint64_t* end, AutoFilter& filter)
{
    while (words < end) {
        const std::uint64_t word = *words++;
        switch (kindOfWord(word)) {
        case WordKind::Enter:
            m_tick += ticksInEnter(word);
            enter(numberIn(word));
            break;
        case WordKind::Leave:
            m_tick += ticksInLeave(word);
            leave(numberIn(word), filter);
            break;
        case WordKind::Visit:
            m_tick += ticksInVisit(word) + lengthOfVisit(word);
            filter.count(numberInVisit(word), lengthOfVisit(word));
            break;
        case WordKind::Full: {
            m_tick = words[0];
            const EventRecord record{.subject = words[1]};
            words += words::kFullWords - 1;
            if (kindOf(record) == EventKind::FunctionEnter) {
                enter(numberOf(subjectOf(record)));
            } else if (kindOf(record) == EventKind::FunctionLeave) {
                leave(numberOf(subjectOf(record)), filter);
            }
            break;
        }
        case WordKind::Nothing:
            break;
        case WordKind::End:
        case WordKind::Unknown:
            return;
        }
    }
}

}  // namespace vellum::collector::measurement
