#include "common/time/columns.h"
#include "server/query/executor.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/query/slow_io_filter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::IoKind;
using query::IoNumbers;
using server::store::EventTable;
using server::store::TraceStore;

namespace {

constexpr std::uint64_t kHandles = 3;
constexpr std::uint64_t kLocations = 3;
constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

/// `first` and the others, spaces between.
std::string words(std::string first, std::initializer_list<std::string> others)
{
    for (const std::string& word : others) {
        first.append(" ").append(word);
    }
    return first;
}

/// Begins and ends in random order with few ids, so that many have no other half.
std::string randomText(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&](std::uint64_t bound) { return random() % bound; };
    std::string text = tests::kIoHouse;
    for (std::uint64_t location = 0; location < kLocations; ++location) {
        std::uint64_t tick = below(9);
        for (int i = 0; i < 40; ++i) {
            const std::string handle = std::to_string(below(kHandles));
            const std::string id = std::to_string(below(3));
            const std::string bytes = std::to_string(below(9) == 0 ? kUnknown : below(1000));
            text += "event " + std::to_string(location) + " @" + std::to_string(tick) + " ";
            switch (below(8)) {
            case 0:
                text += "IoCreateHandle " + handle + " 0 0 0";
                break;
            case 1:
                text += "IoDestroyHandle " + handle;
                break;
            case 2:
                text += "IoSeek " + handle + " 0 0 0";
                break;
            case 3:
                text += below(3) == 0 ? words("IoOperationCancelled", {handle, id})
                                      : words("IoDuplicateHandle 0", {handle, "0"});
                break;
            case 4:
            case 5:
                text += words(
                    "IoOperationBegin",
                    {handle, std::to_string(below(4)), std::to_string(below(2)), bytes, id});
                break;
            default:
                text += words("IoOperationComplete", {handle, bytes, id});
                break;
            }
            text += "\n";
            tick += below(5);
        }
    }
    return text;
}

bool isEnd(EventKind kind)
{
    return kind == event_kind::kIoOperationComplete || kind == event_kind::kIoOperationCancelled;
}

bool isSameOperation(const EventTable& events, std::size_t begin, std::size_t end)
{
    return events.payloadOf(begin)[0] == events.payloadOf(end)[0]
           && events.payloadOf(begin)[4] == events.payloadOf(end).back();
}

