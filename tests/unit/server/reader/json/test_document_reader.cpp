#include "server/reader/json/document_reader.h"
#include "server/reader/json/fast_parser.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

using namespace vellum::server;                // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::reader::json;  // NOLINT(google-build-using-namespace)

namespace {

/// A text in pieces of any size.
class TextBytes final : public reader::ByteStream {
public:
    explicit TextBytes(std::string text) : m_text(std::move(text)) {}
    std::size_t read(std::span<char> to) override
    {
        const std::size_t count = std::min(to.size(), m_text.size() - m_at);
        std::copy_n(m_text.begin() + static_cast<std::ptrdiff_t>(m_at), count, to.begin());
        m_at += count;
        return count;
    }
    [[nodiscard]] const std::string& error() const override { return m_error; }
    [[nodiscard]] std::uint64_t filePosition() const override { return m_at; }

private:
    std::string m_text;
    std::size_t m_at = 0;
    std::string m_error;
};

class Recorder final : public EventSink {
public:
    void take(const JsonEvent& event) override
    {
        taken.push_back(
            std::string(event.phase) + "|" + std::string(event.name) + "|"
            + std::string(event.timestamp) + "|" + std::string(event.at(Argument::Correlation)));
    }
    void takeHeader(std::string_view key, Raw value) override
    {
        headers.push_back(std::string(key) + "=" + std::string(value));
    }
    std::vector<std::string> taken;
    std::vector<std::string> headers;
};

struct Read {
    DocumentOutcome outcome;
    std::vector<std::string> events;
    std::vector<std::string> headers;
};

Read readText(const std::string& text, std::size_t window = 1 << 16, std::size_t run = 1 << 12)
{
    TextBytes bytes(text);
    Recorder recorder;
    DocumentReader reader(bytes, recorder, {.windowBytes = window, .runBytes = run});
    const DocumentOutcome outcome = reader.read([] { return true; });
    return {.outcome = outcome, .events = recorder.taken, .headers = recorder.headers};
}

std::string eventText(int number)
{
    return R"({"ph":"X","name":"n)" + std::to_string(number) + R"(","ts":)" + std::to_string(number)
           + R"(.5,"args":{"correlation":)" + std::to_string(number)
           + R"(,"list":[{"a":1},{"b":2}],"text":"} , {"}})";
}

std::string recorded(int number)
{
    const std::string n = std::to_string(number);
    return "\"X\"|\"n" + n + "\"|" + n + ".5|" + n;
}

/// What is wrong with how half an event is taken that \p behind lies behind; empty if nothing.
std::string takenOf(const std::string& half, char behind)
{
    const std::string before = "?" + half + std::string(FastParser::kPadding, behind);
    std::string buffer = before;
    Recorder recorder;
    FastParser parser;
    const FastParser::Outcome outcome = parser.parse(buffer.data() + 1, half.size(), recorder);
    if (outcome.events != 0 || !outcome.hasFailed) {
        return "taken as whole: " + half;
    }
    return buffer == before ? std::string() : "changed: " + half;
}

}  // namespace

class TestDocumentReader : public QObject {
    Q_OBJECT

private slots:
    void headersBeforeAndBehindTheEvents();
    void bareList();
    void openListIsWhole();
    void halfAnEventIsCutOff();
    void anyWindowGivesTheSameEvents();
    void damageCostsOnlyItsEvent();
    void elementsThatAreNoObjectsAreCounted();
    void anEventLargerThanTheWindowIsDamaged();
    void whatIsNeverClosedEndsAtTheNextEvent();
    void everyCutIsAnswered();
    void noCutIsMadeWholeByWhatLiesBehindIt();
    void everyFlippedByteIsAnswered();
    void fastAndLenientReadTheSame();
    void deepEventsAreTakenOnce();
    void stopping();
    void noEvents_data();
    void noEvents();
};

void TestDocumentReader::headersBeforeAndBehindTheEvents()
{
    const Read read = readText(
        "\xef\xbb\xbf {\"schemaVersion\": 1, \"deviceProperties\":[{\"id\":0}],\n\"traceEvents\": [ "
        + eventText(1) + ",\n" + eventText(2)
        + "\n],\"traceName\":\"t]}\", \"baseTimeNanoseconds\":5}");
    QCOMPARE(read.events, (std::vector<std::string>{recorded(1), recorded(2)}));
    QCOMPARE(
        read.headers,
        (std::vector<std::string>{
            "schemaVersion=1",
            "deviceProperties=[{\"id\":0}]",
            "traceName=\"t]}\"",
            "baseTimeNanoseconds=5"}));
    QVERIFY(!read.outcome.isCutOff);
    QCOMPARE(read.outcome.damaged, 0U);
}

void TestDocumentReader::bareList()
{
    const Read read = readText("[" + eventText(1) + "," + eventText(2) + "]");
    QCOMPARE(read.events.size(), 2U);
    QVERIFY(!read.outcome.isCutOff);
}

