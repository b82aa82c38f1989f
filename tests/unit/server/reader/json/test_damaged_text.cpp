// What damage costs: the events around it are kept, and the report says what was left out.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/json/opened_text.h"

#include <QByteArray>

#include <array>
#include <string>
#include <string_view>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)

namespace {

std::string eventText(int number, std::string_view more = "")
{
    const std::string n = std::to_string(number);
    return R"({"ph":"X","name":"n)" + n + R"(","pid":1,"tid":1,"ts":)" + std::to_string(10 * number)
           + R"(,"dur":1)" + std::string(more) + "}";
}

std::string object(std::string_view events, std::string_view behind = "")
{
    return R"({"traceEvents":[)" + std::string(events) + "]" + std::string(behind) + "}";
}

}  // namespace

class TestDamagedText : public QObject {
    Q_OBJECT

    /// The report's kinds and counts.
    [[nodiscard]] std::string reportOn(const std::string& text) const
    {
        const auto source = m_text.open(text);
        return source.isOk() ? reportOf(*source.value()) : source.error().message;
    }
    OpenedText m_text;

private slots:
    void whatNeverEndsCostsNoSquare_data();
    void whatNeverEndsCostsNoSquare();
    void aZeroByteIsDamageAndNoEnd();
    void aLongHeaderIsPassedOver_data();
    void aLongHeaderIsPassedOver();
    void aDamagedHeaderCostsOnlyItself();
    void bracketsOfDamageDoNotEndTheList();
    void aStringThatIsNotClosedEndsAtTheNextEvent();
    void categoriesMayStandBehindArguments();
    void neighboursDoNotDecideHowAnEventIsRead();
    void keysMayBeEscaped();
    void anEventThatIsTooLongIsNamed();
};

void TestDamagedText::whatNeverEndsCostsNoSquare_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("list") << QByteArray(R"({"ph":"X","l":[{"c":1}, )");
    QTest::newRow("string") << QByteArray(R"(}, {"ph"x )");
    QTest::newRow("text") << QByteArray("\"x , ");
}

/// Gone through to its end for each of them, this text would take hours.
void TestDamagedText::whatNeverEndsCostsNoSquare()
{
    QFETCH(QByteArray, piece);
    std::string text = "[" + eventText(1) + ",";
    while (text.size() < (std::size_t(2) << 20U)) {
        text += piece.toStdString();
    }
    const std::string report = reportOn(text);
    QVERIFY2(report.find("json-events 1; damaged-event ") == 0, report.c_str());
}

void TestDamagedText::aZeroByteIsDamageAndNoEnd()
{
    const std::string zero(1, '\0');
    const std::string wanted = "json-events 2; damaged-event 1; misplaced-comma 1; ";
    QCOMPARE(reportOn("[" + eventText(1) + "," + zero + eventText(2) + "]"), wanted);
    QCOMPARE(reportOn(object(eventText(1) + "," + zero + eventText(2))), wanted);
    QCOMPARE(
        reportOn(object(eventText(1), "," + zero + R"("k":1,"baseTimeNanoseconds":5)")),
        std::string("json-events 1; damaged-header 1; "));
}

void TestDamagedText::aLongHeaderIsPassedOver_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("isBehind");
    const QByteArray text = "\"[" + QByteArray(17 << 20, '\\') + "]\"";
    for (const bool isBehind : {false, true}) {
        QTest::addRow("a text, %d", isBehind ? 1 : 0) << text << isBehind;
        QTest::addRow("an object, %d", isBehind ? 1 : 0)
            << R"({"a":[{"b":"}"},)" + text + "]}" << isBehind;
    }
}

void TestDamagedText::aLongHeaderIsPassedOver()
{
    QFETCH(QByteArray, value);
    QFETCH(bool, isBehind);
    const std::string headers =
        R"("k":)" + value.toStdString() + R"(,"baseTimeNanoseconds":1700000000000000000)";
    std::string text = isBehind ? object(eventText(1), ",") : "{";
    text.insert(isBehind ? text.size() - 1 : 1, headers);
    text.append(isBehind ? "" : R"(,"traceEvents":[)" + eventText(1) + "]}");
    const auto source = m_text.open(text);
    QVERIFY2(source.isOk(), source.isOk() ? "" : source.error().message.c_str());
    QCOMPARE(reportOf(*source.value()), std::string("json-events 1; header-too-long 1; "));
    QVERIFY(source.value()->head().definitions.clock.realtimeNs != 0);
    QCOMPARE(
        reportOn(R"({"traceEvents":[)" + eventText(1) + R"(],"k":)" + value.toStdString()),
        std::string("json-events 1; header-too-long 1; truncated-file 1; "));
}

