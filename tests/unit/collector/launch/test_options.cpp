#include "collector/launch/options.h"

#include <QtTest/QtTest>

#include <optional>
#include <vector>

using vellum::collector::launch::parseBytes;
using vellum::collector::launch::ParsedOptions;
using vellum::collector::launch::parseOptions;

class TestOptions : public QObject {
    Q_OBJECT

private slots:
    void readsSizesInUnitsOf1024();
    void refusesWhatIsNoSize();
    void leavesTheCommandAsItIs();
    void asksForACommand();
};

namespace {

ParsedOptions parse(std::vector<const char*> words)
{
    words.insert(words.begin(), "vellum-record");
    return parseOptions(static_cast<int>(words.size()), words.data());
}

}  // namespace

void TestOptions::readsSizesInUnitsOf1024()
{
    QCOMPARE(*parseBytes("4096"), 4096U);
    QCOMPARE(*parseBytes("3K"), 3072U);
    QCOMPARE(*parseBytes("64M"), std::uint64_t{64} << 20U);
    QCOMPARE(*parseBytes("2G"), std::uint64_t{2} << 30U);
    QCOMPARE(*parseBytes("17179869183G"), std::uint64_t{17179869183U} << 30U);
}

void TestOptions::refusesWhatIsNoSize()
{
    for (const char* text :
         {"", "M", "1MB", "1T", "-1", "1.5M", "17179869184G", " 1", "99999999999999999999"}) {
        QVERIFY2(!parseBytes(text), text);
    }
}

void TestOptions::leavesTheCommandAsItIs()
{
    const ParsedOptions parsed =
        parse({"-o", "out", "--sources=functions", "--", "./app", "--help", "--", "-o", "[a,b]"});
    QVERIFY(parsed.options.has_value());
    QCOMPARE(parsed.options->output, std::string("out"));
    QVERIFY(parsed.options->sources == std::vector<std::string>{"functions"});
    QVERIFY(
        (parsed.options->command
         == std::vector<std::string>{"./app", "--help", "--", "-o", "[a,b]"}));
    QCOMPARE(parsed.options->bufferBytes, std::uint64_t{64} << 20U);
}

void TestOptions::asksForACommand()
{
    for (const auto& words : {std::vector<const char*>{}, {"--"}, {"./app"}, {"-o", "x"}}) {
        const ParsedOptions parsed = parse(words);
        QVERIFY(!parsed.options.has_value());
        QCOMPARE(parsed.exitStatus, 2);
    }
}

QTEST_GUILESS_MAIN(TestOptions)
#include "test_options.moc"
