#include "collector/metrics/presets.h"
#include "tests/support/program/test_program.h"

#include <QObject>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using vellum::collector::metrics::metricsOfList;
using vellum::collector::metrics::Preset;
using vellum::collector::metrics::presets;

class TestPresets : public QObject {
    Q_OBJECT
private slots:
    void aListNamesMetricsAndPresets();
    void noMetricIsAskedForTwice();
    void presetsHaveMetricsWithTheirRollUp();
};

void TestPresets::aListNamesMetricsAndPresets()
{
    QVERIFY(metricsOfList("").empty());
    QVERIFY(metricsOfList(",,").empty());
    QVERIFY((metricsOfList("b.sum,a.avg") == std::vector<std::string>{"b.sum", "a.avg"}));
    const std::vector<std::string> mixed = metricsOfList("a.avg,tensor");
    QCOMPARE(mixed.size(), 1 + presets().back().metrics.size());
    QCOMPARE(mixed.front(), std::string("a.avg"));
    QCOMPARE(mixed.back(), presets().back().metrics.back());
}

void TestPresets::noMetricIsAskedForTwice()
{
    QVERIFY((metricsOfList("a.sum,b.sum,a.sum") == std::vector<std::string>{"a.sum", "b.sum"}));
    const std::vector<std::string> all = metricsOfList("roofline,occupancy,tensor,roofline");
    const std::set<std::string> different(all.begin(), all.end());
    QCOMPARE(all.size(), different.size());
    for (const Preset& preset : presets()) {
        QVERIFY(std::ranges::all_of(
            preset.metrics, [&](const auto& metric) { return different.contains(metric); }));
    }
}

void TestPresets::presetsHaveMetricsWithTheirRollUp()
{
    for (const Preset& preset : presets()) {
        QVERIFY(!preset.metrics.empty());
        QVERIFY(std::ranges::all_of(preset.metrics, [](const std::string& metric) {
            return metric.find('.') != std::string::npos;
        }));
    }
}

VELLUM_TEST_GUILESS(TestPresets)
#include "test_presets.moc"
