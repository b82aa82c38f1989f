#include "common/query/duration_summary.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>

#include <map>
#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using query::DurationSummary;
using query::DurationSummaryBy;
using query::DurationSummaryQuestion;

namespace {

constexpr std::uint64_t kRegions = 4;
constexpr std::uint64_t kLocations = 3;

/// A visit as it was written down, with those right below it.
struct Visit {
    std::uint64_t location = 0;
    std::vector<std::uint32_t> path;  ///< outermost first
    TickRange range;
    Tick called = 0;
};

/// Writes random visits of one location, and keeps them.
class Writer {
public:
    Writer(std::mt19937& random, std::uint64_t location, std::string& text)
        : m_random(random)
        , m_location(location)
        , m_text(text)
    {
    }

    void run(std::vector<Visit>& visits)
    {
        for (std::size_t change = 2 * (m_random() % 40); change > 0 || !m_open.empty();) {
            m_tick += static_cast<Tick>(m_random() % 5 == 0 ? m_random() % 3000 : m_random() % 3);
            if (change > 0 && m_open.size() < 6 && m_random() % 2 == 0) {
                enter();
            } else if (!m_open.empty()) {
                visits.push_back(leave());
            }
            change -= change > 0 ? 1 : 0;
        }
    }

private:
    void line(const char* what, std::uint32_t region)
    {
        m_text.append(what).append(std::to_string(m_location)).append(" @");
        m_text.append(std::to_string(m_tick))
            .append(" ")
            .append(std::to_string(region))
            .append("\n");
    }
    void enter()
    {
        const auto region = static_cast<std::uint32_t>(m_random() % kRegions);
        line("enter ", region);
        Visit visit{.location = m_location, .range = {.begin = m_tick, .end = m_tick}};
        visit.path = m_open.empty() ? std::vector<std::uint32_t>() : m_open.back().path;
        visit.path.push_back(region);
        m_open.push_back(visit);
    }
    Visit leave()
    {
        Visit visit = m_open.back();
        m_open.pop_back();
        line("leave ", visit.path.back());
        visit.range.end = m_tick;
        if (!m_open.empty()) {
            m_open.back().called += m_tick - visit.range.begin;
        }
        return visit;
    }

    std::mt19937& m_random;
    std::uint64_t m_location;
    std::string& m_text;
    Tick m_tick = 0;
    std::vector<Visit> m_open;
};

std::string randomTrace(std::mt19937& random, std::vector<Visit>& visits)
{
    std::string text = "length 9999999\n";
    for (std::uint64_t region = 0; region < kRegions; ++region) {
        text += "region " + std::to_string(region) + " f" + std::to_string(region) + '\n';
    }
    for (std::uint64_t location = 0; location < kLocations; ++location) {
        text += "location " + std::to_string(location) + " l\n";
        Writer(random, location, text).run(visits);
    }
    return text;
}

/// Digits behind the first \p precision significant ones, in base 2, become 0.
Tick slowClass(Tick duration, std::uint32_t precision)
{
    Tick unit = 1;
    while (duration / unit >= Tick{1} << precision) {
        unit *= 2;
    }
    return duration / unit * unit;
}

DurationSummary slowSummary(
    const std::vector<Visit>& visits, TickRange window, const DurationSummaryQuestion& question)
{
    std::map<std::pair<std::uint64_t, Tick>, std::uint64_t> counts;
    for (const Visit& visit : visits) {
        if (!window.contains(visit.range.begin) || !window.contains(visit.range.end)) {
            continue;
        }
        std::uint64_t key = visit.path.back();
        if (question.by == DurationSummaryBy::CallPath) {
            key = query::kOutermostPathKey;
            for (const std::uint32_t region : visit.path) {
                key = query::callPathKey(key, RegionRef(region));
            }
        }
        const Tick duration = visit.range.end - visit.range.begin - visit.called;
        ++counts[{key, slowClass(duration, question.precision)}];
    }
    DurationSummary summary{.by = question.by};
    for (const auto& [one, count] : counts) {
        summary.rows.push_back({.key = one.first, .duration = one.second, .visits = count});
    }
    return summary;
}

table::Value answerOf(
    const server::store::TraceStore& trace,
    const query::Scope& scope,
    const DurationSummaryQuestion& question,
    unsigned threads)
{
    const auto answer = server::query::execute(
        trace,
        query::TableRequest{.scope = scope, .asked = table::Value::of(question)},
        {.threads = threads});
    return answer.isOk() ? std::get<query::Table>(answer.value()).answer : table::Value();
}

}  // namespace

