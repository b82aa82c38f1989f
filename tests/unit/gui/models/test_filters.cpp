// What filters leave.

#include "gui/models/filters.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Filter;
using gui::models::FilterSet;

namespace {

constexpr const char* kTrace = R"(
group 0 "rank 0"
group 1 "rank 1"
group 2 "rank 2"
location 0 "a" group 0
location 1 "b" group 0
location 2 "c" group 1
location 3 "d" group 2
region 0 main paradigm 1
region 1 MPI_Send paradigm 4
region 2 MPI_Recv paradigm 4
enter 0 @0 main
leave 0 @9 main
)";

Filter locations(Filter::Kind kind, const std::vector<std::uint64_t>& refs)
{
    auto list = std::make_shared<std::vector<LocationRef>>();
    for (const std::uint64_t ref : refs) {
        list->emplace_back(ref);
    }
    return {.kind = kind, .text = "x", .locations = std::move(list)};
}

Filter functions(const std::vector<std::uint32_t>& refs)
{
    auto set = std::make_shared<std::unordered_set<RegionRef>>();
    for (const std::uint32_t ref : refs) {
        set->insert(RegionRef(ref));
    }
    return {.kind = Filter::Kind::Functions, .text = "x", .functions = std::move(set)};
}

std::vector<std::uint64_t> shown(const FilterSet& set)
{
    std::vector<std::uint64_t> refs;
    for (const LocationRef ref : set.scope()) {
        refs.push_back(ref.value());
    }
    return refs;
}

}  // namespace

class TestFilters : public QObject {
    Q_OBJECT

    Definitions m_definitions = tests::traceFromText(kTrace)->definitions;

private slots:
    void onlyAndHideAreAppliedTogether()
    {
        const FilterSet set(
            m_definitions,
            {locations(Filter::Kind::OnlyLocations, {3, 0, 1}),
             locations(Filter::Kind::HideLocations, {1})},
            true);
        QCOMPARE(shown(set), (std::vector<std::uint64_t>{0, 3}));  // in definition order
        QVERIFY(set.shows(LocationRef(0)) && !set.shows(LocationRef(1)));
        QCOMPARE(set.sentence(m_definitions), QStringLiteral("filtered: 2 of 4 locations"));
    }

    void whatIsOffDoesNothing()
    {
        Filter filter = locations(Filter::Kind::HideLocations, {1});
        filter.isOn = false;
        const FilterSet set(m_definitions, {filter}, true);
        QVERIFY(!set.shown() && set.shows(LocationRef(1)) && !set.hidesAll());
        QVERIFY(set.sentence(m_definitions).isEmpty());
    }

    void nothingLeftIsNotAll()
    {
        const FilterSet set(
            m_definitions, {locations(Filter::Kind::HideLocations, {0, 1, 2, 3})}, true);
        QVERIFY(set.hidesAll());
        QVERIFY(set.scope().empty());
    }

    void rulesOfFunctionsAreAnyOrAll()
    {
        const std::vector<Filter> rules = {functions({0, 1}), functions({1, 2})};
        const FilterSet any(m_definitions, rules, true);
        QVERIFY(any.standsOut(RegionRef(0)) && any.standsOut(RegionRef(2)));
        const FilterSet all(m_definitions, rules, false);
        QVERIFY(!all.standsOut(RegionRef(0)) && all.standsOut(RegionRef(1)));
        QVERIFY(FilterSet().standsOut(RegionRef(0)) && !FilterSet().filtersFunctions());
    }

    void functionsAreNamedByAPartOrAnExpression()
    {
        using gui::models::functionsNamed;
        QCOMPARE(functionsNamed(m_definitions, "mpi_", false).size(), std::size_t{2});
        QCOMPARE(functionsNamed(m_definitions, "^M.*v$", true).size(), std::size_t{1});
        QCOMPARE(functionsNamed(m_definitions, "^M.*v$", false).size(), std::size_t{0});
    }

    void representativesAreWholeProcesses()
    {
        const auto few = gui::models::representatives(m_definitions, 2);
        QCOMPARE(few, (std::vector<LocationRef>{LocationRef(0), LocationRef(1), LocationRef(3)}));
    }

    void membersOfACommunicatorAreItsProcesses()
    {
        Definitions definitions = m_definitions;
        definitions.groups = {
            {.ref = GroupRef(0),
             .type = GroupType::CommLocations,
             .paradigm = Paradigm::Mpi,
             .members = {0, 2, 3}},
            {.ref = GroupRef(1),
             .type = GroupType::CommGroup,
             .paradigm = Paradigm::Mpi,
             .members = {0, 2, 99}}};
        definitions.communicators = {{.ref = CommRef(0), .name = "half", .group = GroupRef(1)}};
        definitions.buildLookups();
        // The thread beside the member is of the same process.
        QCOMPARE(
            gui::models::membersOf(definitions, definitions.communicators.front()),
            (std::vector<LocationRef>{LocationRef(0), LocationRef(1), LocationRef(3)}));
    }
};

VELLUM_TEST_GUILESS(TestFilters)
#include "test_filters.moc"
