#include "gui/models/step_timeline.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

namespace {

struct Visited {
    const char* name;
    std::uint64_t visits;
    Tick inclusive;
};

struct Profiled {
    Definitions definitions;
    query::Profile profile;

    explicit Profiled(const std::vector<Visited>& functions)
    {
        for (const Visited& function : functions) {
            const RegionRef ref(static_cast<std::uint32_t>(definitions.regions.size()));
            definitions.regions.push_back({.ref = ref, .name = function.name});
            query::ProfileRow row;
            row.key.value = ref.value();
            row.visits = function.visits;
            row.inclusive = function.inclusive;
            profile.rows.push_back(row);
        }
        definitions.buildLookups();
    }
};

}  // namespace

/// What a step may be; that numbers are right is common/compare's business, and tests/gui's that they are shown.
class TestStepTimeline : public QObject {
    Q_OBJECT

private slots:
    static void whatEachProcessVisitsOnceHasNoSteps()
    {
        Profiled run({{"main", 2, 900}, {"solve", 3, 500}, {"step#1", 1, 1}, {"step#2", 1, 1}});
        run.definitions.locationGroups = {
            {.ref = LocationGroupRef(0)}, {.ref = LocationGroupRef(1)}};
        run.definitions.buildLookups();
        const std::vector<std::string> expected = {"step#*", "solve"};
        QVERIFY(
            gui::models::stepCandidates(run.profile, run.definitions, run.profile, run.definitions)
            == expected);
    }
    static void numberedNamesComeFirstThenWhatIsVisitedAlike()
    {
        const Profiled a(
            {{"main", 1, 900},
             {"solve", 10, 500},
             {"read", 4, 800},
             {"ProfilerStep#3", 1, 20},
             {"ProfilerStep#4", 1, 30},
             {"only here", 9, 900},
             {"C#", 5, 700}});
        const Profiled b(
            {{"main", 1, 900},
             {"solve", 10, 900},
             {"read", 5, 100},
             {"ProfilerStep#4", 1, 30},
             {"ProfilerStep#5", 1, 30},
             {"C#", 5, 1}});
        const std::vector<std::string> expected = {"ProfilerStep#*", "C#", "solve", "read"};
        QVERIFY(
            gui::models::stepCandidates(a.profile, a.definitions, b.profile, b.definitions)
            == expected);
        QCOMPARE(
            gui::models::stepCandidates(a.profile, a.definitions, b.profile, b.definitions, 1)
                .size(),
            std::size_t(1));
    }
};

VELLUM_TEST_GUILESS(TestStepTimeline)
#include "test_step_timeline.moc"