/// The end of a begin: the next one alike, unless another such begin comes first.
std::optional<std::size_t> slowEnd(const EventTable& events, std::size_t begin)
{
    for (std::size_t i = begin + 1; i < events.size(); ++i) {
        if (isEnd(events.kind[i]) && isSameOperation(events, begin, i)) {
            return i;
        }
        if (events.kind[i] == event_kind::kIoOperationBegin
            && events.payloadOf(i)[0] == events.payloadOf(begin)[0]
            && events.payloadOf(i)[4] == events.payloadOf(begin)[4]) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// Adds one begin record as the definitions say.
void addSlowly(IoNumbers& to, const EventTable& events, std::size_t begin, TickRange window)
{
    const auto words = events.payloadOf(begin);
    const auto end = slowEnd(events, begin);
    const Tick from = events.tick[begin];
    if (window.contains(from)) {
        to.reads += words[1] == 0 ? 1U : 0U;
        to.writes += words[1] == 1 ? 1U : 0U;
        to.flushes += words[1] == 2 ? 1U : 0U;
        to.others += words[1] > 2 ? 1U : 0U;
        to.bytesRequested += words[3] == kUnknown ? 0 : words[3];
        to.unmatchedBegins += end ? 0U : 1U;
    }
    if (!end) {
        return;
    }
    const Tick upto = events.tick[*end];
    for (Tick tick = from; tick < upto; ++tick) {
        to.time += window.contains(tick) ? 1 : 0;
    }
    if (from < window.end && (upto > window.begin || from >= window.begin)) {
        to.first = to.overlapping == 0 ? from : std::min(to.first, from);
        to.last = to.overlapping == 0 ? upto : std::max(to.last, upto);
        ++to.overlapping;
    }
    if (!window.contains(from)) {
        return;
    }
    if (events.kind[*end] == event_kind::kIoOperationCancelled) {
        ++to.cancelled;
    } else if (events.payloadOf(*end)[1] != kUnknown) {
        const std::uint64_t bytes = events.payloadOf(*end)[1];
        to.bytesTransferred += bytes;
        to.bytesRead += words[1] == 0 ? bytes : 0;
        to.bytesWritten += words[1] == 1 ? bytes : 0;
    }
}

bool isBegun(const EventTable& events, std::size_t end)
{
    for (std::size_t i = 0; i < end; ++i) {
        if (events.kind[i] == event_kind::kIoOperationBegin && slowEnd(events, i) == end) {
            return true;
        }
    }
    return false;
}

/// Whether the filters leave what a record is about; those of ends are asked for an end that nothing began.
bool isLeft(
    const std::vector<query::IoFilter>& filters, const EventTable& events, std::size_t record)
{
    const auto words = events.payloadOf(record);
    const EventKind kind = events.kind[record];
    return std::ranges::all_of(filters, [&](const query::IoFilter& filter) {
        if (isEnd(kind)) {
            return tests::isLeftInPart(filter, tests::fitsHandle(filter, words[0]));
        }
        if (kind == event_kind::kIoOperationBegin) {
            const auto mode = static_cast<IoKind>(std::min<std::uint64_t>(words[1], 3));
            return tests::isLeftAs(filter, words[0], mode, words[2]);
        }
        const bool isCopy = kind == event_kind::kIoDuplicateHandle;
        const bool isMade = isCopy || kind == event_kind::kIoCreateHandle;
        const IoKind what = isMade                                 ? IoKind::Open
                            : kind == event_kind::kIoDestroyHandle ? IoKind::Close
                                                                   : IoKind::Seek;
        return tests::isLeftAs(filter, words[isCopy ? 1 : 0], what, 0);
    });
}

using Filters = std::vector<query::IoFilter>;

IoNumbers slowNumbers(
    const EventTable& events, std::uint64_t handle, TickRange window, const Filters& filters = {})
{
    IoNumbers numbers;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto words = events.payloadOf(i);
        const EventKind kind = events.kind[i];
        const bool isIn = window.contains(events.tick[i]);
        const bool isPaired = isEnd(kind) && isBegun(events, i);
        if (!isPaired && !isLeft(filters, events, i)) {
            continue;
        }
        if (kind == event_kind::kIoDuplicateHandle) {
            numbers.opened += isIn && words[1] == handle ? 1U : 0U;
        } else if (words[0] != handle) {
            continue;
        } else if (kind == event_kind::kIoOperationBegin) {
            addSlowly(numbers, events, i, window);
        } else if (isEnd(kind)) {
            numbers.unmatchedEnds += isIn && !isPaired ? 1U : 0U;
        } else {
            numbers.opened += isIn && kind == event_kind::kIoCreateHandle ? 1U : 0U;
            numbers.closed += isIn && kind == event_kind::kIoDestroyHandle ? 1U : 0U;
            numbers.seeks += isIn && kind == event_kind::kIoSeek ? 1U : 0U;
        }
    }
    return numbers;
}

query::Io slowAnswer(
    const TraceStore& trace, TickRange window, std::uint64_t limit, const Filters& filters = {})
{
    query::Io answer{.window = window};
    for (std::uint64_t location = 0; location < kLocations; ++location) {
        const auto events = server::store::eventsOf(trace.locations[location]);
        for (std::uint32_t handle = 0; handle < kHandles; ++handle) {
            const IoNumbers numbers = slowNumbers(events, handle, window, filters);
            if (numbers != IoNumbers{} && answer.count++ < limit) {
                answer.rows.push_back(
                    {.location = LocationRef(location),
                     .handle = IoHandleRef(handle),
                     .numbers = numbers});
            }
        }
    }
    return answer;
}

query::Io answerOf(const TraceStore& trace, const query::IoRequest& request)
{
    return std::get<query::Io>(server::query::execute(trace, request).value());
}

/// A handle's numbers of a window of one column; `IoNumbers` has no time by mode, so that comes from the
/// records.
query::IoPoint slowPoint(
    const EventTable& events, std::uint32_t handle, TickRange column, const Filters& filters)
{
    const IoNumbers numbers = slowNumbers(events, handle, column, filters);
    query::IoPoint point{
        .reads = numbers.reads,
        .writes = numbers.writes,
        .flushes = numbers.flushes,
        .others = numbers.others,
        .bytesRead = numbers.bytesRead,
        .bytesWritten = numbers.bytesWritten,
        .opened = numbers.opened,
        .closed = numbers.closed};
    const std::array times{&point.readTime, &point.writeTime, &point.flushTime, &point.otherTime};
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool isBegin =
            events.kind[i] == event_kind::kIoOperationBegin && isLeft(filters, events, i);
        const auto end =
            isBegin && events.payloadOf(i)[0] == handle ? slowEnd(events, i) : std::nullopt;
        if (end) {
            const TickRange range{.begin = events.tick[i], .end = events.tick[*end]};
            *times[std::min<std::size_t>(events.payloadOf(i)[1], 3)] +=
                range.intersected(column).length();
        }
    }
    return point;
}

