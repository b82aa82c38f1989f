#include "collector/writer/range_plan.h"

#include "collector/writer/region_stack.h"
#include "collector/writer/replay.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

namespace vellum::collector::writer {

namespace {

using measurement::EventKind;
using measurement::EventRecord;

bool isEnter(EventKind kind)
{
    return kind == EventKind::FunctionEnter || kind == EventKind::ApiEnter
           || kind == EventKind::UserEnter || kind == EventKind::CudaEnter;
}

bool isLeave(EventKind kind)
{
    return kind == EventKind::FunctionLeave || kind == EventKind::ApiLeave
           || kind == EventKind::UserLeave || kind == EventKind::CudaLeave;
}

/// A push or a pop, and where it takes place.
struct Change {
    std::size_t source = 0;  ///< its own record
    std::size_t record = 0;
    bool isAfter = false;
};

/// Behind the leaves that follow a push at once.
Change placeOfPush(std::span<const EventRecord> records, std::size_t source)
{
    std::size_t last = source;
    while (last + 1 < records.size() && isLeave(measurement::kindOf(records[last + 1]))) {
        ++last;
    }
    return {.source = source, .record = last, .isAfter = true};
}

/// Before the enters right before a pop.
Change placeOfPop(std::span<const EventRecord> records, std::size_t source)
{
    std::size_t first = source;
    while (first > 0 && isEnter(measurement::kindOf(records[first - 1]))) {
        --first;
    }
    return {.source = source, .record = first, .isAfter = false};
}

std::vector<Change> changesOf(std::span<const EventRecord> records)
{
    std::vector<Change> changes;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const EventKind kind = measurement::kindOf(records[i]);
        if (kind == EventKind::RangePush) {
            changes.push_back(placeOfPush(records, i));
        } else if (kind == EventKind::RangePop) {
            changes.push_back(placeOfPop(records, i));
        }
    }
    std::ranges::stable_sort(changes, {}, [](const Change& change) {
        return std::tuple(change.record, change.isAfter, change.source);
    });
    return changes;
}

/// Plays the thread's records with its ranges among its calls, and sees which of them fit in.
class Planner {
public:
    Planner(
        const SpooledProcess& process,
        const SpooledLocation& location,
        std::span<const EventRecord> records)
        : m_process(process)
        , m_records(records)
        , m_stack(stackOf(process, location))
    {
    }

    RangePlan run(std::uint64_t end);

private:
    struct Open {
        std::size_t record = 0;
        std::size_t step = 0;
        std::uint32_t domain = 0;
        bool isNested = true;
    };

    void change(const Change& change);
    void push(const Change& change);
    void pop(const Change& change);
    void call(const EventRecord& record);
    void putBeside(const Open& range, std::uint64_t end);
    [[nodiscard]] RangePayload payloadBefore(std::size_t record) const;
    [[nodiscard]] static RegionKey keyOf(const Open& range)
    {
        return {.kind = RegionKey::Kind::Range, .subject = range.record};
    }

    const SpooledProcess& m_process;
    std::span<const EventRecord> m_records;
    RegionStack m_stack;
    std::vector<Open> m_open;
    std::vector<bool> m_isOut;  ///< by step
    RangePlan m_plan;
};

RangePayload Planner::payloadBefore(std::size_t record) const
{
    if (record == 0 || measurement::kindOf(m_records[record - 1]) != EventKind::RangePayload) {
        return {};
    }
    return {
        .type = static_cast<std::uint32_t>(measurement::subjectOf(m_records[record - 1])),
        .bits = m_records[record - 1].frame};
}

void Planner::push(const Change& change)
{
    const auto name = static_cast<std::uint32_t>(measurement::subjectOf(m_records[change.source]));
    const auto found = m_process.ranges.find(name);
    m_open.push_back(
        {.record = change.source,
         .step = m_plan.steps.size(),
         .domain = found == m_process.ranges.end() ? 0 : found->second.domain});
    m_plan.steps.push_back(
        {.record = change.record,
         .isAfter = change.isAfter,
         .name = name,
         .payload = payloadBefore(change.source)});
    m_isOut.push_back(false);
    m_stack.enter(keyOf(m_open.back()), 0);
}

/// There it has the times of its push and its pop.
void Planner::putBeside(const Open& range, std::uint64_t end)
{
    const RangePlan::Step& step = m_plan.steps[range.step];
    const std::uint64_t begin = m_records[range.record].tick;
    m_plan.beside.push_back(
        {.begin = begin, .end = std::max(end, begin), .name = step.name, .payload = step.payload});
    m_isOut[range.step] = true;
}

void Planner::pop(const Change& change)
{
    const EventRecord& record = m_records[change.source];
    const auto domain = static_cast<std::uint32_t>(measurement::subjectOf(record));
    const auto found = std::find_if(
        m_open.rbegin(), m_open.rend(), [&](const Open& range) { return range.domain == domain; });
    if (found == m_open.rend()) {
        ++m_plan.unmatchedPops;
        return;
    }
    const Open range = *found;
    m_open.erase(std::next(found).base());
    const auto& all = m_stack.open();
    if (range.isNested && !all.empty() && all.back().region == keyOf(range)) {
        m_stack.leave(keyOf(range));
        m_plan.steps.push_back(
            {.record = change.record,
             .isAfter = change.isAfter,
             .action = RangePlan::Action::Leave,
             .name = m_plan.steps[range.step].name});
        m_isOut.push_back(false);
    } else {
        m_stack.remove(keyOf(range));
        putBeside(range, record.tick);
    }
}

void Planner::change(const Change& change)
{
    if (measurement::kindOf(m_records[change.source]) == EventKind::RangePush) {
        push(change);
    } else {
        pop(change);
    }
}

/// What a call takes with it when it ends has not been popped: it goes on beside.
void Planner::call(const EventRecord& record)
{
    for (const RegionKey& closed : apply(m_stack, record).closed) {
        const auto range = std::find_if(
            m_open.begin(), m_open.end(), [&](const Open& open) { return keyOf(open) == closed; });
        if (range != m_open.end()) {
            range->isNested = false;
        }
    }
}

RangePlan Planner::run(std::uint64_t end)
{
    const std::vector<Change> changes = changesOf(m_records);
    auto next = changes.begin();
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        for (; next != changes.end() && next->record == i && !next->isAfter; ++next) {
            change(*next);
        }
        if (!isOfRange(measurement::kindOf(m_records[i]))) {
            call(m_records[i]);
        }
        for (; next != changes.end() && next->record == i; ++next) {
            change(*next);
        }
    }
    for (const Open& range : m_open) {
        if (!range.isNested) {
            putBeside(range, std::max(end, m_records.back().tick));
        }
    }
    std::vector<RangePlan::Step> kept;
    for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
        if (!m_isOut[i]) {
            kept.push_back(m_plan.steps[i]);
        }
    }
    m_plan.steps = std::move(kept);
    return std::move(m_plan);
}

}  // namespace

RangePlan planRanges(
    const SpooledProcess& process, const SpooledLocation& location, std::uint64_t end)
{
    if (process.ranges.empty()) {
        return {};
    }
    const std::vector<EventRecord> records = location.readAll();
    const bool hasRanges = std::ranges::any_of(
        records, [](const EventRecord& record) { return isOfRange(measurement::kindOf(record)); });
    return hasRanges ? Planner(process, location, records).run(end) : RangePlan{};
}

}  // namespace vellum::collector::writer
