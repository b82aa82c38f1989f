#include "common/query/limits.h"
#include "server/match/collective_matcher.h"
#include "server/query/executor.h"
#include "server/store/partial_load.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TraceStore;
using tests::traceFromText;

namespace {

constexpr std::uint64_t kRanks = 4;
constexpr std::uint64_t kComms =
    4;  ///< all, the even ones, each its own, and one that is not defined

const std::string kHouse = R"(
    location 0 "0"
    location 1 "1"
    location 2 "2"
    location 3 "3"
    locations-group 0 0 1 2 3
    comm-group 1 0 2
    comm-self 2
    comm 0 0
    comm 1 1
    comm 2 2
)";

bool isMember(std::uint64_t comm, std::uint64_t location)
{
    return comm == 0 || comm == 2 || (comm == 1 && location % 2 == 0);
}

std::string lineOf(const query::Collective& row)
{
    std::string line = collectiveName(row.operation);
    for (const std::uint64_t number :
         {std::uint64_t{row.communicator.value()},
          row.instance,
          std::uint64_t{row.root},
          static_cast<std::uint64_t>(row.range.begin),
          static_cast<std::uint64_t>(row.range.end),
          row.members,
          row.seen,
          row.mismatched,
          row.withoutBegin,
          row.bytesSent,
          row.bytesReceived,
          static_cast<std::uint64_t>(row.wait),
          row.last.value()}) {
        line += ' ' + std::to_string(number);
    }
    return line;
}

/// One location's records in random order: begins and ends, some of them missing, requests that complete
/// in any order.
class RandomRun {
public:
    explicit RandomRun(unsigned seed) : m_random(seed)
    {
        for (std::uint64_t location = 0; location < kRanks; ++location) {
            m_tick = below(10);
            m_requests.clear();
            for (int i = 0; i < 25; ++i) {
                step(location);
            }
        }
    }

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    void event(std::uint64_t location, const std::string& rest)
    {
        m_text +=
            "event " + std::to_string(location) + " @" + std::to_string(m_tick) + " " + rest + "\n";
        m_tick += below(4);
    }

    std::string words()
    {
        const std::uint64_t operation = below(8) == 0 ? 0 : 11;
        const std::uint64_t comm = below(9) == 0 ? 3 : below(3);
        const std::uint64_t root = below(9) == 0 ? 1 : 4'294'967'295U;
        return std::to_string(operation) + " " + std::to_string(comm) + " " + std::to_string(root)
               + " " + std::to_string(below(100)) + " " + std::to_string(below(100));
    }

