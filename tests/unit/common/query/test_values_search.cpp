#include "common/query/values_search.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <random>
#include <string>

// NOLINTNEXTLINE(google-build-using-namespace): a test of this namespace alone
using namespace vellum::query;

class TestValuesSearch : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadBack();
    void bareWordsAreRead();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void otherPatternsAreNone();
    void rowsHaveTheirQuestions();
};

namespace {

std::string randomText(std::mt19937& random)
{
    constexpr std::string_view kLetters = "ab\"\\,= :.*(é";
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
        text += kLetters[random() % kLetters.size()];
    }
    return text;
}

bool isAlike(const ValuesOperationsQuestion& a, const ValuesOperationsQuestion& b)
{
    return a.object == b.object && a.line == b.line && a.function == b.function
           && a.pattern == b.pattern && a.access == b.access;
}

}  // namespace

void TestValuesSearch::whatIsWrittenIsReadBack()
{
    std::mt19937 random(1);
    for (int round = 0; round < 1000; ++round) {
        ValuesOperationsQuestion question{
            .object = randomText(random),
            .line = randomText(random),
            .function = randomText(random),
            .pattern = static_cast<ValuePattern>(random() % std::size(kValuePatternWords)),
            .access = static_cast<ValueAccess>(random() % 4)};
        const std::string pattern = valuesSearchOf(question);
        if (isAlike(question, {})) {
            QVERIFY(pattern.empty());
            continue;
        }
        const auto read = parseValuesSearch(pattern);
        QVERIFY2(read.isOk() && read.value(), pattern.c_str());
        QVERIFY2(isAlike(*read.value(), question), pattern.c_str());
    }
}

void TestValuesSearch::bareWordsAreRead()
{
    const auto read =
        parseValuesSearch("values:object=cells (a.c:7),pattern=silent-store,access=store");
    QVERIFY(read.isOk() && read.value());
    QCOMPARE(read.value()->object, std::string("cells (a.c:7)"));
    QVERIFY(read.value()->pattern == ValuePattern::SilentStore);
    QVERIFY(read.value()->access == ValueAccess::Store);
}

void TestValuesSearch::mistakesAreNamed_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("sentence");
    const auto add = [](const char* pattern, const char* sentence) {
        QTest::newRow(pattern) << QString(pattern) << QString(sentence);
    };
    add("values:", "goes on with NAME=VALUE");
    add("values:cells", "goes on with NAME=VALUE");
    add("values:object=cells,", "goes on with NAME=VALUE");
    add("values:first=7", "'first' is none of");
    add("values:size=7", "'size' is none of");
    add("values:pattern=loud-store", "'loud-store' is no pattern");
    add("values:object=\"cells", "quotes of object do not end");
    add("values:object=\"cells\"x", "something stands behind them");
}

void TestValuesSearch::mistakesAreNamed()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, sentence);
    const auto read = parseValuesSearch(pattern.toStdString());
    QVERIFY(!read.isOk());
    QVERIFY(read.error().kind == vellum::ErrorKind::InvalidArgument);
    QVERIFY2(
        QString::fromStdString(read.error().message).contains(sentence),
        read.error().message.c_str());
}

void TestValuesSearch::otherPatternsAreNone()
{
    for (const char* pattern : {"", "main", "arg:x=1", "(?:values:object=a)"}) {
        const auto read = parseValuesSearch(pattern);
        QVERIFY(read.isOk() && !read.value());
    }
}

void TestValuesSearch::rowsHaveTheirQuestions()
{
    const ValuesSummaryRow row{.name = "relax.c:25", .where = "relax"};
    QCOMPARE(
        valuesSearchOf(operationsBehind(ValuesBy::Line, row)),
        std::string("values:line=\"relax.c:25\",function=\"relax\""));
    QCOMPARE(
        valuesSearchOf(operationsBehind(ValuesBy::Site, row)),
        std::string("values:object=\"relax\",line=\"relax.c:25\""));
    QCOMPARE(
        valuesSearchOf(operationsBehind(ValuesBy::Object, row)),
        std::string("values:object=\"relax.c:25\""));
    QVERIFY(valuesSearchOf(operationsBehind(ValuesBy::Location, row)).empty());
}

VELLUM_TEST_GUILESS(TestValuesSearch)
#include "test_values_search.moc"
