// A source and what its lines moved.
#include "gui/models/source_lines.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QStringList>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of a few rooms
using gui::models::sourceFiles;
using gui::models::SourceLine;
using gui::models::sourceLines;
using query::ValuePattern;
using query::ValuesSummary;
using query::ValuesSummaryRow;

namespace {

ValuesSummaryRow row(
    const char* file, std::uint32_t line, std::uint64_t loaded, std::uint64_t reloaded)
{
    ValuesSummaryRow row;
    row.file = file;
    row.line = line;
    row.where = "solve";
    row.accesses = 1;
    row.loadedBytes = loaded;
    row.reloadedBytes = reloaded;
    return row;
}

}  // namespace

class TestSourceLines : public QObject {
    Q_OBJECT

private slots:
    void filesAreByRedundantBytes();
    void functionsOfALineAreSummed();
    void withoutTheSourceLinesStandAlone();
    void linesBeyondTheEndAreNotLost();
};

void TestSourceLines::filesAreByRedundantBytes()
{
    const ValuesSummary summary{
        .rows = {
            row("/a/x.c", 3, 100, 10),
            row("/b/x.c", 3, 50, 20),
            row("/a/x.c", 4, 100, 5),
            row("", 0, 100, 90)}};
    const auto files = sourceFiles(summary);
    QCOMPARE(files.size(), std::size_t{2});
    QCOMPARE(files[0].path, QStringLiteral("/b/x.c"));
    QCOMPARE(files[1].movedBytes, std::uint64_t{200});
    QCOMPARE(files[1].redundantBytes, std::uint64_t{15});
}

void TestSourceLines::functionsOfALineAreSummed()
{
    ValuesSummary summary{.rows = {row("/a/x.c", 2, 100, 10), row("/a/x.c", 2, 300, 300)}};
    summary.rows[0].pattern = ValuePattern::HeavyType;
    summary.rows[1].pattern = ValuePattern::SilentStore;
    summary.rows[1].where = "relax";
    summary.rows.push_back(row("/b/x.c", 2, 7, 7));
    const auto lines = sourceLines(summary, "/a/x.c", {"one", "two", "three"});
    QCOMPARE(lines.size(), std::size_t{3});
    QVERIFY(!lines[0].hasValues());
    QVERIFY(!lines[0].share());
    QCOMPARE(lines[0].text, QStringLiteral("one"));
    QCOMPARE(lines[1].number, 2U);
    QCOMPARE(lines[1].movedBytes, std::uint64_t{400});
    QCOMPARE(lines[1].redundantBytes, std::uint64_t{310});
    QCOMPARE(lines[1].pattern, ValuePattern::SilentStore);
    QCOMPARE(lines[1].function, QStringLiteral("relax"));
    QCOMPARE(*lines[1].share(), 310.0 / 400.0);
}

void TestSourceLines::withoutTheSourceLinesStandAlone()
{
    const ValuesSummary summary{.rows = {row("/a/x.c", 90, 8, 0), row("/a/x.c", 7, 8, 8)}};
    const auto lines = sourceLines(summary, "/a/x.c", {});
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].number, 7U);
    QCOMPARE(lines[1].number, 90U);
    QVERIFY(lines[1].text.isEmpty());
    QVERIFY(sourceLines(summary, "/a/y.c", {}).empty());
}

/// The source is another than that which was compiled.
void TestSourceLines::linesBeyondTheEndAreNotLost()
{
    const ValuesSummary summary{.rows = {row("/a/x.c", 9, 8, 0)}};
    const auto lines = sourceLines(summary, "/a/x.c", {"one", "two"});
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[2].number, 9U);
    QCOMPARE(lines[2].movedBytes, std::uint64_t{8});
}

VELLUM_TEST_GUILESS(TestSourceLines)
#include "test_source_lines.moc"
