#include "common/base/sort_runs.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace {

/// A key to sort by, and where the value stood.
using Value = std::pair<unsigned, std::size_t>;

/// As many ascending runs of random lengths as asked for, equals among them.
std::vector<Value> runsOf(unsigned runs, unsigned longest, std::mt19937& random)
{
    const auto below = [&](std::size_t bound) { return static_cast<unsigned>(random() % bound); };
    std::vector<Value> values;
    for (unsigned run = 0; run < runs; ++run) {
        unsigned key = below(10);
        for (unsigned left = below(longest + 1); left > 0; --left) {
            key += below(3);
            values.emplace_back(key, values.size());
        }
    }
    return values;
}

}  // namespace

class TestSortRuns : public QObject {
    Q_OBJECT

private slots:
    void sortsAnyNumberOfRuns();
};

void TestSortRuns::sortsAnyNumberOfRuns()
{
    std::mt19937 random(1);
    for (const unsigned runs : {0U, 1U, 2U, 3U, 7U, 8U, 31U, 500U}) {
        for (const unsigned longest : {1U, 2U, 40U, 300U}) {
            std::vector<Value> values = runsOf(runs, longest, random);
            std::vector<Value> expected = values;
            std::stable_sort(expected.begin(), expected.end(), [](const Value& a, const Value& b) {
                return a.first < b.first;
            });
            vellum::sortRuns(values, &Value::first);
            QCOMPARE(values, expected);
        }
    }
}

VELLUM_TEST_GUILESS(TestSortRuns)
#include "test_sort_runs.moc"
