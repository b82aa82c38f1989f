// Hits, the current one, and the ends.

#include "gui/models/search_model.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::SearchModel;
using tests::FakeDataSource;

namespace {

constexpr const char* kTrace = R"(
enter 0 @0 main
enter 0 @10 MPI_Wait
leave 0 @20 MPI_Wait
enter 0 @30 solve
leave 0 @40 solve
enter 0 @50 MPI_Wait
leave 0 @60 MPI_Wait
enter 0 @70 "a (b) größe.*"
leave 0 @75 "a (b) größe.*"
leave 0 @100 main
enter 1 @40 mpi_wait
leave 1 @45 mpi_wait
)";

struct Bench {
    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", tests::traceFromText(kTrace));
    SearchModel model{source, *trace};

    void search(
        const QString& pattern, bool isRegex = false, bool ignoreCase = false, Tick from = 0)
    {
        model.search(pattern, isRegex, ignoreCase, from);
        QCoreApplication::processEvents();
    }
    [[nodiscard]] Tick at() const
    {
        return model.currentHit() != nullptr ? model.currentHit()->visit.begin : -1;
    }
};

}  // namespace

class TestSearchModel : public QObject {
    Q_OBJECT

private slots:
    static void onlyVisitsThatLongAreHits()
    {
        Bench bench;
        bench.model.search({.pattern = "a", .minDuration = 50}, 0);
        QCoreApplication::processEvents();
        QCOMPARE(bench.model.count(), std::uint64_t{1});  // main, not MPI_Wait
        bench.model.search({.minDuration = 10}, 0);       // whatever it is called
        QCoreApplication::processEvents();
        QCOMPARE(bench.model.count(), std::uint64_t{4});
    }

    /// Of each row where its hits are, overlapping ones as one.
    static void allHitsAreMarked()
    {
        Bench bench;
        bench.search("MPI_Wait", false, true);
        using Ranges = std::vector<TickRange>;
        QCOMPARE(
            bench.model.marksOn(LocationRef(0)),
            (Ranges{{.begin = 10, .end = 20}, {.begin = 50, .end = 60}}));
        QCOMPARE(bench.model.marksOn(LocationRef(1)), (Ranges{{.begin = 40, .end = 45}}));
        QCOMPARE(bench.model.begins(), (std::vector<Tick>{10, 40, 50}));
        bench.search("a");  // main and what is inside it
        QCOMPARE(bench.model.marksOn(LocationRef(0)), (Ranges{{.begin = 0, .end = 100}}));
        bench.model.setMarksAll(false);
        QVERIFY(bench.model.marksOn(LocationRef(0)).empty() && bench.model.begins().empty());
        bench.model.setMarksAll(true);
        bench.search("");
        QVERIFY(bench.model.marksOn(LocationRef(0)).empty());
    }

    static void whatIsFilteredIsNoHit()
    {
        Bench bench;
        gui::models::ViewHistory view(bench.trace->info.range);
        bench.model.setView(&view);
        bench.search("MPI_Wait", false, true);
        QCOMPARE(bench.model.count(), std::uint64_t{3});
        const auto hide = [&](const std::vector<LocationRef>& which) {
            view.addFilter(
                *bench.trace->definitions,
                {.kind = gui::models::Filter::Kind::HideLocations,
                 .text = "x",
                 .locations = std::make_shared<const std::vector<LocationRef>>(which)},
                "hide");
            QCoreApplication::processEvents();
        };
        hide({LocationRef(0)});
        QCOMPARE(bench.model.count(), std::uint64_t{1});
        hide({LocationRef(1)});
        QCOMPARE(bench.model.count(), std::uint64_t{0});
        view.undo();
        view.undo();
        QCoreApplication::processEvents();
        QCOMPARE(bench.model.count(), std::uint64_t{3});
    }

    /// Who filters has not asked to be led anywhere.
    static void aFilterSelectsNothing()
    {
        Bench bench;
        gui::models::ViewHistory view(bench.trace->info.range);
        bench.model.setView(&view);
        bench.search("MPI_Wait", false, true);
        bench.model.next();
        bench.model.next();
        QCOMPARE(bench.at(), Tick{50});
        const QSignalSpy selected(&bench.model, &SearchModel::hitSelected);
        const auto hide = [&](LocationRef location) {
            view.addFilter(
                *bench.trace->definitions,
                {.kind = gui::models::Filter::Kind::HideLocations,
                 .text = "x",
                 .locations = std::make_shared<const std::vector<LocationRef>>(1, location)},
                "hide");
            QCoreApplication::processEvents();
        };
        hide(LocationRef(1));
        QCOMPARE(bench.at(), Tick{50});
        hide(LocationRef(0));
        QCOMPARE(bench.model.count(), std::uint64_t{0});
        view.setFilters(nullptr, "remove");
        QCoreApplication::processEvents();
        QCOMPARE(bench.at(), Tick{50});  // the one before all that
        hide(LocationRef(0));
        QCOMPARE(bench.at(), Tick{40});  // it is gone
        QCOMPARE(selected.count(), 0);
        bench.model.next();
        QCOMPARE(selected.count(), 1);
    }

