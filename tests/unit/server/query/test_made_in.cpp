// Filters of visits in queries about records, beside the same queries about a trace whose text lacks the records that
// these filters do not leave.

#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TraceStore;

namespace {

constexpr std::uint64_t kLocations = 3;
constexpr std::uint64_t kOperations = 24;  ///< collective ones, each with a communicator of its own
constexpr Tick kLength = 1000;

/// A visit of the text.
struct Visit {
    std::uint32_t region = 0;
    Tick begin = 0;
    Tick end = 0;
};

/// A line of the text: what it is part of, and the visits around it, by their places.
struct Line {
    std::string text;
    std::string part;      ///< what goes as one; empty: stays
    bool decides = false;  ///< whether its visits decide over that
    std::vector<std::size_t> around;
};

/// Calls of three ranks with records of all kinds between them, often at one tick.
class RandomRun {
public:
    explicit RandomRun(std::uint64_t seed) : m_random(seed)
    {
        for (std::uint64_t location = 0; location < kLocations; ++location) {
            addLocation(location);
        }
    }

    [[nodiscard]] const std::vector<Visit>& visits() const { return m_visits; }

    /// \param isLeft  of a line that decides
    template <typename IsLeft>
    [[nodiscard]] std::shared_ptr<const TraceStore> trace(IsLeft isLeft) const
    {
        std::map<std::string, bool> left;
        for (const Line& line : m_lines) {
            if (line.decides) {
                bool& one = left[line.part];
                one = one || isLeft(line.around);
            }
        }
        std::string text = definitions();
        for (const Line& line : m_lines) {
            if (line.part.empty() || left[line.part]) {
                text.append(line.text).append("\n");
            }
        }
        return tests::traceFromText(text);
    }

private:
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    static std::string definitions()
    {
        std::string text = "ticks-per-second 1000\nlength 1000\nmetric 1 load\n"
                           "location 0 a\nlocation 1 b\nlocation 2 c\nlocations-group 0 0 1 2\n"
                           "io-paradigm 0 POSIX\nio-file 0 f\nio-handle 0 h file 0 paradigm 0\n";
        for (std::uint64_t i = 0; i < 6; ++i) {  // as RandomFilter names them
            text.append("region ").append(std::to_string(7 * i + 3)).append(" r paradigm ");
            text.append(std::to_string(i)).append("\n");
        }
        for (std::uint64_t i = 0; i <= kOperations; ++i) {
            text.append("comm ").append(std::to_string(i)).append(" 0\n");
        }
        return text;
    }

    void add(const std::string& text, const std::string& part = {}, bool decides = false)
    {
        m_lines.push_back({.text = text, .part = part, .decides = decides, .around = m_open});
    }

    void addLocation(std::uint64_t location)
    {
        Tick tick = static_cast<Tick>(below(4));
        std::uint64_t operation = 0;
        m_io.clear();
        for (int step = 0; step < 120; ++step) {
            const std::string at =
                " " + std::to_string(location) + " @" + std::to_string(tick) + " ";
            switch (below(4)) {
            case 0:
                enter(at, tick);
                break;
            case 1:
                leave(at, tick);
                break;
            default:
                record(location, at, tick, operation);
                break;
            }
            tick += static_cast<Tick>(below(3));
        }
        while (!m_open.empty()) {
            leave(" " + std::to_string(location) + " @" + std::to_string(tick) + " ", tick);
        }
    }

    void enter(const std::string& at, Tick tick)
    {
        const auto region = static_cast<std::uint32_t>(7 * below(6) + 3);
        add("enter" + at + std::to_string(region));
        m_open.push_back(m_visits.size());
        m_visits.push_back({.region = region, .begin = tick, .end = tick});
    }

    void leave(const std::string& at, Tick tick)
    {
        if (!m_open.empty()) {
            Visit& visit = m_visits[m_open.back()];
            visit.end = tick;
            m_open.pop_back();
            add("leave" + at + std::to_string(visit.region));
        }
    }

    void record(std::uint64_t location, const std::string& at, Tick& tick, std::uint64_t& operation)
    {
        const std::string own = std::to_string(m_lines.size());
        switch (below(6)) {
        case 0:
            add("event" + at + "Metric 1 4 " + std::to_string(below(50)), own, true);
            break;
        case 1:
            add("event" + at + "Instant " + std::to_string(7 * below(6) + 3) + " 0", own, true);
            break;
        case 2:
            message(location, at, tick);
            break;
        case 3:
            collective(at, operation);
            break;
        case 4:
            operationOfIo(at, own);
            break;
        default:
            add("event" + at + "IoSeek 0 0 0 0", own, true);
            break;
        }
    }

