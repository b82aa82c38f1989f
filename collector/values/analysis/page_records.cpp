#include "collector/values/analysis/page_records.h"

#include "common/values/content_digest.h"
#include "common/values/intervals.h"
#include "common/values/sidecar/pattern_fields.h"

#include <algorithm>

namespace vellum::collector::values {

namespace {

namespace sidecar = ::vellum::values::sidecar;
using sidecar::PageState;
using ::vellum::values::Snapshots;
using ::vellum::values::WriteCounts;

constexpr std::uint8_t kPageShift = 12;

/// Bytes written, by what whole pages tell.
WriteCounts countsOf(const WrittenObject& written)
{
    WriteCounts counts;
    for (const WrittenPage& page : written.pages) {
        counts.written += PageRecords::kPage;
        counts.unchanged += page.state == PageState::Unchanged ? PageRecords::kPage : 0;
        counts.undefined += page.state == PageState::First ? PageRecords::kPage : 0;
        counts.unknown += page.state == PageState::Unknown ? PageRecords::kPage : 0;
    }
    return counts;
}

bool goesOn(const sidecar::PageRunRecord& run, const WrittenPage& page)
{
    return run.offset + run.bytes == page.offset && run.state == page.state
           && (run.flags == sidecar::PageRunRecord::kZero) == page.isZero;
}

bool isWhole(const Snapshots& snapshots, std::uint64_t object)
{
    const ::vellum::values::Interval all{.begin = 0, .end = snapshots.content(object).size()};
    return all.end > 0 && snapshots.undefinedBytes(object, {&all, 1}) == 0;
}

bool holdsOther(const WrittenObject& written)
{
    return std::ranges::any_of(
        written.pages, [](const WrittenPage& page) { return page.state != PageState::Unchanged; });
}

}  // namespace

template <typename Record>
void PageRecords::keep(std::vector<Record>& list, const Record& record)
{
    if (list.size() < kMostRecords) {
        list.push_back(record);
    } else {
        ++m_lists.watched.lostRecords;
    }
}

void PageRecords::add(
    const Slice& slice, const std::vector<WrittenObject>& written, const Snapshots& snapshots)
{
    if (written.empty()) {
        return;
    }
    if (m_lists.watched.accesses.size() + written.size() > kMostRecords) {
        m_lists.watched.lostRecords += written.size();
        return;
    }
    const std::uint64_t op = addOperation(slice, written);
    for (const WrittenObject& object : written) {
        m_lists.objects.at(object.object).isUsed = true;
        addAccess(op, object);
        addRuns(op, slice, object);
    }
    addDuplicates(op, written, snapshots);
}

std::uint64_t PageRecords::addOperation(
    const Slice& slice, const std::vector<WrittenObject>& written)
{
    sidecar::OperationRecord record;
    record.id = m_lists.operations.operations.size() + 1;
    record.t0 = slice.begin;
    record.t1 = std::max(slice.end, slice.begin);
    record.kind = sidecar::OperationKind::Window;
    record.context = slice.process;
    record.stream = slice.location;
    record.function = slice.function;
    record.ordinal = slice.ordinal;
    for (const WrittenObject& object : written) {
        record.accesses += object.pages.size();
        record.bytes += object.pages.size() * kPage;
    }
    m_lists.operations.operations.push_back(
        {.record = record, .process = slice.process, .location = slice.location});
    return record.id;
}

void PageRecords::addAccess(std::uint64_t op, const WrittenObject& written)
{
    const WriteCounts counts = countsOf(written);
    const auto pages = static_cast<std::uint64_t>(written.pages.size());
    const sidecar::AccessRecord access{
        .op = op,
        .object = written.object,
        .kind = sidecar::AccessKind::Write,
        .items = pages,
        .accesses = pages,
        .bytes = counts.written,
        .unchanged = counts.unchanged,
        .undefined = counts.undefined};
    m_lists.watched.accesses.push_back(access);  // add() has seen that there is room
    if (!isRedundant(counts)) {
        return;
    }
    sidecar::PatternRecord pattern{.op = op, .object = written.object};
    pattern.pattern = sidecar::PatternKind::RedundantValues;
    pattern.flags = sidecar::packed({.kind = sidecar::AccessKind::Write});
    pattern.items = pages;
    pattern.uniqueItems = counts.unchanged / kPage;
    pattern.accesses = pattern.uniqueItems;
    pattern.score = static_cast<float>(redundancyOf(counts));
    pattern.coverage = pattern.score;
    pattern.payload = sidecar::toPayload(
        sidecar::ValuesPayload{.first = counts.written, .second = counts.unchanged});
    keep(m_lists.watched.patterns, pattern);
}

void PageRecords::addRuns(std::uint64_t op, const Slice& slice, const WrittenObject& written)
{
    sidecar::PageRunRecord run;
    for (const WrittenPage& page : written.pages) {
        if (run.bytes > 0 && goesOn(run, page)) {
            run.bytes += kPage;
            run.changed += page.changed;
            continue;
        }
        if (run.bytes > 0) {
            keep(m_lists.watched.runs, run);
        }
        run = {
            .op = op,
            .object = written.object,
            .offset = page.offset,
            .bytes = kPage,
            .t0 = slice.begin,
            .t1 = slice.end,
            .changed = page.changed,
            .state = page.state,
            .pageShift = kPageShift,
            .flags = page.isZero ? sidecar::PageRunRecord::kZero : std::uint8_t{0}};
    }
    keep(m_lists.watched.runs, run);
}

void PageRecords::addDuplicates(
    std::uint64_t op, const std::vector<WrittenObject>& written, const Snapshots& snapshots)
{
    for (const WrittenObject& object : written) {
        if (!holdsOther(object)) {
            continue;  // as it was
        }
        if (isWhole(snapshots, object.object)) {
            m_duplicates.set(
                object.object, ::vellum::values::digestOf(snapshots.content(object.object)));
        } else {
            m_duplicates.free(object.object);
        }
    }
    for (const ::vellum::values::Duplicate& duplicate : m_duplicates.endOp()) {
        addDuplicate(op, duplicate);
    }
}

void PageRecords::addDuplicate(std::uint64_t op, const ::vellum::values::Duplicate& duplicate)
{
    const bool isConstant = duplicate.kind == ::vellum::values::DuplicateKind::Constant;
    keep(
        m_lists.watched.duplicates,
        sidecar::DuplicateRecord{
            .op = op,
            .object = duplicate.object,
            .kind = static_cast<sidecar::DuplicateKind>(duplicate.kind),
            .bytes = duplicate.bytes,
            .otherObject = duplicate.other});
    sidecar::PatternRecord pattern{.op = op, .object = duplicate.object};
    pattern.pattern = isConstant ? sidecar::PatternKind::DuplicateConstant
                                 : sidecar::PatternKind::DuplicateValues;
    pattern.items = duplicate.bytes / kPage;
    pattern.accesses = pattern.items;
    pattern.score = 1;
    pattern.coverage = 1;
    pattern.payload = sidecar::toPayload(
        sidecar::ValuesPayload{.first = duplicate.other, .second = duplicate.bytes});
    m_lists.objects.at(duplicate.object).isUsed = true;
    m_lists.objects.at(duplicate.other).isUsed = true;
    keep(m_lists.watched.patterns, pattern);
}

}  // namespace vellum::collector::values