    void step(std::uint64_t location)
    {
        if (below(3) > 0) {
            if (below(12) > 0) {
                event(location, "MpiCollectiveBegin");
            }
            if (below(12) > 0) {
                event(location, "MpiCollectiveEnd " + words());
            }
        } else if (m_requests.empty() || below(2) == 0) {
            m_requests.push_back(below(5));
            event(location, "NonBlockingCollectiveRequest " + std::to_string(m_requests.back()));
        } else {
            const std::size_t place = below(m_requests.size());
            event(
                location,
                "NonBlockingCollectiveComplete " + words() + " "
                    + std::to_string(m_requests[place]));
            m_requests.erase(m_requests.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }

    std::mt19937 m_random;
    std::uint64_t m_tick = 0;
    std::vector<std::uint64_t> m_requests;
    std::string m_text = kHouse;
};

/// One end as the slow matcher sees it.
struct SlowEnd {
    std::uint64_t location = 0;
    std::vector<std::uint64_t> words;
    std::size_t place = 0;
    Tick end = 0;
    std::optional<Tick> begin;
};

/// The record that began the end at \p at: looks back from it, skipping what others have begun.
std::optional<std::size_t> slowBegin(const server::store::EventTable& events, std::size_t at)
{
    const bool isBlocking = events.kind[at] == event_kind::kMpiCollectiveEnd;
    int others = 0;
    for (std::size_t i = at; i-- > 0;) {
        const EventKind kind = events.kind[i];
        if (isBlocking && kind == event_kind::kMpiCollectiveEnd) {
            ++others;
        } else if (isBlocking && kind == event_kind::kMpiCollectiveBegin && others-- == 0) {
            return i;
        } else if (!isBlocking && kind == event_kind::kNonBlockingCollectiveComplete) {
            if (events.payloadOf(i)[5] == events.payloadOf(at)[5]) {
                return std::nullopt;
            }
        } else if (!isBlocking && kind == event_kind::kNonBlockingCollectiveRequest) {
            if (events.payloadOf(i)[0] == events.payloadOf(at)[5]) {
                return i;
            }
        }
    }
    return std::nullopt;
}

std::vector<SlowEnd> slowEnds(const TraceStore& trace)
{
    std::vector<SlowEnd> ends;
    for (std::uint64_t location = 0; location < trace.locations.size(); ++location) {
        const auto events = server::store::eventsOf(trace.locations[location]);
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events.kind[i] != event_kind::kMpiCollectiveEnd
                && events.kind[i] != event_kind::kNonBlockingCollectiveComplete) {
                continue;
            }
            const auto words = events.payloadOf(i);
            const auto begin = slowBegin(events, i);
            ends.push_back(
                {.location = location,
                 .words = {words.begin(), words.end()},
                 .place = begin.value_or(i),
                 .end = events.tick[i],
                 .begin = begin ? std::optional(events.tick[*begin]) : std::nullopt});
        }
    }
    return ends;
}

/// Of those with a begin the first and the last; else of the ends.
void setTimes(query::Collective& row, const std::vector<SlowEnd>& ends)
{
    std::vector<Tick> times;
    Tick last = 0;
    row.range.end = ends.front().end;
    for (const SlowEnd& end : ends) {
        row.range.end = std::max(row.range.end, end.end);
        row.withoutBegin += end.begin ? 0U : 1U;
    }
    const bool isByEnd = row.withoutBegin == ends.size();
    for (const SlowEnd& end : ends) {
        if (isByEnd || end.begin) {
            const Tick time = isByEnd ? end.end : *end.begin;
            if (times.empty() || time > last) {
                last = time;
                row.last = LocationRef(end.location);
            }
            times.push_back(time);
        }
    }
    row.range.begin = std::ranges::min(times);
    for (const Tick time : times) {
        row.wait += isByEnd ? 0 : last - time;
    }
}

query::Collective slowRow(std::uint64_t comm, std::uint64_t k, const std::vector<SlowEnd>& ends)
{
    query::Collective row{
        .communicator = CommRef(static_cast<std::uint32_t>(comm)),
        .instance = k,
        .operation = static_cast<std::uint32_t>(ends.front().words[0]),
        .root = static_cast<std::uint32_t>(ends.front().words[2]),
        .members = comm == 0   ? kRanks
                   : comm == 1 ? 2U
                               : 1U,
        .seen = ends.size()};
    for (const SlowEnd& end : ends) {
        row.mismatched +=
            end.words[0] != ends.front().words[0] || end.words[2] != ends.front().words[2] ? 1U
                                                                                           : 0U;
        row.bytesSent += end.words[3];
        row.bytesReceived += end.words[4];
    }
    setTimes(row, ends);
    return row;
}

/// All operations, unordered.
std::vector<std::string> slowLines(const TraceStore& trace)
{
    const auto ends = slowEnds(trace);
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::vector<SlowEnd>> rows;
    for (const SlowEnd& end : ends) {
        const std::uint64_t comm = end.words[1];
        if (!isMember(comm, end.location)) {
            continue;
        }
        const auto k =
            static_cast<std::uint64_t>(std::ranges::count_if(ends, [&](const SlowEnd& other) {
                return other.location == end.location && other.words[1] == comm
                       && other.place < end.place;
            }));
        rows[{comm, k, comm == 2 ? end.location : 0}].push_back(end);
    }
    std::vector<std::string> lines;
    lines.reserve(rows.size());
    for (const auto& [key, members] : rows) {
        lines.push_back(lineOf(slowRow(std::get<0>(key), std::get<1>(key), members)));
    }
    std::ranges::sort(lines);
    return lines;
}