void TestDocumentReader::openListIsWhole()
{
    for (const char* end : {"", ",", ",\n", "\n"}) {
        const Read read = readText("[" + eventText(1) + "," + eventText(2) + end);
        QCOMPARE(read.events.size(), 2U);
        QVERIFY(!read.outcome.isCutOff);
        QCOMPARE(read.outcome.damaged, 0U);
    }
    QVERIFY(readText("{\"traceEvents\":[" + eventText(1) + ",").outcome.isCutOff);
}

void TestDocumentReader::halfAnEventIsCutOff()
{
    const Read read = readText("[" + eventText(1) + "," + eventText(2).substr(0, 20));
    QCOMPARE(read.events.size(), 1U);
    QVERIFY(read.outcome.isCutOff);
}

void TestDocumentReader::anyWindowGivesTheSameEvents()
{
    std::string text = "{\"traceEvents\":[";
    std::vector<std::string> expected;
    for (int i = 0; i < 300; ++i) {
        text += (i > 0 ? (i % 3 == 0 ? ",\n  " : ",") : "") + eventText(i);
        expected.push_back(recorded(i));
    }
    text += "],\"last\":1}";
    for (const std::size_t window : {256U, 300U, 1000U, 5000U, 100'000U}) {
        for (const std::size_t run : {64U, 150U, 999U, 50'000U}) {
            const Read read = readText(text, window, run);
            QCOMPARE(read.events, expected);
            QCOMPARE(read.outcome.damaged, 0U);
            QCOMPARE(read.headers.size(), 1U);
        }
    }
}

void TestDocumentReader::damageCostsOnlyItsEvent()
{
    const std::vector<std::string> broken = {
        R"({"ph":"X",tid": 0,"name":"lost"})",
        R"({"ph" "X"})",
        R"({"ph":"X","name":"lost)",
    };
    for (const std::string& bad : broken) {
        const Read read = readText(
            "[" + eventText(1) + "," + bad + "," + eventText(2) + "," + eventText(3) + "]");
        QVERIFY2(read.events.size() >= 2, bad.c_str());
        QCOMPARE(read.events.front(), recorded(1));
        QCOMPARE(read.events.back(), recorded(3));
        QVERIFY(read.outcome.damaged >= 1);
    }
    // What a standard parser refuses and a reader understands is no damage.
    const Read read = readText(
        "[" + eventText(1) + R"(,{"ph":"i","name":"bad \escape and "quotes"","ts":NaN},)"
        + "{\"ph\":\"i\",\"name\":\"\xff\xfe\",\"ts\":1}," + eventText(2) + ",]");
    QCOMPARE(read.events.size(), 4U);
    QCOMPARE(read.outcome.damaged, 0U);
    QVERIFY(!read.outcome.isCutOff);
}

void TestDocumentReader::elementsThatAreNoObjectsAreCounted()
{
    const Read read = readText("[1, null, [2], \"x\", " + eventText(1) + "]");
    QCOMPARE(read.events.size(), 1U);
    QCOMPARE(read.outcome.damaged, 4U);
}

void TestDocumentReader::anEventLargerThanTheWindowIsDamaged()
{
    const std::string large = R"({"ph":"X","name":")" + std::string(5000, 'x') + R"("})";
    const Read read =
        readText("[" + eventText(1) + "," + large + "," + eventText(2) + "]", 1000, 500);
    QCOMPARE(read.events, (std::vector<std::string>{recorded(1), recorded(2)}));
    QCOMPARE(read.outcome.damaged, 1U);
}

void TestDocumentReader::whatIsNeverClosedEndsAtTheNextEvent()
{
    // Were each of them looked for to the end of the text this would take minutes.
    constexpr int kEvents = 40'000;
    std::string text = "[";
    for (int i = 0; i < kEvents; ++i) {
        text += i % 2 == 0 ? eventText(i) + ",\n"
                           : (i % 4 == 1 ? R"({"ph":"X","args":{"a":1},)" : R"({{"ph":"X"},)")
                                 + std::string("\n");
    }
    text += eventText(kEvents) + "]";
    const Read read = readText(text, 1 << 16, 1 << 16);
    QCOMPARE(read.events.back(), recorded(kEvents));
    // An event behind one that is not closed may be lost with it, never more.
    QVERIFY(read.events.size() > kEvents / 4);
    QVERIFY(read.outcome.damaged >= kEvents / 4);
}

void TestDocumentReader::everyCutIsAnswered()
{
    const std::string text =
        "{\"a\":[1],\"traceEvents\":[" + eventText(1) + "," + eventText(2) + "],\"b\":2}";
    for (std::size_t length = 0; length < text.size(); ++length) {
        const Read read = readText(text.substr(0, length), 256, 100);
        QVERIFY(read.outcome.events <= 2);
        QVERIFY2(length == 0 || read.outcome.isCutOff, text.substr(0, length).c_str());
    }
}

