// Edges of visits near an instant, and of their namesakes in another trace, beside a walk over all visits.

#include "gui/models/alike_edges.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::AlikeEdges;
using tests::FakeDataSource;

namespace {

using Random = std::mt19937;
using Key = std::tuple<Tick, Tick, std::string, bool>;

struct Visit {
    std::string name;
    TickRange range;
    std::size_t depth = 0;
};

struct RandomTrace {
    std::string text = "ticks-per-second 1000\n";
    std::vector<Visit> visits;
};

/// One location, some functions inside each other.
RandomTrace randomTrace(Random& random)
{
    RandomTrace trace;
    std::vector<Visit> open;
    Tick tick = 0;
    const auto leave = [&] {
        open.back().range.end = tick;
        trace.text += "leave 0 @" + std::to_string(tick) + " " + open.back().name + "\n";
        trace.visits.push_back(open.back());
        open.pop_back();
    };
    for (int i = 0; i < 60; ++i) {
        tick += 1 + static_cast<Tick>(random() % 20);
        if (!open.empty() && (open.size() > 3 || random() % 2 == 0)) {
            leave();
            continue;
        }
        open.push_back(
            {.name = "f" + std::to_string(random() % 4),
             .range = {.begin = tick, .end = tick},
             .depth = open.size()});
        trace.text += "enter 0 @" + std::to_string(tick) + " " + open.back().name + "\n";
    }
    while (!open.empty()) {
        tick += 1;
        leave();
    }
    return trace;
}

/// By function and kind of edge the nearest, of what is near at all.
std::map<std::pair<std::string, bool>, Tick> slowNear(
    const RandomTrace& trace, Tick tick, Tick within)
{
    const Visit* innermost = nullptr;
    for (const Visit& visit : trace.visits) {
        if (visit.range.contains(tick)
            && (innermost == nullptr || visit.depth > innermost->depth)) {
            innermost = &visit;
        }
    }
    std::map<std::pair<std::string, bool>, Tick> nearest;
    for (const Visit& visit : trace.visits) {
        for (const bool isEnd : {false, true}) {
            const Tick edge = isEnd ? visit.range.end : visit.range.begin;
            if (std::abs(edge - tick) > within && &visit != innermost) {
                continue;
            }
            const auto [found, isNew] = nearest.emplace(std::pair(visit.name, isEnd), edge);
            const auto rank = [tick](Tick one) { return std::pair(std::abs(one - tick), one); };
            found->second = isNew || rank(edge) < rank(found->second) ? edge : found->second;
        }
    }
    return nearest;
}

std::set<Key> slowEdges(
    const RandomTrace& a, const RandomTrace& b, Tick tick, Tick within, TickRange window)
{
    std::set<Key> edges;
    for (const auto& [key, near] : slowNear(a, tick, within)) {
        for (const Visit& visit : b.visits) {
            if (visit.name == key.first && visit.range.begin < window.end
                && visit.range.end > window.begin) {
                edges.emplace(
                    near, key.second ? visit.range.end : visit.range.begin, key.first, key.second);
            }
        }
    }
    return edges;
}

}  // namespace

class TestAlikeEdges : public QObject {
    Q_OBJECT

private slots:
    static void theyAreThoseOfAWalkOverAllVisits()
    {
        Random random(9);
        for (int round = 0; round < 40; ++round) {
            const RandomTrace a = randomTrace(random);
            const RandomTrace b = randomTrace(random);
            FakeDataSource source;
            const auto inA = source.add("a", tests::traceFromText(a.text));
            const auto inB = source.add("b", tests::traceFromText(b.text));
            AlikeEdges edges(source);
            int answers = 0;
            connect(&edges, &AlikeEdges::answered, [&answers] { ++answers; });
            const auto tick = static_cast<Tick>(random() % 400);
            const auto within = static_cast<Tick>(random() % 30);
            const TickRange window{.begin = 100, .end = 400};
            const auto expected = slowEdges(a, b, tick, within, window);
            edges.ask(
                {.trace = inA, .location = LocationRef(0), .tick = tick, .within = within},
                {.trace = inB, .window = window});
            QVERIFY(QTest::qWaitFor([&] { return answers > 0 || source.isIdle(); }, 20'000));
            std::set<Key> found;
            for (const AlikeEdges::Edge& edge : edges.edges()) {
                found.emplace(edge.tick, edge.other, edge.function, edge.isEnd);
            }
            QVERIFY2(found == expected, qPrintable(QString::number(round)));
        }
    }

    static void whatWasAskedBeforeIsNotHeard()
    {
        FakeDataSource source;
        const auto trace = source.add("a", tests::traceFromText("enter 0 @10 f\nleave 0 @20 f\n"));
        AlikeEdges edges(source);
        int answers = 0;
        connect(&edges, &AlikeEdges::answered, [&answers] { ++answers; });
        edges.ask(
            {.trace = trace, .location = LocationRef(0), .tick = 12, .within = 5},
            {.trace = trace, .window = trace->info.range});
        edges.clear();
        QVERIFY(QTest::qWaitFor([&] { return source.isIdle(); }, 20'000));
        QTest::qWait(0);
        QCOMPARE(answers, 0);
        QVERIFY(edges.edges().empty());
    }
};

VELLUM_TEST_GUILESS(TestAlikeEdges)
#include "test_alike_edges.moc"
