#include "server/query/record_judge.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace vellum::server::query {

using vellum::query::CollectiveFilter;
using vellum::query::IoFilter;
using vellum::query::IoKind;
using vellum::query::MessageFilter;
using vellum::query::NumberRange;
using vellum::query::RecordFilter;

namespace {

template <typename Value>
std::unordered_set<Value> setOf(const std::vector<Value>& values)
{
    return {values.begin(), values.end()};
}

/// A condition that names nothing holds for all.
template <typename Value>
bool holds(const std::unordered_set<Value>& condition, Value value)
{
    return condition.empty() || condition.contains(value);
}

/// At the end of the type where it does not fit.
std::uint64_t sumOf(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

constexpr std::uint32_t bitOf(IoKind kind)
{
    return std::uint32_t{1} << static_cast<std::uint32_t>(kind);
}

constexpr bool isOperation(IoKind kind)
{
    return kind <= IoKind::Other;
}

}  // namespace

NumberSet::NumberSet(std::vector<NumberRange> ranges)
{
    std::erase_if(ranges, [](const NumberRange& range) { return range.least > range.most; });
    std::ranges::sort(ranges);
    for (const NumberRange& range : ranges) {
        if (!m_ranges.empty() && range.least <= m_ranges.back().most) {
            m_ranges.back().most = std::max(m_ranges.back().most, range.most);
        } else {
            m_ranges.push_back(range);
        }
    }
}

bool NumberSet::contains(std::uint64_t number) const
{
    const auto after = std::ranges::upper_bound(m_ranges, number, {}, &NumberRange::least);
    return after != m_ranges.begin() && number <= std::prev(after)->most;
}

MessageJudge::MessageJudge(const std::vector<MessageFilter>& filters)
{
    for (const MessageFilter& filter : filters) {
        m_filters.push_back(
            {.tags = NumberSet(filter.tags.empty() ? std::vector{NumberRange{}} : filter.tags),
             .communicators = setOf(filter.communicators),
             .bytes = filter.bytes,
             .hides = filter.hides});
    }
}

bool MessageJudge::keeps(CommRef communicator, std::uint32_t tag, std::uint64_t bytes) const
{
    return std::ranges::all_of(m_filters, [&](const Compiled& filter) {
        const bool fits = filter.tags.contains(tag) && holds(filter.communicators, communicator)
                          && filter.bytes.contains(bytes);
        return fits != filter.hides;
    });
}

CollectiveJudge::CollectiveJudge(const std::vector<CollectiveFilter>& filters)
{
    for (const CollectiveFilter& filter : filters) {
        m_filters.push_back(
            {.operations = setOf(filter.operations),
             .communicators = setOf(filter.communicators),
             .bytes = filter.bytes,
             .hides = filter.hides});
    }
}

bool CollectiveJudge::keeps(
    std::uint32_t operation,
    CommRef communicator,
    std::uint64_t bytesSent,
    std::uint64_t bytesReceived) const
{
    return std::ranges::all_of(m_filters, [&](const Compiled& filter) {
        const bool fits = holds(filter.operations, operation)
                          && holds(filter.communicators, communicator)
                          && filter.bytes.contains(sumOf(bytesSent, bytesReceived));
        return fits != filter.hides;
    });
}

IoFacts IoFacts::ofOperation(IoHandleRef handle, std::uint64_t mode, std::uint64_t flags)
{
    const auto other = static_cast<std::uint64_t>(IoKind::Other);
    return {
        .handle = handle,
        .kind = static_cast<IoKind>(std::min(mode, other)),
        .flags = static_cast<std::uint32_t>(flags)};
}

IoJudge::Compiled IoJudge::compiled(const Definitions& definitions, const IoFilter& filter)
{
    Compiled to{
        .paradigms = setOf(filter.paradigms),
        .files = setOf(filter.files),
        .handles = {},
        .anyHandle = filter.paradigms.empty() && filter.files.empty() && filter.handles.empty(),
        .namesHandles = !filter.handles.empty(),
        .kinds = 0,
        .flagsSet = filter.flagsSet,
        .flagsClear = filter.flagsClear,
        .hides = filter.hides};
    for (const IoKind kind : filter.kinds) {
        to.kinds |= bitOf(kind);
    }
    if (to.anyHandle) {
        return to;
    }
    const auto named = setOf(filter.handles);
    for (const IoHandle& handle : definitions.ioHandles) {
        const bool isNamed = (to.files.empty() && named.empty()) || named.contains(handle.ref)
                             || to.files.contains(handle.file);
        if (definitions.find(handle.ref) == &handle && isNamed
            && holds(to.paradigms, handle.paradigm)) {
            to.handles.insert(handle.ref);
        }
    }
    for (const IoHandleRef ref : filter.handles) {
        if (to.paradigms.empty() && definitions.find(ref) == nullptr) {
            to.handles.insert(ref);
        }
    }
    return to;
}

IoJudge::IoJudge(const Definitions& definitions, const std::vector<IoFilter>& filters)
{
    for (const IoFilter& filter : filters) {
        m_filters.push_back(compiled(definitions, filter));
    }
}

bool IoJudge::keeps(const IoFacts& facts) const
{
    return std::ranges::all_of(m_filters, [&facts](const Compiled& filter) {
        if (!filter.anyHandle && !filter.handles.contains(facts.handle)) {
            return filter.hides;
        }
        const bool asksForFlags = (filter.flagsSet | filter.flagsClear) != 0;
        if (!facts.kind) {
            // It does not say what is asked for: left, whether the filter shows or hides.
            return filter.kinds != 0 || asksForFlags || !filter.hides;
        }
        const bool fitsKind = filter.kinds == 0 || (filter.kinds & bitOf(*facts.kind)) != 0;
        const bool fitsFlags =
            !asksForFlags
            || (isOperation(*facts.kind) && (facts.flags & filter.flagsSet) == filter.flagsSet
                && (facts.flags & filter.flagsClear) == 0);
        return (fitsKind && fitsFlags) != filter.hides;
    });
}

bool IoJudge::keepsFile(IoParadigmRef paradigm, IoFileRef file) const
{
    return std::ranges::all_of(m_filters, [&](const Compiled& filter) {
        const bool fitsFile =
            filter.files.empty() ? !filter.namesHandles : filter.files.contains(file);
        if (!fitsFile || !holds(filter.paradigms, paradigm)) {
            return filter.hides;
        }
        const bool asksForMore = filter.kinds != 0 || (filter.flagsSet | filter.flagsClear) != 0;
        return asksForMore || !filter.hides;
    });
}

EventJudge::EventJudge(const Definitions& definitions, const RecordFilter& filter)
    : m_messages(filter.messages)
    , m_collectives(filter.collectives)
    , m_io(definitions, filter.io)
{
}

bool EventJudge::keepsAll() const
{
    return m_messages.keepsAll() && m_collectives.keepsAll() && m_io.keepsAll();
}

bool EventJudge::isJudged(EventKind kind) const
{
    switch (kind) {
    case event_kind::kMpiSend:
    case event_kind::kMpiIsend:
    case event_kind::kMpiRecv:
    case event_kind::kMpiIrecv:
        return !m_messages.keepsAll();
    case event_kind::kMpiCollectiveEnd:
    case event_kind::kNonBlockingCollectiveComplete:
        return !m_collectives.keepsAll();
    default:
        return kind >= event_kind::kIoCreateHandle && kind <= event_kind::kIoTryLock
               && !m_io.keepsAll();
    }
}

bool EventJudge::keeps(EventKind kind, const store::Words& words) const
{
    switch (kind) {
    case event_kind::kMpiSend:
    case event_kind::kMpiIsend:
    case event_kind::kMpiRecv:
    case event_kind::kMpiIrecv:
        return m_messages.keeps(
            CommRef(static_cast<std::uint32_t>(words[1])),
            static_cast<std::uint32_t>(words[2]),
            words[3]);
    case event_kind::kMpiCollectiveEnd:
    case event_kind::kNonBlockingCollectiveComplete:
        return m_collectives.keeps(
            static_cast<std::uint32_t>(words[0]),
            CommRef(static_cast<std::uint32_t>(words[1])),
            words[3],
            words[4]);
    default:
        return !isJudged(kind) || keepsIo(kind, words);
    }
}

bool EventJudge::keepsIo(EventKind kind, const store::Words& words) const
{
    const auto handleOf = [&words](std::size_t place) {
        return IoHandleRef(static_cast<std::uint32_t>(words[place]));
    };
    switch (kind) {
    case event_kind::kIoCreateHandle:
        return m_io.keeps({.handle = handleOf(0), .kind = IoKind::Open});
    case event_kind::kIoDuplicateHandle:
        return m_io.keeps({.handle = handleOf(1), .kind = IoKind::Open});
    case event_kind::kIoDestroyHandle:
        return m_io.keeps({.handle = handleOf(0), .kind = IoKind::Close});
    case event_kind::kIoSeek:
        return m_io.keeps({.handle = handleOf(0), .kind = IoKind::Seek});
    case event_kind::kIoOperationBegin:
        return m_io.keeps(IoFacts::ofOperation(handleOf(0), words[1], words[2]));
    case event_kind::kIoDeleteFile:
        return m_io.keepsFile(
            IoParadigmRef(static_cast<std::uint8_t>(words[0])),
            IoFileRef(static_cast<std::uint32_t>(words[1])));
    default:
        return m_io.keeps({.handle = handleOf(0)});
    }
}

}  // namespace vellum::server::query