void TestDocumentReader::noCutIsMadeWholeByWhatLiesBehindIt()
{
    // What a window holds behind its text is left from before: it may look like the missing end.
    const std::string text = eventText(1);
    std::string wrong;
    for (const char behind : {'}', ']', ',', '"', '\0'}) {
        for (std::size_t length = 1; length < text.size(); ++length) {
            wrong += takenOf(text.substr(0, length), behind);
        }
    }
    QCOMPARE(wrong, std::string());
}

void TestDocumentReader::everyFlippedByteIsAnswered()
{
    std::string text = "{\"traceEvents\":[";
    for (int i = 0; i < 20; ++i) {
        text += (i > 0 ? "," : "") + eventText(i);
    }
    text += "]}";
    std::mt19937 random(3);
    for (int i = 0; i < 3000; ++i) {
        std::string flipped = text;
        const std::size_t at = random() % flipped.size();
        flipped[at] = static_cast<char>(random());
        const Read read = readText(flipped, 512, 200);
        QVERIFY(read.outcome.events <= 21);
        QVERIFY(
            read.outcome.events + read.outcome.damaged >= 1 || !read.outcome.hasEvents
            || read.outcome.isCutOff);
        // One that is not closed any more takes the one behind it along.
        const bool isAmongEvents = at >= sizeof("{\"traceEvents\":[") && at + 4 < text.size();
        QVERIFY2(!isAmongEvents || read.outcome.events >= 18, flipped.c_str());
    }
}

void TestDocumentReader::fastAndLenientReadTheSame()
{
    // Pieces of JSON put where they do not belong, one or two at a time. No `\"` among them: outside of a string it makes
    // a scalar that is of no use to either, but ends at different places.
    constexpr std::array<std::string_view, 20> kPieces = {
        ",",    ":",     "{",    "}",      "[",
        "]",    "\"",    "\\\\", " ",      "\n",
        "1",    "NaN",   "null", "\"x\":", "\"x\":1,",
        "[1,]", "[1 2]", "{,}",  "\f",     "\"args\":{\"correlation\":7},"};
    const std::string list = eventText(0) + "," + eventText(1) + " ,\n" + eventText(2);
    std::mt19937 random(11);
    int whole = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = list;
        for (std::size_t changes = 1 + random() % 2; changes > 0; --changes) {
            text.insert(random() % text.size(), kPieces.at(random() % kPieces.size()));
        }
        text.insert(0, "{\"traceEvents\":[").append("]}");
        const Read lenient = readText(text, 4096, 1);
        const bool isWhole =
            lenient.outcome.damaged == 0 && !lenient.outcome.isCutOff && !lenient.outcome.hasMore;
        if (!isWhole) {
            continue;  // behind damage the two may take up the thread at different places
        }
        ++whole;
        const Read fast = readText(text, 4096, 2000);
        QVERIFY2(fast.events == lenient.events, text.c_str());
        QVERIFY2(fast.outcome.damaged == 0 && !fast.outcome.isCutOff, text.c_str());
    }
    QVERIFY(whole > 5000);
}

void TestDocumentReader::deepEventsAreTakenOnce()
{
    const std::string deep = R"({"ph":"X","name":"deep","args":)" + std::string(3000, '[')
                             + std::string(3000, ']') + "}";
    for (const std::size_t run : {64U, 20'000U}) {
        const Read read =
            readText("{\"traceEvents\":[" + eventText(1) + "," + deep + "]}", 1 << 16, run);
        QCOMPARE(read.events.size(), 2U);
        QCOMPARE(read.outcome.damaged, 0U);
        QVERIFY(!read.outcome.isCutOff);
    }
}

void TestDocumentReader::stopping()
{
    std::string text = "[";
    for (int i = 0; i < 100; ++i) {
        text += eventText(i) + ",";
    }
    TextBytes bytes(text);
    Recorder recorder;
    DocumentReader reader(bytes, recorder, {.windowBytes = 4096, .runBytes = 500});
    int left = 10;
    const DocumentOutcome outcome = reader.read([&] { return left-- > 0; });
    QVERIFY(outcome.isStopped);
    QVERIFY(outcome.events > 0 && outcome.events < 100);
    QCOMPARE(outcome.events, recorder.taken.size());
}

void TestDocumentReader::noEvents_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"", " ", "1", "{}", "{\"traceEvents\":1}", "{\"a\"}", "{\"a\":}", "\"x\"", "{,}"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TestDocumentReader::noEvents()
{
    QFETCH(QByteArray, text);
    const Read read = readText(text.toStdString());
    QCOMPARE(read.events.size(), 0U);
    QVERIFY(!read.outcome.hasEvents);
}

VELLUM_TEST_APPLESS(TestDocumentReader)
#include "test_document_reader.moc"