class TestDurationSummary : public QObject {
    Q_OBJECT

private slots:
    void countsEqualThoseOfTheVisits();
    void filtersGiveTheTimeToTheVisitAround();
    void classesAreWhatTheySay();
    void pathsThatDifferHaveOtherKeys();
};

void TestDurationSummary::countsEqualThoseOfTheVisits()
{
    std::mt19937 random(11);
    std::size_t rows = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<Visit> visits;
        const auto trace = tests::traceFromText(randomTrace(random, visits));
        query::Scope scope{.window = trace->range, .locations = {}};
        if (round % 2 == 1) {
            scope.window.begin = static_cast<Tick>(random() % 5000);
            scope.window.end = scope.window.begin + 1 + static_cast<Tick>(random() % 9000);
        }
        const DurationSummaryQuestion question{
            .by = round % 3 == 0 ? DurationSummaryBy::CallPath : DurationSummaryBy::Region,
            .precision = 1 + static_cast<std::uint32_t>(random() % 12)};
        const DurationSummary slow = slowSummary(visits, scope.window, question);
        QVERIFY(answerOf(*trace, scope, question, 1) == table::Value::of(slow));
        QVERIFY(answerOf(*trace, scope, question, 3) == table::Value::of(slow));
        rows += slow.rows.size();
    }
    QVERIFY2(rows > 2000, qPrintable(QString::number(rows)));
}

void TestDurationSummary::filtersGiveTheTimeToTheVisitAround()
{
    const auto trace = tests::traceFromText(R"(
        length 100
        region 0 main
        region 1 f
        enter 0 @10 main
        enter 0 @20 f
        leave 0 @50 f
        leave 0 @60 main
    )");
    query::Scope scope{.window = trace->range, .locations = {}};
    scope.filter.visits = {{.regions = {RegionRef(0)}}};
    const auto answer = answerOf(*trace, scope, {}, 1);
    const auto* summary = answer.as<DurationSummary>();
    QVERIFY(summary != nullptr && summary->rows.size() == 1);
    QCOMPARE(summary->rows[0].duration, Tick{50});
}

void TestDurationSummary::classesAreWhatTheySay()
{
    std::mt19937_64 random(3);
    for (int round = 0; round < 5000; ++round) {
        const auto duration = static_cast<Tick>(random() >> (1 + random() % 63));
        const auto precision = 1 + static_cast<std::uint32_t>(random() % 20);
        const Tick shortest = query::shortestOfClass(duration, precision);
        const Tick width = query::widthOfClass(shortest, precision);
        QVERIFY(shortest <= duration && duration - shortest < width);
        QCOMPARE(query::shortestOfClass(shortest + (width - 1), precision), shortest);
    }
    QCOMPARE(query::shortestOfClass(0, 10), Tick{0});
    QCOMPARE(query::widthOfClass(1023, 10), Tick{1});
    QCOMPARE(query::widthOfClass(1024, 10), Tick{2});
}

void TestDurationSummary::pathsThatDifferHaveOtherKeys()
{
    std::map<std::uint64_t, int> keys;
    for (std::uint32_t outer = 0; outer < 100; ++outer) {
        const std::uint64_t around = query::callPathKey(query::kOutermostPathKey, RegionRef(outer));
        ++keys[around];
        for (std::uint32_t inner = 0; inner < 100; ++inner) {
            ++keys[query::callPathKey(around, RegionRef(inner))];
        }
    }
    QCOMPARE(keys.size(), std::size_t{10'100});
}

VELLUM_TEST_APPLESS(TestDurationSummary)
#include "test_duration_summary.moc"