    static void stepsAroundTheEnds()
    {
        Bench bench;
        bench.search("MPI_Wait");
        QCOMPARE(bench.model.count(), std::uint64_t{2});
        QCOMPARE(bench.at(), Tick{10});
        const QSignalSpy selected(&bench.model, &SearchModel::hitSelected);
        bench.model.next();
        QCOMPARE(bench.at(), Tick{50});
        bench.model.next();
        QCOMPARE(bench.at(), Tick{10});
        bench.model.previous();
        QCOMPARE(bench.at(), Tick{50});
        bench.model.previous();
        QCOMPARE(bench.at(), Tick{10});
        QCOMPARE(selected.count(), 4);
    }

    static void beginsWhereTheViewDoes_data()
    {
        QTest::addColumn<Tick>("from");
        QTest::addColumn<Tick>("first");
        QTest::newRow("before all") << Tick{0} << Tick{10};
        QTest::newRow("at the first") << Tick{10} << Tick{10};
        QTest::newRow("behind the first") << Tick{11} << Tick{50};
        QTest::newRow("behind all") << Tick{51} << Tick{10};
    }

    static void beginsWhereTheViewDoes()
    {
        QFETCH(const Tick, from);
        QFETCH(const Tick, first);
        Bench bench;
        bench.search("MPI_Wait", false, false, from);
        QCOMPARE(bench.at(), first);
    }

    static void caseAndExpressions()
    {
        Bench bench;
        bench.search("mpi_wait");
        QCOMPARE(bench.model.count(), std::uint64_t{1});
        bench.search("mpi_wait", false, true);
        QCOMPARE(bench.model.count(), std::uint64_t{3});
        bench.search("^(solve|main)$", true);
        QCOMPARE(bench.model.count(), std::uint64_t{2});
    }

    /// A name is a name: none of its characters means anything.
    static void plainTextIsNotAnExpression()
    {
        Bench bench;
        for (const char* pattern : {"a (b) größe.*", "größe", "(b)", ".*", " "}) {
            bench.search(QString::fromUtf8(pattern));
            QVERIFY2(bench.model.errorText().isEmpty(), qPrintable(bench.model.errorText()));
            QCOMPARE(bench.model.count(), std::uint64_t{1});
        }
        bench.search("^main");
        QCOMPARE(bench.model.count(), std::uint64_t{0});
    }

    static void nothingFound()
    {
        Bench bench;
        const QSignalSpy selected(&bench.model, &SearchModel::hitSelected);
        bench.search("nowhere");
        QCOMPARE(bench.model.count(), std::uint64_t{0});
        QVERIFY(!bench.model.current() && bench.model.currentHit() == nullptr);
        bench.model.next();
        bench.model.previous();
        QVERIFY(!bench.model.current());
        QVERIFY(bench.model.errorText().isEmpty());
        QCOMPARE(selected.count(), 0);
    }

    static void anEmptyPatternTakesTheSearchBack()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.search("main");
        QVERIFY(bench.model.isBusy());
        bench.search({});
        QVERIFY(!bench.model.isBusy());
        bench.source.setHold(false);
        QCoreApplication::processEvents();
        QCOMPARE(bench.model.count(), std::uint64_t{0});
    }

    static void errorsAreShownUntilTheNextSearch()
    {
        Bench bench;
        bench.search("(", true);
        QVERIFY(!bench.model.errorText().isEmpty());
        QCOMPARE(bench.model.count(), std::uint64_t{0});
        QVERIFY(!bench.model.current());
        bench.search("main");
        QVERIFY(bench.model.errorText().isEmpty());
        QCOMPARE(bench.model.count(), std::uint64_t{1});
    }

    /// Typing on: the hits of what stood there before are nobody's.
    static void onlyTheNewestSearchAnswers()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.search("m");
        bench.search("ma");
        bench.search("solve");
        const QSignalSpy selected(&bench.model, &SearchModel::hitSelected);
        bench.source.setHold(false);
        QVERIFY(QTest::qWaitFor([&bench] { return !bench.model.isBusy(); }));
        QCOMPARE(bench.model.count(), std::uint64_t{1});
        QCOMPARE(bench.at(), Tick{30});
        QCOMPARE(selected.count(), 1);
    }
};

VELLUM_TEST_GUILESS(TestSearchModel)
#include "test_search_model.moc"