    /// Pairs are found by their tag: the k-th send of a location to the next one is the k-th receive there. One end of a
    /// location at a tick: which of several it is no table of messages says.
    void message(std::uint64_t location, const std::string& at, Tick& tick)
    {
        const bool sends = below(2) == 0;
        const std::uint64_t sender = sends ? location : (location + kLocations - 1) % kLocations;
        const std::uint64_t tag = m_ends[{sender, sends}]++;
        const std::uint64_t partner =
            sends ? (location + 1) % kLocations : (location + kLocations - 1) % kLocations;
        add((sends ? "send" : "recv") + at + (sends ? "to " : "from ") + std::to_string(partner)
                + " comm 0 tag " + std::to_string(tag) + " bytes " + std::to_string(below(99)),
            "message " + std::to_string(sender) + " " + std::to_string(tag),
            true);
        ++tick;
    }

    void collective(const std::string& at, std::uint64_t& operation)
    {
        if (operation == kOperations) {
            return;
        }
        const std::string comm = std::to_string(++operation);
        const bool begins = below(2) == 0;
        if (begins) {
            add("event" + at + "MpiCollectiveBegin", "collective " + comm, true);
        }
        add("event" + at + "MpiCollectiveEnd 1 " + comm + " 0 " + std::to_string(below(9)) + " 1",
            "collective " + comm,
            !begins);
    }

    /// Begins one, or ends the one that is under way.
    void operationOfIo(const std::string& at, const std::string& own)
    {
        if (m_io.empty()) {
            m_io = "io " + own;
            add("event" + at + "IoOperationBegin 0 " + std::to_string(below(3)) + " 0 8 " + own,
                m_io,
                true);
        } else {
            add("event" + at + "IoOperationComplete 0 8 " + m_io.substr(3), m_io);
            m_io.clear();
        }
    }

    std::mt19937_64 m_random;
    std::vector<Visit> m_visits;
    std::vector<std::size_t> m_open;
    std::vector<Line> m_lines;
    std::map<std::pair<std::uint64_t, bool>, std::uint64_t> m_ends;
    std::string m_io;
};

bool fits(const TraceStore& trace, const query::VisitFilter& filter, const Visit& visit)
{
    const auto group =
        static_cast<unsigned>(trace.definitions.find(RegionRef(visit.region))->group);
    const auto length = static_cast<std::uint64_t>(visit.end - visit.begin);
    return (filter.regions.empty()
            || std::ranges::count(filter.regions, RegionRef(visit.region)) > 0)
           && (filter.groups == 0 || (filter.groups >> group) % 2 == 1)
           && length >= filter.duration.least && length <= filter.duration.most;
}

/// A trace, a filter, and the trace without what the filter does not leave.
struct Turn {
    std::shared_ptr<const TraceStore> trace;
    std::shared_ptr<const TraceStore> rest;
    query::Scope filtered;
    query::Scope plain;
};

Turn turnOf(std::uint64_t seed)
{
    const RandomRun run(seed / 3);
    tests::RandomFilter random(seed);
    Turn turn{.trace = run.trace([](const auto& /*around*/) { return true; })};
    std::vector<query::VisitFilter> filters{random.visit()};
    if (random.below(2) == 0) {
        filters.push_back(random.visit());
    }
    turn.rest = run.trace([&](const std::vector<std::size_t>& around) {
        return std::ranges::all_of(filters, [&](const query::VisitFilter& filter) {
            const bool isFit = std::ranges::any_of(around, [&](std::size_t visit) {
                return fits(*turn.trace, filter, run.visits()[visit]);
            });
            return isFit != filter.hides;
        });
    });
    const auto begin = static_cast<Tick>(random.below(100));
    turn.plain.window = random.below(2) == 0 ? TickRange{.begin = 0, .end = kLength}
                                             : TickRange{.begin = begin, .end = begin + 60};
    if (random.below(3) == 0) {
        turn.plain.locations = {LocationRef(random.below(kLocations))};
    }
    turn.filtered = turn.plain;
    turn.filtered.filter.visits = filters;
    return turn;
}

template <typename Answer>
Answer answerOf(const TraceStore& trace, const query::Request& request)
{
    return std::get<Answer>(server::query::execute(trace, request, {.threads = 2}).value());
}

constexpr std::uint64_t kTurns = 300;
constexpr std::uint64_t kLimit = 100'000;

/// How many of many answers are not those of the rest; \p make makes a request of a scope.
template <typename Answer, typename Make, typename Change>
std::uint64_t differences(Make make, Change change)
{
    std::uint64_t count = 0;
    std::uint64_t changed = 0;
    for (std::uint64_t seed = 0; seed < kTurns; ++seed) {
        const Turn turn = turnOf(seed);
        auto answer = answerOf<Answer>(*turn.trace, make(turn.filtered));
        auto expected = answerOf<Answer>(*turn.rest, make(turn.plain));
        auto all = answerOf<Answer>(*turn.trace, make(turn.plain));
        change(answer);
        change(expected);
        change(all);
        if (answer != expected) {
            qWarning("seed %d", static_cast<int>(seed));
            ++count;
        }
        changed += answer != all ? 1U : 0U;
    }
    return changed < kTurns / 4 ? kTurns : count;
}

/// Of the whole trace, which filters do not touch.
constexpr auto kNoTotals = [](auto& answer) {
    if constexpr (requires { answer.unmatchedSends; }) {
        answer.unmatchedSends = answer.unmatchedReceives = 0;
    } else if constexpr (requires { answer.strays; }) {
        answer.withoutEnd = answer.withoutBegin = answer.strays = 0;
    }
};

}  // namespace

