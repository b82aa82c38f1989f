#include "collector/writer/region_filter.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <string>

using vellum::collector::writer::RegionFilter;

class TestRegionFilter : public QObject {
    Q_OBJECT

private slots:
    void theLastMatchDecides();
    void aPatternMayLeaveOutTheParameters_data();
    void aPatternMayLeaveOutTheParameters();
    void comparesMangledNamesAfterMangled();
    void aRuleGoesOnOverLines();
    void leavesOutFunctionsOfFiles();
    void rulesOnFilesSayNothingOfUnknownOnes();
    void tellsTheLineOfAMistake_data();
    void tellsTheLineOfAMistake();
};

namespace {

RegionFilter regions(const std::string& rules)
{
    return RegionFilter::parse(
               "SCOREP_REGION_NAMES_BEGIN\n" + rules + "\nSCOREP_REGION_NAMES_END\n")
        .value();
}

}  // namespace

void TestRegionFilter::theLastMatchDecides()
{
    const RegionFilter filter = regions("EXCLUDE * # all\nINCLUDE keep* also?\nEXCLUDE keepNot");
    QVERIFY(filter.keeps("keep", "", ""));
    QVERIFY(filter.keeps("also1", "", ""));
    QVERIFY(!filter.keeps("also12", "", ""));
    QVERIFY(!filter.keeps("keepNot", "", ""));
    QVERIFY(!filter.keeps("main", "", ""));
    QVERIFY(RegionFilter().keeps("main", "", ""));
}

void TestRegionFilter::aPatternMayLeaveOutTheParameters_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("kept");
    QTest::newRow("without") << "foo"
                             << "foo(int)" << false;
    QTest::newRow("with") << "foo(int)"
                          << "foo(int)" << false;
    QTest::newRow("another's") << "foo(int)"
                               << "foo(long)" << true;
    QTest::newRow("function parameter") << "a::b"
                                        << "a::b(int (*)(char), long)" << false;
    QTest::newRow("const") << "A::size"
                           << "A::size() const" << false;
    QTest::newRow("anonymous") << "(anonymous namespace)::f"
                               << "(anonymous namespace)::f(int)" << false;
    QTest::newRow("prefix is no match") << "fo"
                                        << "foo(int)" << true;
    QTest::newRow("no parameters") << "main"
                                   << "main" << false;
}

void TestRegionFilter::aPatternMayLeaveOutTheParameters()
{
    QFETCH(QString, pattern);
    QFETCH(QString, name);
    QFETCH(bool, kept);
    // Blanks separate patterns; in a name they are written as `?`.
    const std::string rule = "EXCLUDE " + pattern.replace(' ', '?').toStdString();
    QCOMPARE(regions(rule).keeps(name.toStdString(), "", ""), kept);
}

void TestRegionFilter::comparesMangledNamesAfterMangled()
{
    const RegionFilter filter = regions("EXCLUDE MANGLED _Z3foo*");
    QVERIFY(!filter.keeps("foo(int)", "_Z3fooi", ""));
    QVERIFY(filter.keeps("_Z3foo", "_Z3bar", ""));
    QVERIFY(!filter.keeps("_Z3foo", "", ""));  // without one the name stands for it
    const RegionFilter until = regions("EXCLUDE MANGLED a* DEMANGLED b* MANGLED c*\nEXCLUDE d*");
    QVERIFY(!until.keeps("x", "a", ""));
    QVERIFY(!until.keeps("b", "x", ""));
    QVERIFY(!until.keeps("x", "c", ""));
    QVERIFY(!until.keeps("d", "x", ""));
    QVERIFY(until.keeps("a", "b", ""));
}

void TestRegionFilter::aRuleGoesOnOverLines()
{
    const RegionFilter filter =
        regions("EXCLUDE\n  one # and\n\ttwo\r\n  operator\\ new* a\\#b\\*\nINCLUDE two");
    QVERIFY(!filter.keeps("one", "", ""));
    QVERIFY(filter.keeps("two", "", ""));
    QVERIFY(!filter.keeps("operator new(unsigned long)", "", ""));
    QVERIFY(!filter.keeps("a#b*", "", ""));
    QVERIFY(filter.keeps("a#bc", "", ""));
}

void TestRegionFilter::leavesOutFunctionsOfFiles()
{
    const RegionFilter filter =
        RegionFilter::parse("SCOREP_FILE_NAMES_BEGIN\nEXCLUDE */lib/*\nSCOREP_FILE_NAMES_END\n"
                            "SCOREP_REGION_NAMES_BEGIN\nINCLUDE wanted\nSCOREP_REGION_NAMES_END")
            .value();
    QVERIFY(!filter.keeps("f", "", "/src/lib/x.cpp"));
    QVERIFY(filter.keeps("f", "", "/src/app/x.cpp"));
    QVERIFY(!filter.keeps("wanted", "", "/src/lib/x.cpp"));  // each block by itself
    QVERIFY(filter.keeps("wanted", "", "/src/app/x.cpp"));
}

void TestRegionFilter::rulesOnFilesSayNothingOfUnknownOnes()
{
    const RegionFilter filter =
        RegionFilter::parse("SCOREP_FILE_NAMES_BEGIN EXCLUDE * SCOREP_FILE_NAMES_END").value();
    QVERIFY(filter.keeps("MPI_Send", "MPI_Send", ""));
    QVERIFY(!filter.keeps("f", "f", "/src/f.c"));
}

void TestRegionFilter::tellsTheLineOfAMistake_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fact");
    QTest::newRow("outside") << "EXCLUDE x"
                             << "line 1: expected INCLUDE or EXCLUDE within a section";
    QTest::newRow("word") << "SCOREP_REGION_NAMES_BEGIN\n\nKEEP x"
                          << "line 3";
    QTest::newRow("no end") << "# text\nSCOREP_FILE_NAMES_BEGIN\n"
                            << "line 2: the section begun is not ended";
}

void TestRegionFilter::tellsTheLineOfAMistake()
{
    QFETCH(QString, text);
    QFETCH(QString, fact);
    const auto filter = RegionFilter::parse(text.toStdString());
    QVERIFY(!filter.isOk());
    QVERIFY2(
        filter.error().message.starts_with(fact.toStdString()), filter.error().message.c_str());
}

VELLUM_TEST_GUILESS(TestRegionFilter)
#include "test_region_filter.moc"
