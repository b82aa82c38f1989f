#include "collector/measurement/open_regions.h"

#include "collector/measurement/left_out.h"
#include "collector/measurement/spool_format.h"

namespace vellum::collector::measurement {

namespace {

/// Of a leave: the subject that its enter had. The kind of a leave is the one after its enter's.
std::uint64_t enterOf(std::uint64_t leave)
{
    return leave - (std::uint64_t{1} << kKindShift);
}

}  // namespace

void OpenRegions::setStack(std::uint64_t low, std::uint64_t high)
{
    m_low = low;
    m_high = high;
}

void OpenRegions::popDead(std::uint64_t frame)
{
    if (!isOnStack(frame) || m_depth > kMostOpen) {
        return;
    }
    while (m_depth > 0 && isOnStack(m_open[m_depth - 1].frame)
           && m_open[m_depth - 1].frame < frame) {
        --m_depth;
    }
}

void OpenRegions::enter(const EventRecord& record, std::uint64_t frame)
{
    popDead(frame);
    if (m_depth < kMostOpen) {
        m_open[m_depth] = {.tick = record.tick, .subject = record.subject, .frame = frame};
    }
    ++m_depth;
}

void OpenRegions::leave(std::uint64_t enterSubject)
{
    if (m_depth > kMostOpen) {
        --m_depth;
        return;
    }
    for (std::size_t depth = m_depth; depth > 0; --depth) {
        if (m_open[depth - 1].subject == enterSubject) {
            m_depth = depth - 1;
            return;
        }
    }
}

void OpenRegions::apply(const EventRecord& record)
{
    switch (kindOf(record)) {
    case EventKind::FunctionEnter:
    case EventKind::ApiEnter:
    case EventKind::UserEnter:
        return enter(record, record.frame);
    case EventKind::AllocationEnter:  // its frame is a number of bytes
        return enter(record, 0);
    case EventKind::FunctionLeave:
    case EventKind::ApiLeave:
    case EventKind::UserLeave:
    case EventKind::AllocationLeave:
        return leave(enterOf(record.subject));
    case EventKind::Catch:
        return popDead(record.frame);
    case EventKind::WindowBegin:
        m_skip = subjectOf(record);
        return;
    default:
        return;
    }
}

void OpenRegions::take(
    const std::uint64_t* words, const std::uint64_t* end, const std::uint64_t* functions)
{
    for (DecodedRecord next; decodeRecord(words, end, m_base, next);) {
        if (m_skip > 0) {
            --m_skip;
            continue;
        }
        if (next.kind == WordKind::Visit) {
            popDead(next.record.frame);
            continue;
        }
        if (next.kind != WordKind::Full) {
            next.record.subject = packSubject(
                next.kind == WordKind::Enter ? EventKind::FunctionEnter : EventKind::FunctionLeave,
                functions[next.number] & ~kLeftOutMark);
        }
        apply(next.record);
    }
}

}  // namespace vellum::collector::measurement
