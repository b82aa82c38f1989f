#include "server/query/io_columns.h"
#include "server/query/io_spans.h"
#include "server/query/io_sums.h"
#include "server/query/made_in.h"
#include "server/query/queries.h"
#include "server/query/record_judge.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/workers.h"
#include "server/store/io_operations.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::Io;
using vellum::query::IoNumbers;
using vellum::query::IoPoint;
using vellum::query::IoRequest;

namespace {

constexpr std::uint64_t kUnknownBytes = std::numeric_limits<std::uint64_t>::max();

std::uint64_t known(std::uint64_t bytes)
{
    return bytes == kUnknownBytes ? 0 : bytes;
}

/// What one location did with one handle.
struct Found {
    IoNumbers numbers;
    std::vector<IoPoint> points;
    std::vector<vellum::query::IoSpan> spans;
};

/// Sums up one location by handle.
class LocationScan {
public:
    /// \param columns  0: none are asked for
    /// \param kept     by record, whether filters of visits leave it; nothing: all
    LocationScan(
        const store::RecordTable& records,
        TickRange window,
        std::uint32_t columns,
        const IoJudge& judge,
        const std::optional<std::vector<bool>>& kept)
        : m_records(records)
        , m_judge(judge)
        , m_kept(kept)
        , m_window(window)
        , m_cut{.range = window, .count = std::max(1U, columns)}
        , m_hasColumns(columns > 0)
    {
    }

    /// By handle.
    [[nodiscard]] std::map<std::uint64_t, Found> run();

    /// When handles are open and non-blocking operations under way, of a trace that is that long.
    [[nodiscard]] std::map<std::uint64_t, std::vector<vellum::query::IoSpan>> spans(
        TickRange whole) const;

private:
    [[nodiscard]] bool isIn(std::size_t record) const
    {
        return m_window.contains(m_records.time[record]);
    }
    /// Whether the filters leave the operation that begins here.
    [[nodiscard]] bool isKept(std::size_t record, const store::Words& begin) const
    {
        return query::isKept(m_kept, record)
               && (m_judge.keepsAll()
                   || m_judge.keeps(IoFacts::ofOperation(refOf(begin[0]), begin[1], begin[2])));
    }
    [[nodiscard]] static IoHandleRef refOf(std::uint64_t word)
    {
        return IoHandleRef(static_cast<std::uint32_t>(word));
    }
    void addBegin(std::size_t begin);
    void addOperation(const store::IoOperation& operation);
    static void addTransferred(IoNumbers& to, std::uint64_t mode, std::uint64_t bytes);
    void addHandleRecords();
    void addHandleRecord(std::size_t record);
    /// Those of a handle; null where none are asked for.
    [[nodiscard]] IoColumns* columnsOf(std::uint64_t handle);