class TestMadeIn : public QObject {
    Q_OBJECT

private slots:
    void messagesAreThoseMadeInVisitsThatAreAskedFor();
    void matrixCountsThoseMadeInVisitsThatAreAskedFor();
    void collectivesAreThoseMadeInVisitsThatAreAskedFor();
    void membersAreThoseMadeInVisitsThatAreAskedFor();
    void ioIsThatMadeInVisitsThatAreAskedFor();
    void countersHaveTheSamplesMadeInVisitsThatAreAskedFor();
    void instantsAreThoseMadeInVisitsThatAreAskedFor();
    void eventsAreThoseMadeInVisitsThatAreAskedFor();
    void whatIsMadeInNoVisitIsLeftByWhatHides();
    void visitsOfRecordsOfTheirOwnHoldWhatTouchesThem();
};

void TestMadeIn::messagesAreThoseMadeInVisitsThatAreAskedFor()
{
    QCOMPARE(
        differences<query::Messages>(
            [](const query::Scope& scope) {
                return query::MessagesRequest{.scope = scope, .limit = kLimit};
            },
            kNoTotals),
        0U);
}

void TestMadeIn::matrixCountsThoseMadeInVisitsThatAreAskedFor()
{
    QCOMPARE(
        differences<query::Matrix>(
            [](const query::Scope& scope) { return query::MatrixRequest{.scope = scope}; },
            kNoTotals),
        0U);
}

void TestMadeIn::collectivesAreThoseMadeInVisitsThatAreAskedFor()
{
    QCOMPARE(
        differences<query::Collectives>(
            [](const query::Scope& scope) {
                return query::CollectivesRequest{.scope = scope, .limit = kLimit};
            },
            kNoTotals),
        0U);
}

bool isAmong(const query::Events& events, const query::CollectiveMember& member)
{
    return std::ranges::any_of(events.events, [&](const auto& event) {
        return event.location == member.location && event.tick == member.range.end
               && event.kind == "MpiCollectiveEnd";
    });
}

/// Its rows are judged one by one, not the operation as a whole.
void TestMadeIn::membersAreThoseMadeInVisitsThatAreAskedFor()
{
    std::uint64_t left = 0;
    std::uint64_t all = 0;
    for (std::uint64_t seed = 0; seed < kTurns; ++seed) {
        const Turn turn = turnOf(seed);
        const CommRef comm(static_cast<std::uint8_t>(1 + seed % kOperations));
        query::CollectiveMembersRequest request{
            .scope = turn.filtered, .communicator = comm, .limit = kLimit};
        const auto members = answerOf<query::CollectiveMembers>(*turn.trace, request);
        request.scope = turn.plain;
        all += answerOf<query::CollectiveMembers>(*turn.trace, request).count;
        left += members.count;
        QCOMPARE(members.count, members.members.size());
        const auto events = answerOf<query::Events>(
            *turn.trace, query::EventsRequest{.scope = turn.filtered, .limit = kLimit});
        std::uint64_t strays = 0;
        for (const query::CollectiveMember& member : members.members) {
            strays +=
                isAmong(events, member) || !turn.plain.window.contains(member.range.end) ? 0U : 1U;
        }
        QVERIFY2(strays == 0, ("seed " + std::to_string(seed)).c_str());
    }
    QVERIFY(left > 20 && left + 20 < all);
}

