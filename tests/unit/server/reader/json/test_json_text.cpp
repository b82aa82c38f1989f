#include "server/reader/json/json_text.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QString>

#include <random>

using namespace vellum;                        // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::reader::json;  // NOLINT(google-build-using-namespace)

namespace {

QString shown(std::optional<std::int64_t> number)
{
    return number ? QString::number(*number) : QStringLiteral("nothing");
}

}  // namespace

class TestJsonText : public QObject {
    Q_OBJECT

private slots:
    void microsecondsBecomeExactNanoseconds_data();
    void microsecondsBecomeExactNanoseconds();
    void randomDecimalsAreExact();
    void integers_data();
    void integers();
    void texts_data();
    void texts();
    void nonNumbersAreNoNumbers();
};

void TestJsonText::microsecondsBecomeExactNanoseconds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* text, const char* expected) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(expected);
    };
    row("123", "123000");
    row("123.456", "123456");
    row("\"123.456\"", "123456");
    row("1694128201435418.123", "1694128201435418123");  // no double holds that
    row("1669783687464181", "1669783687464181000");
    row("0.0005", "1");  // half away from zero
    row("-0.0005", "-1");
    row("0.0004999999999999999999999999999999999999999", "0");
    row("1.7e15", "1700000000000000000");
    row("1E-3", "1");
    row("+5", "5000");
    row("-7.25", "-7250");
    row(".5", "500");
    row("5.", "5000");
    row("9223372036854775.807", "9223372036854775807");
    row("9223372036854775.808", "nothing");
    row("99999999999999999999999999", "nothing");
    row("1e400", "nothing");
    row("0e400", "0");
    row("0.00000000000000000000000000000000000000000000000001", "0");
    row("NaN", "nothing");
    row("", "nothing");
    row(".", "nothing");
    row("1.2.3", "nothing");
    row("12 ", "nothing");
    row("0x10", "nothing");
}

void TestJsonText::microsecondsBecomeExactNanoseconds()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(shown(nanosecondsOf(text.toStdString())), expected);
}

void TestJsonText::randomDecimalsAreExact()
{
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::int64_t> ticks(
        -4'000'000'000'000'000'000, 4'000'000'000'000'000'000);
    for (int i = 0; i < 20'000; ++i) {
        const std::int64_t tick = ticks(random) >> (random() % 60);
        const std::uint64_t size =
            tick < 0 ? 0 - static_cast<std::uint64_t>(tick) : static_cast<std::uint64_t>(tick);
        std::string decimals = std::to_string(1000 + size % 1000).substr(1);
        while (random() % 2 == 0 && !decimals.empty() && decimals.back() == '0') {
            decimals.pop_back();
        }
        const std::string text = (tick < 0 ? "-" : "") + std::to_string(size / 1000)
                                 + (decimals.empty() ? "" : "." + decimals);
        QCOMPARE(shown(nanosecondsOf(text)), QString::number(tick));
    }
}

void TestJsonText::integers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* text, const char* expected) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(expected);
    };
    row("7", "7");
    row("\"7\"", "7");
    row("-1", "-1");
    row("18446744073709551615", "-1");  // its bits
    row("7.0", "7");
    row("7.5", "nothing");
    row("18446744073709551616", "nothing");
    row("true", "nothing");
    row("", "nothing");
}

void TestJsonText::integers()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(shown(integerOf(text.toStdString())), expected);
}

void TestJsonText::texts_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* raw, const char* expected) {
        QTest::newRow(raw) << QByteArray(raw) << QByteArray(expected);
    };
    row(R"("plain")", "plain");
    row(R"("a\"b\\c\/d\n\t")", "a\"b\\c/d\n\t");
    row(R"("\u00e9\ud83d\ude00")", "\xc3\xa9\xf0\x9f\x98\x80");
    row(R"("\ud83d alone")", "\xef\xbf\xbd alone");
    row(R"("torch\cuda")", "torch\\cuda");
    row(R"("\u12")", "\\u12");
    row(R"("torch\nn\modules\module.py")", "torch\\nn\\modules\\module.py");
    row(R"("C:\temp\new \"m\" \u0041")", "C:\temp\new \"m\" A");
    row(R"("C:\m\new \"m\" \u0041")", "C:\\m\\new \"m\" \\u0041");
    row("\"latin \xe9\"", "latin \xef\xbf\xbd");
    row("\"over\xc0\xaflong\"", "over\xef\xbf\xbd\xef\xbf\xbdlong");
    row("12.5", "12.5");
    row(R"("ends in \)", R"("ends in \)");
}

void TestJsonText::texts()
{
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(textOf(raw.toStdString())), expected);
}

void TestJsonText::nonNumbersAreNoNumbers()
{
    QVERIFY(!numberOf("NaN"));
    QVERIFY(!numberOf("Infinity"));
    QVERIFY(!numberOf("null"));
    QVERIFY(!numberOf("1e999"));
    QCOMPARE(*numberOf("\"+2.5\""), 2.5);
}

VELLUM_TEST_APPLESS(TestJsonText)
#include "test_json_text.moc"