    const store::RecordTable& m_records;
    const IoJudge& m_judge;
    const std::optional<std::vector<bool>>& m_kept;
    TickRange m_window;
    Columns m_cut;
    bool m_hasColumns;
    std::map<std::uint64_t, IoColumns> m_columns;
    std::map<std::uint64_t, IoNumbers> m_handles;
};

enum Mode : std::uint8_t { Read = 0, Write = 1, Flush = 2 };

/// Of numbers or of a column.
template <typename Counts>
void countOperation(Counts& to, std::uint64_t mode)
{
    switch (mode) {
    case Read:
        ++to.reads;
        break;
    case Write:
        ++to.writes;
        break;
    case Flush:
        ++to.flushes;
        break;
    default:
        ++to.others;
        break;
    }
}

IoColumns* LocationScan::columnsOf(std::uint64_t handle)
{
    return m_hasColumns ? &m_columns.try_emplace(handle, m_cut).first->second : nullptr;
}

/// What is known when it begins.
void LocationScan::addBegin(std::size_t begin)
{
    const store::Words words = m_records.payloadOf(begin);
    IoNumbers& to = m_handles[words[0]];
    countOperation(to, words[1]);
    to.bytesRequested += known(words[3]);
    if (IoColumns* columns = columnsOf(words[0])) {
        countOperation(columns->at(m_records.time[begin]), words[1]);
    }
}

void LocationScan::addTransferred(IoNumbers& to, std::uint64_t mode, std::uint64_t bytes)
{
    to.bytesTransferred += bytes;
    to.bytesRead += mode == Read ? bytes : 0;
    to.bytesWritten += mode == Write ? bytes : 0;
}

void LocationScan::addOperation(const store::IoOperation& operation)
{
    const TickRange range{
        .begin = m_records.time[operation.begin], .end = m_records.time[operation.end]};
    const bool overlaps =
        range.begin < m_window.end && (range.end > m_window.begin || range.begin >= m_window.begin);
    if (!overlaps) {
        return;
    }
    const store::Words begin = m_records.payloadOf(operation.begin);
    if (!isKept(operation.begin, begin)) {
        return;
    }
    const store::Words end = m_records.payloadOf(operation.end);
    IoNumbers& to = m_handles[begin[0]];
    IoNumbers own{.overlapping = 1, .first = range.begin, .last = range.end};
    own.time = range.intersected(m_window).length();
    IoColumns* columns = columnsOf(begin[0]);
    if (columns != nullptr) {
        columns->addTime(range.intersected(m_window), begin[1]);
    }
    if (isIn(operation.begin)) {
        addBegin(operation.begin);
        if (m_records.kind[operation.end] == event_kind::kIoOperationCancelled) {
            own.cancelled = 1;
        } else {
            addTransferred(own, begin[1], known(end[1]));
            if (columns != nullptr) {
                IoPoint& point = columns->at(range.begin);
                point.bytesRead += own.bytesRead;
                point.bytesWritten += own.bytesWritten;
            }
        }
    }
    addNumbers(to, own);
}

/// The records that are about a handle and no operation.
void LocationScan::addHandleRecords()
{
    const std::size_t end = m_records.time.firstFrom(m_window.end);
    for (std::size_t i = m_records.time.firstFrom(m_window.begin); i < end; ++i) {
        const EventKind kind = m_records.kind[i];
        if (kind == event_kind::kIoCreateHandle || kind == event_kind::kIoDuplicateHandle
            || kind == event_kind::kIoDestroyHandle || kind == event_kind::kIoSeek) {
            addHandleRecord(i);
        }
    }
}

void LocationScan::addHandleRecord(std::size_t record)
{
    const EventKind kind = m_records.kind[record];
    const bool isCopy = kind == event_kind::kIoDuplicateHandle;
    const std::uint64_t handle = m_records.payloadOf(record)[isCopy ? 1 : 0];
    const bool isOpened = isCopy || kind == event_kind::kIoCreateHandle;
    const bool isClosed = kind == event_kind::kIoDestroyHandle;
    using vellum::query::IoKind;
    const IoKind what = isOpened ? IoKind::Open : isClosed ? IoKind::Close : IoKind::Seek;
    if (!query::isKept(m_kept, record) || !m_judge.keeps({.handle = refOf(handle), .kind = what})) {
        return;
    }
    IoNumbers& to = m_handles[handle];
    to.opened += isOpened ? 1 : 0;
    to.closed += isClosed ? 1 : 0;
    to.seeks += kind == event_kind::kIoSeek ? 1 : 0;
    if (IoColumns* columns = columnsOf(handle)) {
        IoPoint& point = columns->at(m_records.time[record]);
        point.opened += isOpened ? 1 : 0;
        point.closed += isClosed ? 1 : 0;
    }
}

std::map<std::uint64_t, Found> LocationScan::run()
{
    const store::IoOperations all = store::ioOperationsOf(m_records);
    for (const store::IoOperation& operation : all.operations) {
        addOperation(operation);
    }
    for (const std::size_t begin : all.openBegins) {
        const store::Words words = m_records.payloadOf(begin);
        if (isIn(begin) && isKept(begin, words)) {
            addBegin(begin);
            ++m_handles[words[0]].unmatchedBegins;
        }
    }
    for (const std::size_t end : all.strayEnds) {
        const std::uint64_t handle = m_records.payloadOf(end)[0];
        if (isIn(end) && query::isKept(m_kept, end) && m_judge.keeps({.handle = refOf(handle)})) {
            ++m_handles[handle].unmatchedEnds;
        }
    }
    addHandleRecords();
    std::map<std::uint64_t, Found> found;
    for (const auto& [handle, numbers] : m_handles) {
        IoColumns* columns = columnsOf(handle);
        found[handle] = {
            .numbers = numbers,
            .points = columns != nullptr ? columns->take() : std::vector<IoPoint>()};
    }
    return found;
}

std::map<std::uint64_t, std::vector<vellum::query::IoSpan>> LocationScan::spans(
    TickRange whole) const
{
    constexpr std::uint64_t kNonBlocking = 1;  // OTF2's flag
    IoSpans spans(m_cut, whole);
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        const EventKind kind = m_records.kind[i];
        const bool isCopy = kind == event_kind::kIoDuplicateHandle;
        const bool closes = kind == event_kind::kIoDestroyHandle;
        if (!isCopy && !closes && kind != event_kind::kIoCreateHandle) {
            continue;
        }
        const std::uint64_t handle = m_records.payloadOf(i)[isCopy ? 1 : 0];
        if (!m_judge.keeps({.handle = refOf(handle)})) {
            continue;
        }
        if (closes) {
            spans.close(handle, m_records.time[i]);
        } else {
            spans.open(handle, m_records.time[i]);
        }
    }
    for (const store::IoOperation& operation : store::ioOperationsOf(m_records).operations) {
        const store::Words begin = m_records.payloadOf(operation.begin);
        if ((begin[2] & kNonBlocking) != 0 && isKept(operation.begin, begin)) {
            spans.addAsynchronous(
                begin[0],
                {.begin = m_records.time[operation.begin], .end = m_records.time[operation.end]});
        }
    }
    return spans.take();
}

