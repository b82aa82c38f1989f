#include "server/import/location_reports.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test
using server::import::LocationReports;
using server::store::ImportReport;

namespace {

/// Of as many locations as are more than a report names.
constexpr std::uint32_t kLocations = ImportReport::kMostPlaces + 500;

/// What was found in a location: of three kinds, in any order, some or none.
ImportReport randomReport(std::uint32_t location, std::mt19937& random)
{
    ImportReport report;
    const std::string name = "location " + std::to_string(location);
    report.setPlace("", name);
    std::vector<std::string> kinds = {"open-visit", "clock-backwards", "empty-location"};
    std::ranges::shuffle(kinds, random);
    for (const std::string& kind : kinds) {
        if (random() % 8 != 0) {
            report.add(kind, query::Severity::Warning, name, 1 + random() % 5);
        }
    }
    return report;
}

}  // namespace

class TestLocationReports : public QObject {
    Q_OBJECT

private slots:
    void isAsIfAllWereKept_data();
    void isAsIfAllWereKept();
};

void TestLocationReports::isAsIfAllWereKept_data()
{
    QTest::addColumn<unsigned>("locations");
    QTest::newRow("none") << 0U;
    QTest::newRow("few") << 3U;
    QTest::newRow("more than are named") << kLocations;
}

void TestLocationReports::isAsIfAllWereKept()
{
    QFETCH(unsigned, locations);
    std::mt19937 random(locations);
    std::vector<ImportReport> kept;
    for (std::uint32_t i = 0; i < locations; ++i) {
        kept.push_back(randomReport(i, random));
    }
    ImportReport expected;
    for (const ImportReport& report : kept) {
        expected.merge(report);
    }

    std::vector<std::uint32_t> order(locations);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::shuffle(order, random);
    LocationReports reports;
    for (const std::uint32_t location : order) {
        reports.add(LocationIndex(location), kept[location]);
    }
    QVERIFY(reports.all().entries() == expected.entries());

    // One by one, as another process hands them over.
    ImportReport merged;
    for (std::uint32_t i = 0; i < locations; ++i) {
        merged.merge(reports.of(LocationIndex(i)));
    }
    QVERIFY(merged.entries() == expected.entries());
}

VELLUM_TEST_APPLESS(TestLocationReports)
#include "test_location_reports.moc"
