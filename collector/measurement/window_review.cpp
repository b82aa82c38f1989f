#include "collector/measurement/window_review.h"

#include "collector/measurement/auto_filter.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/spool_format.h"

namespace vellum::collector::measurement {

void WindowReview::enter(std::uint64_t number, std::uint64_t tick)
{
    if (m_depth < kMostOpen) {
        m_open[m_depth] = {.number = number, .tick = tick};
    }
    ++m_depth;
}

void WindowReview::leave(std::uint64_t number, std::uint64_t tick, AutoFilter& filter)
{
    if (m_depth > kMostOpen) {
        --m_depth;
        return;
    }
    for (std::size_t depth = m_depth; depth > 0; --depth) {
        if (m_open[depth - 1].number == number) {
            filter.count(number, tick - m_open[depth - 1].tick);
            m_depth = depth - 1;
            return;
        }
    }
}

void WindowReview::take(const std::uint64_t* words, const std::uint64_t* end, AutoFilter& filter)
{
    for (DecodedRecord next; decodeRecord(words, end, m_base, next);) {
        const EventRecord& record = next.record;
        if (m_skip > 0) {
            --m_skip;
            continue;
        }
        switch (next.kind) {
        case WordKind::Enter:
            enter(next.number, record.tick);
            break;
        case WordKind::Leave:
            leave(next.number, record.tick, filter);
            break;
        case WordKind::Visit:
            filter.count(next.number, next.length);
            break;
        default:
            if (kindOf(record) == EventKind::WindowBegin) {
                m_skip = subjectOf(record);
            } else if (kindOf(record) == EventKind::FunctionEnter) {
                enter(numberOfFunction(subjectOf(record)), record.tick);
            } else if (kindOf(record) == EventKind::FunctionLeave) {
                leave(numberOfFunction(subjectOf(record)), record.tick, filter);
            }
        }
    }
}

}  // namespace vellum::collector::measurement