std::vector<std::string> linesOf(const TraceStore& trace)
{
    std::vector<std::string> lines;
    for (const query::Collective& row : trace.collectives) {
        lines.push_back(lineOf(row));
    }
    std::ranges::sort(lines);
    return lines;
}

query::CollectiveMembers membersOf(
    const TraceStore& trace, const query::CollectiveMembersRequest& request)
{
    return std::get<query::CollectiveMembers>(server::query::execute(trace, request).value());
}

/// The row again, of its members alone; `members` is not theirs to say.
query::Collective rowOf(const query::CollectiveMembers& members, std::uint64_t memberCount)
{
    std::vector<SlowEnd> ends;
    for (const query::CollectiveMember& member : members.members) {
        ends.push_back(
            {.location = member.location.value(),
             .words =
                 {member.operation,
                  members.communicator.value(),
                  member.root,
                  member.bytesSent,
                  member.bytesReceived},
             .end = member.range.end,
             .begin = member.hasBegin ? std::optional(member.range.begin) : std::nullopt});
    }
    query::Collective row = slowRow(members.communicator.value(), members.instance, ends);
    row.members = memberCount;
    return row;
}

query::Collectives answerOf(const TraceStore& trace, const query::CollectivesRequest& request)
{
    return std::get<query::Collectives>(server::query::execute(trace, request).value());
}

}  // namespace

class TestCollectiveMatcher : public QObject {
    Q_OBJECT

private slots:
    void randomRunsAreMatchedAsBySlowMatching();
    void rowsStandByBeginAndCommunicator();
    void aWindowTakesWhatOverlapsIt();
    void aLocationTakesWhatItIsAMemberOf();
    void bothSidesOfAnInterCommunicatorAreMembers();
    void membersAreWhatARowIsMadeOf();
    void membersAreTakenByWindowLocationAndLimit();
    void aMemberThatEndsOutsideOfWhatWasLoadedIsOne();
    void longWaitsDoNotOverflow();
};

void TestCollectiveMatcher::randomRunsAreMatchedAsBySlowMatching()
{
    std::uint64_t complete = 0;
    std::uint64_t mismatched = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const auto trace = traceFromText(RandomRun(seed).text());
        const auto lines = linesOf(*trace);
        const auto expected = slowLines(*trace);
        QVERIFY2(lines == expected, ("seed " + std::to_string(seed)).c_str());
        std::uint64_t ends = 0;
        for (const query::Collective& row : trace->collectives) {
            ends += row.seen;
            complete += row.seen == kRanks ? 1 : 0;
            mismatched += row.mismatched > 0 ? 1 : 0;
        }
        std::uint64_t records = 0;
        std::uint64_t strays = 0;
        for (const auto& location : trace->locations) {
            records += location.totals.collectives;
            strays += location.totals.strayCollectives;
        }
        QCOMPARE(ends + strays, records);
    }
    QVERIFY(complete > 500);
    QVERIFY(mismatched > 500);
}

void TestCollectiveMatcher::rowsStandByBeginAndCommunicator()
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto trace = traceFromText(RandomRun(seed).text());
        QVERIFY(std::ranges::is_sorted(trace->collectives, {}, [](const query::Collective& row) {
            return std::tuple(row.range.begin, row.communicator, row.instance, row.last.value());
        }));
    }
}