std::vector<query::IoPoint> slowPoints(
    const EventTable& events, std::uint32_t handle, const Columns& columns, const Filters& filters)
{
    std::vector<query::IoPoint> points;
    for (std::int64_t i = 0; i < columns.count; ++i) {
        const TickRange column = columns.column(i);
        query::IoPoint point =
            column.isEmpty() ? query::IoPoint() : slowPoint(events, handle, column, filters);
        if (point != query::IoPoint{}) {
            point.column = static_cast<std::uint32_t>(i);
            points.push_back(point);
        }
    }
    return points;
}

/// All spans of a handle, each by a look at every record.
std::vector<query::IoSpan> slowSingleSpans(
    const EventTable& events, std::uint32_t handle, TickRange whole)
{
    std::vector<query::IoSpan> all;
    std::vector<std::size_t> ends;  // records that open or close it
    for (std::size_t i = 0; i < events.size(); ++i) {
        const EventKind kind = events.kind[i];
        const bool opens =
            (kind == event_kind::kIoCreateHandle && events.payloadOf(i)[0] == handle)
            || (kind == event_kind::kIoDuplicateHandle && events.payloadOf(i)[1] == handle);
        const bool closes =
            kind == event_kind::kIoDestroyHandle && events.payloadOf(i)[0] == handle;
        if (opens || closes) {
            ends.push_back(i);
        }
        const auto end = kind == event_kind::kIoOperationBegin ? slowEnd(events, i) : std::nullopt;
        if (end && events.payloadOf(i)[0] == handle && events.payloadOf(i)[2] % 2 == 1) {
            all.push_back(
                {.kind = query::IoSpanKind::Asynchronous,
                 .range = {.begin = events.tick[i], .end = events.tick[*end]}});
        }
    }
    const auto isClose = [&](std::size_t i) {
        return events.kind[i] == event_kind::kIoDestroyHandle;
    };
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (i == 0 && isClose(ends[i])) {
            all.push_back(
                {.range = {.begin = whole.begin, .end = events.tick[ends[i]]}, .isBegun = false});
        }
        const bool isFirstOpen = !isClose(ends[i]) && (i == 0 || isClose(ends[i - 1]));
        if (isFirstOpen) {
            const auto close =
                std::find_if(ends.begin() + static_cast<std::ptrdiff_t>(i), ends.end(), isClose);
            const bool isEnded = close != ends.end();
            all.push_back(
                {.range =
                     {.begin = events.tick[ends[i]],
                      .end = isEnded ? events.tick[*close] : whole.end},
                 .isEnded = isEnded});
        }
    }
    return all;
}

/// Columns that a span touches, by trying all of them.
std::pair<std::int64_t, std::int64_t> slowTouched(const query::IoSpan& span, const Columns& columns)
{
    std::pair<std::int64_t, std::int64_t> touched{-1, -1};
    for (std::int64_t i = 0; i < columns.count; ++i) {
        const TickRange column = columns.column(i);
        const TickRange range = span.range;
        const bool isIn =
            range.begin < column.end && (range.end > column.begin || range.begin >= column.begin);
        if (isIn && !column.isEmpty()) {
            touched = {touched.first < 0 ? i : touched.first, i};
        }
    }
    return touched;
}

