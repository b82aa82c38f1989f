// What stands out in one trace stands out in the others.

#include "gui/models/mark_link.h"
#include "tests/support/program/test_program.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Highlight;
using gui::models::MarkLink;
using gui::models::sameRegion;
using gui::models::Selection;

namespace {

Region region(std::uint32_t ref, const char* name, FunctionGroup group = FunctionGroup::Application)
{
    Region one;
    one.ref = RegionRef(ref);
    one.name = name;
    one.group = group;
    return one;
}

std::shared_ptr<const Definitions> definitions(std::vector<Region> regions)
{
    auto made = std::make_shared<Definitions>();
    made->regions = std::move(regions);
    made->buildLookups();
    return made;
}

Highlight ofRegion(std::uint32_t ref)
{
    return {.by = query::GroupBy::Region, .key = {ref}};
}

}  // namespace

class TestMarkLink : public QObject {
    Q_OBJECT

private slots:
    static void functionsAreFoundByName()
    {
        const auto a = definitions({region(0, "main"), region(1, "work", FunctionGroup::Kernel)});
        const auto b = definitions(
            {region(5, "work"), region(7, "work", FunctionGroup::Kernel), region(9, "other")});
        QCOMPARE(sameRegion(RegionRef(1), *a, *b), RegionRef(7));
        QCOMPARE(sameRegion(RegionRef(5), *b, *a), RegionRef(1));  // of another group, but the name
        QVERIFY(!sameRegion(RegionRef(0), *a, *b).isDefined());
        QVERIFY(!sameRegion(RegionRef(77), *a, *b).isDefined());
    }

    static void whatIsMarkedInOneIsMarkedInAll()
    {
        Selection a;
        Selection b;
        MarkLink link;
        link.add(a, definitions({region(0, "main"), region(1, "work")}));
        link.add(b, definitions({region(5, "work"), region(9, "other")}));
        a.setHighlight(ofRegion(1));
        QCOMPARE(b.highlight(), std::optional(ofRegion(5)));
        b.setHighlight(ofRegion(9));
        QVERIFY(!a.highlight());  // there is none of that name
        QCOMPARE(b.highlight(), std::optional(ofRegion(9)));
        const Highlight group{
            .by = query::GroupBy::FunctionGroup,
            .key = {static_cast<std::uint32_t>(FunctionGroup::Mpi)}};
        a.setHighlight(group);
        QCOMPARE(b.highlight(), std::optional(group));
        b.clear();
        QVERIFY(!a.highlight());
    }

    static void whatIsSelectedIsOnesOwn()
    {
        Selection a;
        Selection b;
        MarkLink link;
        link.add(a, definitions({region(1, "work")}));
        link.add(b, definitions({region(5, "work")}));
        b.setHighlight(ofRegion(5));
        a.setInstant(77);
        QCOMPARE(b.highlight(), std::optional(ofRegion(5)));
        QVERIFY(!b.instant());
        link.remove(b);
        a.setHighlight(std::nullopt);
        QCOMPARE(b.highlight(), std::optional(ofRegion(5)));
    }
};

VELLUM_TEST_GUILESS(TestMarkLink)
#include "test_mark_link.moc"
