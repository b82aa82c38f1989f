#include "server/query/io_spans.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace vellum::server::query {

using vellum::query::IoSpan;
using vellum::query::IoSpanKind;

void IoSpans::open(std::uint64_t handle, Tick tick)
{
    Handle& own = m_handles[handle];
    own.isKnown = true;
    if (!own.isOpen) {
        own.isOpen = true;
        own.since = tick;
    }
}

void IoSpans::close(std::uint64_t handle, Tick tick)
{
    Handle& own = m_handles[handle];
    if (own.isOpen || !own.isKnown) {
        const Tick begin = own.isOpen ? own.since : std::min(m_whole.begin, tick);
        own.spans.push_back({.range = {.begin = begin, .end = tick}, .isBegun = own.isOpen});
    }
    own.isKnown = true;
    own.isOpen = false;
}

void IoSpans::addAsynchronous(std::uint64_t handle, TickRange range)
{
    m_handles[handle].spans.push_back({.kind = IoSpanKind::Asynchronous, .range = range});
}

bool IoSpans::isInWindow(TickRange range) const
{
    const TickRange window = m_columns.range;
    return range.begin < window.end && (range.end > window.begin || range.begin >= window.begin);
}

std::vector<IoSpan> IoSpans::joined(std::vector<IoSpan> spans) const
{
    const TickRange window = m_columns.range;
    std::erase_if(spans, [this](const IoSpan& span) { return !isInWindow(span.range); });
    std::ranges::sort(spans, {}, [](const IoSpan& span) {
        return std::tuple(span.kind, span.range.begin, span.range.end);
    });
    std::vector<IoSpan> all;
    std::int64_t last = -1;  // column of the span before
    for (const IoSpan& span : spans) {
        const Tick first = std::max(span.range.begin, window.begin);
        const Tick until = std::clamp(span.range.end - 1, first, window.end - 1);
        const bool joins =
            !all.empty() && all.back().kind == span.kind && m_columns.columnOf(first) <= last;
        last = joins ? std::max(last, m_columns.columnOf(until)) : m_columns.columnOf(until);
        if (joins) {
            IoSpan& before = all.back();
            before.range.end = std::max(before.range.end, span.range.end);
            before.count += span.count;
            before.isBegun = before.isBegun && span.isBegun;
            before.isEnded = before.isEnded && span.isEnded;
        } else {
            all.push_back(span);
        }
    }
    return all;
}

std::map<std::uint64_t, std::vector<IoSpan>> IoSpans::take()
{
    std::map<std::uint64_t, std::vector<IoSpan>> found;
    for (auto& [handle, own] : m_handles) {
        if (own.isOpen) {
            own.spans.push_back(
                {.range = {.begin = own.since, .end = std::max(own.since, m_whole.end)},
                 .isEnded = false});
        }
        std::vector<IoSpan> spans = joined(std::move(own.spans));
        if (!spans.empty()) {
            found[handle] = std::move(spans);
        }
    }
    m_handles.clear();
    return found;
}

}  // namespace vellum::server::query