std::vector<query::IoSpan> slowSpans(
    const EventTable& events, std::uint32_t handle, const Columns& columns, TickRange whole)
{
    auto spans = slowSingleSpans(events, handle, whole);
    std::erase_if(spans, [&](const auto& span) { return slowTouched(span, columns).first < 0; });
    std::ranges::sort(spans, [](const auto& one, const auto& other) {
        return std::tuple(one.kind, one.range.begin, one.range.end)
               < std::tuple(other.kind, other.range.begin, other.range.end);
    });
    for (std::size_t i = 1; i < spans.size();) {
        query::IoSpan& before = spans[i - 1];
        const query::IoSpan& one = spans[i];
        if (before.kind != one.kind
            || slowTouched(one, columns).first > slowTouched(before, columns).second) {
            ++i;
            continue;
        }
        before.range.end = std::max(before.range.end, one.range.end);
        before.count += one.count;
        before.isBegun = before.isBegun && one.isBegun;
        before.isEnded = before.isEnded && one.isEnded;
        spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return spans;
}

std::vector<query::IoRow> inColumns(
    const TraceStore& trace, const Columns& columns, const Filters& filters = {})
{
    auto rows = slowAnswer(trace, columns.range, 1000, filters).rows;
    for (query::IoRow& row : rows) {
        const auto events = server::store::eventsOf(trace.locations[row.location.value()]);
        row.points = slowPoints(events, row.handle.value(), columns, filters);
    }
    return rows;
}

}  // namespace

class TestIoQuery : public QObject {
    Q_OBJECT

private slots:
    void rowsAreThoseOfASlowCount();
    void windowsSideBySideAddUp();
    void theLimitLeavesTotalsAlone();
    void locationsAreAnsweredAlone();
    void columnsAreWindowsOfTheirOwn();
    void filtersLeaveWhatASlowLookLeaves();
    void spansAreThoseOfASlowWalk();
    void spansOfNothingElseHaveARow();
};

void TestIoQuery::spansAreThoseOfASlowWalk()
{
    std::size_t spans = 0;
    for (unsigned turn = 0; turn < 400; ++turn) {
        const auto trace = tests::traceFromText(randomText(1 + turn / 8));
        std::mt19937 random(turn);
        const Tick begin = static_cast<Tick>(random() % 60);
        const TickRange window =
            TickRange{.begin = begin, .end = begin + 1 + static_cast<Tick>(random() % 90)}
                .intersected(trace->range);
        if (window.isEmpty()) {
            continue;
        }
        const auto count = static_cast<std::uint32_t>(1 + random() % 40);
        const auto answer = answerOf(
            *trace, {.scope = {.window = window}, .limit = 1000, .columns = count, .spans = true});
        const Columns columns{.range = window, .count = count};
        const bool isSame = std::ranges::all_of(answer.rows, [&](const query::IoRow& row) {
            const auto events = server::store::eventsOf(trace->locations[row.location.value()]);
            spans += row.spans.size();
            return row.spans == slowSpans(events, row.handle.value(), columns, trace->range);
        });
        QVERIFY2(isSame, ("turn " + std::to_string(turn)).c_str());
    }
    QVERIFY(spans > 2000);
}

void TestIoQuery::spansOfNothingElseHaveARow()
{
    const auto trace = tests::traceFromText(
        "length 100\nevent 0 @10 IoCreateHandle 1 0 0 0\nevent 0 @90 IoDestroyHandle 1\n");
    const query::IoRequest request{
        .scope = {.window = {.begin = 20, .end = 40}}, .limit = 9, .columns = 2, .spans = true};
    const auto rows = answerOf(*trace, request).rows;
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(rows.front().numbers == IoNumbers{});
    QVERIFY(
        (rows.front().spans == std::vector<query::IoSpan>{{.range = {.begin = 10, .end = 90}}}));
    auto without = request;
    without.spans = false;
    QVERIFY(answerOf(*trace, without).rows.empty());
}

void TestIoQuery::rowsAreThoseOfASlowCount()
{
    std::uint64_t operations = 0;
    constexpr unsigned kWindows = 12;
    for (unsigned turn = 0; turn < 60 * kWindows; ++turn) {
        const auto trace = tests::traceFromText(randomText(1 + turn / kWindows));
        std::mt19937 random(turn);
        const Tick begin = static_cast<Tick>(random() % 80);
        const TickRange some{.begin = begin, .end = begin + 1 + static_cast<Tick>(random() % 60)};
        const TickRange window =
            turn % kWindows == 0 ? trace->range : some.intersected(trace->range);
        if (window.isEmpty()) {
            continue;
        }
        const auto answer = answerOf(*trace, {.scope = {.window = window}, .limit = 1000});
        const auto expected = slowAnswer(*trace, window, 1000);
        QVERIFY2(answer.rows == expected.rows, ("turn " + std::to_string(turn)).c_str());
        QCOMPARE(answer.count, expected.count);
        operations += answer.totals.operations();
    }
    QVERIFY(operations > 5000);
}