void TestDamagedText::aDamagedHeaderCostsOnlyItself()
{
    QCOMPARE(
        reportOn(object(eventText(1), R"(,"k":)")),
        std::string("json-events 1; damaged-header 1; "));
    QCOMPARE(
        reportOn(object(eventText(1), R"( "m":1 , , "schemaVersion":2,)")),
        std::string("json-events 1; misplaced-comma 3; "));
}

void TestDamagedText::bracketsOfDamageDoNotEndTheList()
{
    const std::string junk = R"(,"args":{*junk2":[1,{"a":[{"ph":"X"},{"ts":4}]}]})";
    for (const bool isObject : {false, true}) {
        std::string events = eventText(1, junk);
        for (int i = 2; i < 40; ++i) {
            events += "," + eventText(i);
        }
        const std::string report = reportOn(isObject ? object(events) : "[" + events + "]");
        // The rest of the damaged one looks like an event, too.
        QVERIFY2(report.find("json-events 39; damaged-event 1; ") == 0, report.c_str());
    }
    QCOMPARE(
        reportOn(object(eventText(1) + "]," + eventText(2))),
        std::string("json-events 2; misplaced-bracket 1; "));
}

void TestDamagedText::aStringThatIsNotClosedEndsAtTheNextEvent()
{
    const std::string broken = R"({"ph":"X","name":"lost","tid":1,"ts":5,"pid-:1})";
    QCOMPARE(
        reportOn("[" + eventText(1) + "," + broken + "," + eventText(2) + "]"),
        std::string("json-events 2; damaged-event 1; "));
}

void TestDamagedText::categoriesMayStandBehindArguments()
{
    constexpr std::array<std::string_view, 3> kBehind = {
        R"("cat":"cuda_profiler_range","args":{"m1":3.5,"m2":4})",
        R"("args":{"m1":3.5,"m2":4},"cat":"cuda_profiler_range")",
        R"("args":{"m1":3.5,"m2":4,},"cat":"cuda_profiler_range")"};
    for (const std::string_view behind : kBehind) {
        const auto source = m_text.open("[" + eventText(1, "," + std::string(behind)) + "]");
        QVERIFY(source.isOk());
        QCOMPARE(source.value()->head().definitions.metricMembers.size(), 2U);
    }
    // All others have arguments that are none, wherever the category is.
    for (const char* behind :
         {R"(,"cat":"kernel","args":{"stream":7,"correlation":3})",
          R"(,"args":{"stream":7,"correlation":3},"cat":"kernel")"}) {
        QCOMPARE(reportOn("[" + eventText(1, behind) + "]"), std::string("json-events 1; "));
    }
}

/// Behind damage an event is read by another parser for a while.
void TestDamagedText::neighboursDoNotDecideHowAnEventIsRead()
{
    for (const char* arguments :
         {R"({"x":[{"a":1]},"correlation":7})",
          R"({"x":[1,,2],"y":{"a":1,}})",
          R"({"x":[1 2],"y":{"a":1 "b":2},"correlation":8})",
          R"({"x":{"a":{"b":[[[]]]}}})"}) {
        const std::string odd = eventText(2, R"(,"args":)" + std::string(arguments));
        const std::string alone = reportOn("[" + odd + "," + eventText(3) + "]");
        const std::string behind = reportOn("[nothing," + odd + "," + eventText(3) + "]");
        const auto lost = [](const std::string& report) {
            return report.find("damaged-event") != std::string::npos;
        };
        QVERIFY(lost(behind));
        QCOMPARE(
            lost(alone) ? std::string("json-events 1") : std::string("json-events 2"),
            behind.substr(0, 13));
    }
}

void TestDamagedText::keysMayBeEscaped()
{
    const auto source = m_text.open(
        R"({"trace\u0045vents":[{"ph":"X","n\u0061me":"f","p\u0069d":7,"tid":1,"ts":1,"dur":1,"c\u0061t":"cpu_op","args":{"Ext\u0065rnal id":3}}]})");
    QVERIFY2(source.isOk(), source.isOk() ? "" : source.error().message.c_str());
    QCOMPARE(reportOf(*source.value()), std::string("json-events 1; "));
    QCOMPARE(source.value()->head().definitions.regions.back().name, std::string("f"));
}

void TestDamagedText::anEventThatIsTooLongIsNamed()
{
    const std::string large =
        eventText(1, R"(,"k":")" + std::string(std::size_t(17) << 20U, 'x') + "\"");
    const std::string refusal = reportOn("[" + large + "]");
    QVERIFY2(
        refusal.find("the one at byte 1 is longer than 16") != std::string::npos, refusal.c_str());
}

VELLUM_TEST_GUILESS(TestDamagedText)
#include "test_damaged_text.moc"