bool hasIo(const store::LocationTotals& totals)
{
    return std::ranges::any_of(totals.kinds, [](const auto& kind) {
        return kind.first >= event_kind::kIoCreateHandle && kind.first <= event_kind::kIoTryLock;
    });
}

std::map<std::uint64_t, Found> withSpans(LocationScan& scan, TickRange whole)
{
    std::map<std::uint64_t, Found> found = scan.run();
    for (auto& [handle, spans] : scan.spans(whole)) {
        found[handle].spans = std::move(spans);
    }
    return found;
}

}  // namespace

Result<Io> io(
    const store::TraceStore& trace, const IoRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "I/O handles"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    if (request.columns > 0) {
        VELLUM_RETURN_IF_ERROR(checkColumns(request.columns));
    }
    const auto& locations = scope.value().locations;
    Io answer{.window = scope.value().window, .columns = request.columns};
    const IoJudge judge(trace.definitions, request.scope.filter.io);
    const MadeIn madeIn(trace, request.scope.filter.visits);
    std::vector<std::map<std::uint64_t, Found>> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(locations.size(), options, [&](std::size_t i) {
        // Of a part in time the totals know nothing of operations that span all of it.
        if (trace.isPartOfTime || hasIo(trace.totalsOf(locations[i]))) {
            StopPoll poll(options);
            const auto kept = madeIn.keptRecords(locations[i], poll);
            LocationScan scan(
                trace.at(locations[i]).records, answer.window, request.columns, judge, kept);
            found[i] =
                request.spans && request.columns > 0 ? withSpans(scan, trace.range) : scan.run();
        }
    }));
    for (std::size_t i = 0; i < locations.size(); ++i) {
        for (auto& [handle, what] : found[i]) {
            addNumbers(answer.totals, what.numbers);
            if (answer.count++ < request.limit) {
                answer.rows.push_back(
                    {.location = trace.definitions.locations[locations[i].value()].ref,
                     .handle = IoHandleRef(static_cast<std::uint32_t>(handle)),
                     .numbers = what.numbers,
                     .points = std::move(what.points),
                     .spans = std::move(what.spans)});
            }
        }
        VELLUM_RETURN_IF_ERROR(checkCells(answer.rows.size(), request.columns));
    }
    return answer;
}

}  // namespace vellum::server::query