void TestCollectiveMatcher::aWindowTakesWhatOverlapsIt()
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto trace = traceFromText(RandomRun(seed).text());
        for (Tick begin = 0; begin < 60; begin += 7) {
            const TickRange window =
                TickRange{.begin = begin, .end = begin + 5}.intersected(trace->range);
            if (window.isEmpty()) {
                continue;
            }
            const auto answer = answerOf(*trace, {.scope = {.window = window}, .limit = 3});
            const auto isIn = [&](const query::Collective& row) {
                return row.range.begin < window.end
                       && (row.range.end > window.begin || row.range.begin >= window.begin);
            };
            QCOMPARE(
                answer.count,
                static_cast<std::uint64_t>(std::ranges::count_if(trace->collectives, isIn)));
            QVERIFY(answer.collectives.size() == std::min<std::uint64_t>(3, answer.count));
            QVERIFY(std::ranges::all_of(answer.collectives, isIn));
        }
    }
}

void TestCollectiveMatcher::aLocationTakesWhatItIsAMemberOf()
{
    const auto trace = traceFromText(RandomRun(5).text());
    for (std::uint64_t location = 0; location < kRanks; ++location) {
        const auto answer = answerOf(
            *trace,
            {.scope = {.window = trace->range, .locations = {LocationRef(location)}},
             .limit = 1000});
        const auto isIn = [&](const query::Collective& row) {
            const std::uint64_t comm = row.communicator.value();
            return comm == 2 ? row.last.value() == location : isMember(comm, location);
        };
        QVERIFY(answer.count > 0);
        QVERIFY(std::ranges::all_of(answer.collectives, isIn));
        QCOMPARE(
            answer.count,
            static_cast<std::uint64_t>(std::ranges::count_if(trace->collectives, isIn)));
    }
}

void TestCollectiveMatcher::bothSidesOfAnInterCommunicatorAreMembers()
{
    const auto trace = traceFromText(R"(
        location 0 "0"
        location 1 "1"
        location 2 "2"
        locations-group 0 0 1 2
        comm-group 1 0
        comm-group 2 1 2
        comm 7 1 remote 2
        event 0 @1 MpiCollectiveBegin
        event 0 @9 MpiCollectiveEnd 1 7 4294967294 5 0
        event 1 @2 MpiCollectiveBegin
        event 1 @8 MpiCollectiveEnd 1 7 0 0 5
        event 2 @4 MpiCollectiveBegin
        event 2 @8 MpiCollectiveEnd 1 7 0 0 5
    )");
    QCOMPARE(trace->collectives.size(), std::size_t{1});
    const query::Collective& row = trace->collectives[0];
    QCOMPARE(row.members, 3U);
    QCOMPARE(row.seen, 3U);
    QCOMPARE(row.mismatched, 0U);  // roots are told from either side
    QCOMPARE(row.wait, Tick{5});
    QCOMPARE(row.last, LocationRef(2));
}

void TestCollectiveMatcher::membersAreWhatARowIsMadeOf()
{
    std::uint64_t members = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const auto trace = traceFromText(RandomRun(seed).text());
        std::string wrong;
        for (const query::Collective& row : trace->collectives) {
            const bool isSelf = row.communicator == CommRef(2);
            const auto answer = membersOf(
                *trace,
                {.scope =
                     {.window = trace->range,
                      .locations = isSelf ? std::vector{row.last} : std::vector<LocationRef>{}},
                 .communicator = row.communicator,
                 .instance = row.instance,
                 .limit = query::kMaxItems});
            members += answer.count;
            const std::string made =
                answer.members.empty() ? "no members" : lineOf(rowOf(answer, row.members));
            if (made != lineOf(row) || answer.count != row.seen) {
                wrong += made + " instead of " + lineOf(row) + '\n';
            }
        }
        QVERIFY2(wrong.empty(), ("seed " + std::to_string(seed) + ": " + wrong).c_str());
    }
    QVERIFY(members > 1000);
}