void TestMadeIn::ioIsThatMadeInVisitsThatAreAskedFor()
{
    for (const std::uint32_t columns : {0U, 7U}) {
        QCOMPARE(
            differences<query::Io>(
                [&](const query::Scope& scope) {
                    return query::IoRequest{.scope = scope, .limit = kLimit, .columns = columns};
                },
                kNoTotals),
            0U);
    }
}

void TestMadeIn::countersHaveTheSamplesMadeInVisitsThatAreAskedFor()
{
    QCOMPARE(
        differences<query::Counters>(
            [](const query::Scope& scope) {
                return query::CountersRequest{.scope = scope, .columns = 13, .metric = {}};
            },
            kNoTotals),
        0U);
}

void TestMadeIn::instantsAreThoseMadeInVisitsThatAreAskedFor()
{
    QCOMPARE(
        differences<query::Markers>(
            [](const query::Scope& scope) {
                return query::MarkersRequest{.scope = scope, .limit = kLimit};
            },
            kNoTotals),
        0U);
}

/// Enters and leaves are visits; a part of the text goes as one, which records do not: of those that are.
void TestMadeIn::eventsAreThoseMadeInVisitsThatAreAskedFor()
{
    QCOMPARE(
        differences<query::Events>(
            [](const query::Scope& scope) {
                return query::EventsRequest{.scope = scope, .limit = kLimit};
            },
            [](query::Events& events) {
                std::erase_if(events.events, [](const query::EventRecord& event) {
                    return event.kind != "Metric" && event.kind != "Instant"
                           && event.kind != "IoSeek";
                });
                events.count = events.events.size();
            }),
        0U);
}

void TestMadeIn::whatIsMadeInNoVisitIsLeftByWhatHides()
{
    const auto trace = tests::traceFromText(
        "length 100\nregion 1 a\nmetric 1 load\nevent 0 @5 Metric 1 4 7\nenter 0 @10 1\n"
        "event 0 @20 Metric 1 4 8\nleave 0 @30 1\n");
    query::EventsRequest request{.scope = {.window = trace->range}, .limit = kLimit};
    request.scope.filter.visits = {{.regions = {RegionRef(1)}, .hides = true}};
    const auto hidden = answerOf<query::Events>(*trace, request);
    QCOMPARE(hidden.count, 1U);
    QCOMPARE(hidden.events.front().tick, Tick{5});
    request.scope.filter.visits.front().hides = false;
    QCOMPARE(answerOf<query::Events>(*trace, request).count, 3U);
}

/// Of visits that other records tell, no order to these is known but that of ticks.
void TestMadeIn::visitsOfRecordsOfTheirOwnHoldWhatTouchesThem()
{
    const auto trace = tests::traceFromText(
        "length 100\nregion 1 a\nregion 2 b\nmetric 1 load\ncontext 5 1\ncontext 6 2\n"
        "event 0 @10 CallingContextEnter 5 1\nevent 0 @10 Metric 1 4 7\n"
        "event 0 @20 Metric 1 4 8\nevent 0 @20 CallingContextLeave 5\n"
        "event 0 @30 Metric 1 4 9\n");
    query::CountersRequest request{.scope = {.window = trace->range}, .columns = 1, .metric = {}};
    QCOMPARE(answerOf<query::Counters>(*trace, request).rows.front().points.front().count, 3U);
    request.scope.filter.visits = {{.regions = {RegionRef(1)}}};
    QCOMPARE(answerOf<query::Counters>(*trace, request).rows.front().points.front().count, 2U);
    request.scope.filter.visits = {{.regions = {RegionRef(2)}}};
    QVERIFY(answerOf<query::Counters>(*trace, request).rows.empty());
}

VELLUM_TEST_APPLESS(TestMadeIn)
#include "test_made_in.moc"
