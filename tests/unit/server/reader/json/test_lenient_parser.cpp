#include "server/reader/json/lenient_parser.h"
#include "tests/support/program/test_program.h"

#include <QString>

using namespace vellum::server::reader::json;  // NOLINT(google-build-using-namespace): a test
using Status = LenientParser::Status;

namespace {

/// "key=value;" of each member, or how it ended.
std::string members(const std::string& text)
{
    std::string out;
    LenientParser parser(text, true);
    const Status status = parser.object([&](std::string_view key, Raw value) {
        out += std::string(key) + "=" + std::string(value) + ";";
    });
    return status == Status::Ok ? out : "damaged after " + out;
}

}  // namespace

class TestLenientParser : public QObject {
    Q_OBJECT

private slots:
    void objects_data();
    void objects();
    void everyPrefixOfAnEventNeedsMore();
    void everyPrefixThatIsLastIsDamaged();
    void anyDepthIsRead();
    void elementsOfArrays();
    void eventsKnowTheirArguments();
};

void TestLenientParser::objects_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    // With ' for ", which moc's own lexer loses its way with.
    const auto row = [](const char* text, const char* expected) {
        QTest::newRow(text) << QString::fromLatin1(text).replace('\'', '"')
                            << QString::fromLatin1(expected).replace('\'', '"');
    };
    row("{'a':1, 'b' : 'x', 'c':[1,{'d':2}],'e':{}}", "a=1;b='x';c=[1,{'d':2}];e={};");
    row("{}", "");
    row("{'a':NaN,'b':-inf,'c':N/A}", "a=NaN;b=-inf;c=N/A;");
    row("{'a':1,}", "a=1;");
    row("{'name':'say 'hello' now','b':2}", "name='say 'hello' now';b=2;");
    row("{'name':'torch\\cuda','b':2}", "name='torch\\cuda';b=2;");
    row("{'a':'}]{[,','b':2}", "a='}]{[,';b=2;");
    row("{tid': 0}", "damaged after ");
    row("{'a' 1}", "damaged after ");
    row("{'a':1 'b':2}", "damaged after a=1;");
    row("{'a':", "damaged after ");
    row("[1]", "damaged after ");
}

void TestLenientParser::objects()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(members(text.toStdString())), expected);
}

namespace {

constexpr std::string_view kEvent =
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\\\"1\",\"pid\":0,\"tid\":7,\"ts\":1.5,\"dur\":2,"
    "\"args\":{\"correlation\":9,\"grid\":[1,2,3]}}";

}  // namespace

void TestLenientParser::everyPrefixOfAnEventNeedsMore()
{
    for (std::size_t length = 0; length < kEvent.size(); ++length) {
        JsonEvent event;
        QCOMPARE(
            int(LenientParser(kEvent.substr(0, length), false).event(event)),
            int(Status::NeedMore));
    }
}

void TestLenientParser::everyPrefixThatIsLastIsDamaged()
{
    for (std::size_t length = 0; length < kEvent.size(); ++length) {
        JsonEvent event;
        QCOMPARE(
            int(LenientParser(kEvent.substr(0, length), true).event(event)), int(Status::Damaged));
    }
}

void TestLenientParser::anyDepthIsRead()
{
    Raw raw;
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    QCOMPARE(int(LenientParser(deep, true).value(raw)), int(Status::Ok));
    QCOMPARE(raw.size(), deep.size());
}

void TestLenientParser::elementsOfArrays()
{
    std::string elements;
    QVERIFY(forEachElement(
        "[1, [2,3], {\"a\":4},]", [&](Raw raw) { elements += std::string(raw) + ";"; }));
    QCOMPARE(elements, std::string("1;[2,3];{\"a\":4};"));
    QVERIFY(!forEachElement("{}", [](Raw /*raw*/) {}));
    QVERIFY(!forEachElement("[1", [](Raw /*raw*/) {}));
}

void TestLenientParser::eventsKnowTheirArguments()
{
    JsonEvent event;
    QCOMPARE(int(LenientParser(kEvent, true).event(event)), int(Status::Ok));
    QCOMPARE(event.integer(Argument::Correlation), 9);
    QCOMPARE(event.at(Argument::Grid), std::string_view("[1,2,3]"));
    QVERIFY(event.at(Argument::Bytes).empty());
    QCOMPARE(event.name, std::string_view("\"k\\\"1\""));
}

VELLUM_TEST_APPLESS(TestLenientParser)
#include "test_lenient_parser.moc"