void TestCollectiveMatcher::membersAreTakenByWindowLocationAndLimit()
{
    const auto trace = traceFromText(
        std::string(kHouse)
        + "event 0 @5 MpiCollectiveBegin\nevent 0 @9 MpiCollectiveEnd 0 0 0 1 2\n"
          "event 1 @6 MpiCollectiveBegin\nevent 1 @20 MpiCollectiveEnd 0 0 0 3 4\n"
          "event 2 @30 MpiCollectiveEnd 1 0 0 5 6\n");
    query::CollectiveMembersRequest request{
        .scope = {.window = trace->range}, .communicator = CommRef(0), .limit = 9};
    const auto all = membersOf(*trace, request);
    QCOMPARE(all.count, std::uint64_t{3});
    QCOMPARE(all.members[1].range, (TickRange{.begin = 6, .end = 20}));
    QCOMPARE(all.members[1].bytesReceived, std::uint64_t{4});
    QVERIFY(!all.members[2].hasBegin);
    QCOMPARE(all.members[2].range, (TickRange{.begin = 30, .end = 30}));
    QCOMPARE(all.members[2].operation, std::uint32_t{1});
    request.scope.window = {.begin = 9, .end = 31};
    QCOMPARE(membersOf(*trace, request).count, std::uint64_t{2});
    request.limit = 1;
    QCOMPARE(membersOf(*trace, request).members.size(), std::size_t{1});
    QCOMPARE(membersOf(*trace, request).count, std::uint64_t{2});
    request.scope.locations = {LocationRef(2)};
    QCOMPARE(membersOf(*trace, request).members.front().location, LocationRef(2));
    request.instance = 1;
    QCOMPARE(membersOf(*trace, request).count, std::uint64_t{0});
    request.communicator = CommRef(77);
    QCOMPARE(membersOf(*trace, request).count, std::uint64_t{0});
}

/// Its location ends no operation in the part of the time that was loaded.
void TestCollectiveMatcher::aMemberThatEndsOutsideOfWhatWasLoadedIsOne()
{
    TraceStore part = *traceFromText(
        std::string(kHouse)
        + "event 0 @5 MpiCollectiveBegin\nevent 0 @9 MpiCollectiveEnd 0 0 0 1 2\n"
          "event 1 @6 MpiCollectiveBegin\nevent 1 @20 MpiCollectiveEnd 0 0 0 3 4\n");
    part.range = {.begin = 0, .end = 10};
    part.isPartOfTime = true;
    for (server::store::LocationStore& location : part.locations) {
        server::store::cutToWindow(part.definitions, location, part.range);
    }
    server::store::dropRecordsOutside(part);
    QCOMPARE(part.locations[1].totals.collectives, std::uint64_t{0});
    const auto answer = membersOf(
        part,
        {.scope = {.window = part.range}, .communicator = CommRef(0), .instance = 0, .limit = 9});
    QCOMPARE(answer.count, std::uint64_t{2});
    QCOMPARE(answer.members[1].range, (TickRange{.begin = 6, .end = 20}));
}

void TestCollectiveMatcher::longWaitsDoNotOverflow()
{
    std::string text;
    constexpr int kMany = 8;
    for (int i = 0; i < kMany; ++i) {
        const std::string where = "event " + std::to_string(i) + " @";
        const std::string tick = i == 0 ? "2305843009213693952" : "-2305843009213693952";
        text.append(where).append(tick).append(" MpiCollectiveBegin\n");
        text.append(where).append("2305843009213693952 MpiCollectiveEnd 0 0 0 0 0\n");
    }
    const auto trace = traceFromText(text);
    QCOMPARE(trace->collectives.size(), std::size_t{1});
    QCOMPARE(trace->collectives[0].seen, std::uint64_t{kMany});
    QCOMPARE(trace->collectives[0].wait, std::numeric_limits<Tick>::max());
}

VELLUM_TEST_APPLESS(TestCollectiveMatcher)
#include "test_collective_matcher.moc"