void TestIoQuery::windowsSideBySideAddUp()
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto trace = tests::traceFromText(randomText(seed));
        const Tick middle = trace->range.begin + trace->range.length() / 3;
        const auto whole = answerOf(*trace, {.scope = {.window = trace->range}}).totals;
        const auto first =
            answerOf(*trace, {.scope = {.window = {.begin = trace->range.begin, .end = middle}}})
                .totals;
        const auto second =
            answerOf(*trace, {.scope = {.window = {.begin = middle, .end = trace->range.end}}})
                .totals;
        QCOMPARE(first.operations() + second.operations(), whole.operations());
        QCOMPARE(first.bytesTransferred + second.bytesTransferred, whole.bytesTransferred);
        QCOMPARE(first.time + second.time, whole.time);
        QCOMPARE(first.unmatchedEnds + second.unmatchedEnds, whole.unmatchedEnds);
    }
}

void TestIoQuery::theLimitLeavesTotalsAlone()
{
    const auto trace = tests::traceFromText(randomText(3));
    const auto all = answerOf(*trace, {.scope = {.window = trace->range}, .limit = 1000});
    const auto some = answerOf(*trace, {.scope = {.window = trace->range}, .limit = 4});
    QCOMPARE(some.rows.size(), std::size_t{4});
    QVERIFY(std::ranges::equal(some.rows, std::span(all.rows).first(4)));
    QCOMPARE(some.count, all.count);
    QVERIFY(some.totals == all.totals);
}

void TestIoQuery::locationsAreAnsweredAlone()
{
    const auto trace = tests::traceFromText(randomText(4));
    const auto all = answerOf(*trace, {.scope = {.window = trace->range}, .limit = 1000});
    std::vector<query::IoRow> together;
    for (std::uint64_t location = 0; location < kLocations; ++location) {
        const auto one = answerOf(
            *trace,
            {.scope = {.window = trace->range, .locations = {LocationRef(location)}},
             .limit = 1000});
        together.insert(together.end(), one.rows.begin(), one.rows.end());
    }
    QVERIFY(together == all.rows);
}

void TestIoQuery::columnsAreWindowsOfTheirOwn()
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const auto trace = tests::traceFromText(randomText(seed));
        const std::uint32_t count = 1 + seed % 13;  // and more columns than ticks
        const Columns columns{.range = trace->range, .count = seed % 10 == 0 ? 200 : count};
        const auto answer = answerOf(
            *trace,
            {.scope = {.window = trace->range},
             .limit = 1000,
             .columns = static_cast<std::uint32_t>(columns.count)});
        QVERIFY(answer.rows == inColumns(*trace, columns));
        const auto without = answerOf(*trace, {.scope = {.window = trace->range}, .limit = 1000});
        QVERIFY(without.totals == answer.totals);
    }
}

void TestIoQuery::filtersLeaveWhatASlowLookLeaves()
{
    std::uint64_t left = 0;
    std::uint64_t gone = 0;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const auto trace = tests::traceFromText(randomText(1 + seed / 8));
        tests::RandomFilter random(seed);
        query::IoRequest request{.scope = {.window = trace->range}, .limit = 1000};
        request.columns = seed % 2 == 0 ? 0 : 1 + seed % 13;
        const auto all = answerOf(*trace, request);
        request.scope.filter.io = {random.io(), random.io()};
        const auto answer = answerOf(*trace, request);
        const Columns columns{.range = trace->range, .count = request.columns};
        const Filters& filters = request.scope.filter.io;
        const auto expected = request.columns > 0
                                  ? inColumns(*trace, columns, filters)
                                  : slowAnswer(*trace, trace->range, 1000, filters).rows;
        QVERIFY2(answer.rows == expected, ("seed " + std::to_string(seed)).c_str());
        left += answer.totals.operations();
        gone += all.totals.operations() - answer.totals.operations();
    }
    QVERIFY(left > 1000 && gone > 1000);
}

VELLUM_TEST_APPLESS(TestIoQuery)
#include "test_io_query.moc"
