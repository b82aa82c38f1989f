#include "collector/launch/options.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using vellum::collector::launch::ParsedOptions;
using vellum::collector::launch::parseOptions;

class TestOptions : public QObject {
    Q_OBJECT

private slots:
    void readsTheBuffersSize();
    void leavesTheCommandAsItIs();
    void readsTheLevelOfValues();
    void recordsInputAndOutputWhereItIsAskedFor();
    void readsTheRateOfSamples();
    void readsTheRuleOfTheAutoFilter();
    void keepsOnlySourcesThatCanForget();
    void readsWhatGpusCount();
    void asksForACommand();
};

namespace {

ParsedOptions parse(std::vector<const char*> words)
{
    words.insert(words.begin(), "vellum-record");
    return parseOptions(static_cast<int>(words.size()), words.data());
}

}  // namespace

void TestOptions::readsTheBuffersSize()
{
    QCOMPARE(parse({"--buffer", "192K", "--", "./app"}).options->bufferBytes, 196'608U);
    for (const char* text : {"1", "0", "63K", "much", ""}) {
        QCOMPARE(parse({"--buffer", text, "--", "./app"}).exitStatus, 2);
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

void TestOptions::readsTheRuleOfTheAutoFilter()
{
    const auto ruleOf = [](const char* text) {
        const auto rule = parse({text, "--", "./app"}).options->autoFilter;
        return std::pair(rule.visits, rule.nanoseconds);
    };
    using Rule = std::pair<std::uint64_t, std::uint64_t>;
    QCOMPARE(parse({"--", "./app"}).options->autoFilter.visits, 0U);
    QCOMPARE(ruleOf("--auto-filter"), Rule(100'000, 1000));
    QCOMPARE(ruleOf("--auto-filter=5000"), Rule(5000, 1000));
    QCOMPARE(ruleOf("--auto-filter=200ns"), Rule(100'000, 200));
    QCOMPARE(ruleOf("--auto-filter=1,1ms"), Rule(1, 1'000'000));
    QCOMPARE(ruleOf("--auto-filter=1,1000ms"), Rule(1, 1'000'000'000));
    for (const char* text :
         {"--auto-filter=0",
          "--auto-filter=often",
          "--auto-filter=1,",
          "--auto-filter=1,2",
          "--auto-filter=1,0ns",
          "--auto-filter=1,1s",
          "--auto-filter=1,1001ms",
          "--auto-filter=1x,1us",
          "--auto-filter=-1,1us"}) {
        QVERIFY2(parse({text, "--", "./app"}).exitStatus == 2, text);
    }
    QCOMPARE(parse({"--auto-filter", "--values=record", "--", "./app"}).exitStatus, 2);
}

void TestOptions::keepsOnlySourcesThatCanForget()
{
    const auto usual = parse({"--last", "60", "--memory", "--counters", "--", "./app"}).options;
    QCOMPARE(usual->lastSeconds, 60U);
    QVERIFY(
        usual->sources == (std::vector<std::string>{"functions", "threads", "memory", "counters"}));
    QCOMPARE(parse({"--last", "60", "--sources", "nvtx", "--", "./app"}).exitStatus, 2);
    QCOMPARE(parse({"--max-size", "2G", "--", "./app"}).options->maxSize, std::uint64_t{2} << 30U);
    QCOMPARE(parse({"--max-size", "1023K", "--", "./app"}).exitStatus, 2);
}

void TestOptions::readsTheRateOfSamples()
{
    const auto rateOf = [](std::vector<const char*> words) {
        words.insert(words.end(), {"--", "./app"});
        return parse(words).options->samplesPerSecond;
    };
    QCOMPARE(rateOf({}), 0U);
    QCOMPARE(rateOf({"--sample"}), 1000U);
    QCOMPARE(rateOf({"--sample", "-q"}), 1000U);
    QCOMPARE(rateOf({"--sample=250"}), 250U);
    QCOMPARE(rateOf({"--sample=2kHz"}), 2000U);
    QCOMPARE(rateOf({"--sampling-rate", "100Hz"}), 100U);
    QCOMPARE(rateOf({"--sources", "functions,sampling"}), 1000U);
    const auto offCpuOf = [](std::vector<const char*> words) {
        words.insert(words.end(), {"--", "./app"});
        return parse(words).options->offCpuPerSecond;
    };
    QCOMPARE(offCpuOf({"--off-cpu"}), 1'000U);
    QCOMPARE(offCpuOf({"--off-cpu", "--sample=500"}), 500U);
    QCOMPARE(offCpuOf({"--off-cpu=100"}), 100U);
    QCOMPARE(offCpuOf({"--sample"}), 0U);
    QCOMPARE(rateOf({"--off-cpu=100"}), 1'000U);
    QCOMPARE(rateOf({"--sampling-rate", "10kHz", "--sources", "sampling"}), 10'000U);
    for (const char* text : {"0", "-1", "11kHz", "10001", "4294968kHz", "1 kHz", "kHz", "often"}) {
        QCOMPARE(parse({"--sampling-rate", text, "--", "./app"}).exitStatus, 2);
    }
}

void TestOptions::readsTheLevelOfValues()
{
    QCOMPARE(parse({"--", "./app"}).options->values, std::string());
    for (const char* level : {"coarse", "sketch", "record"}) {
        QCOMPARE(parse({"--values", level, "--", "./app"}).options->values, std::string(level));
    }
    for (const char* level : {"pages", "all", ""}) {
        QCOMPARE(parse({"--values", level, "--", "./app"}).exitStatus, 2);
    }
}

void TestOptions::recordsInputAndOutputWhereItIsAskedFor()
{
    const auto count = [](const std::vector<const char*>& words) {
        const ParsedOptions parsed = parse(words);
        return std::ranges::count(parsed.options->sources, std::string("io"));
    };
    QCOMPARE(count({"--", "./app"}), 0);
    QCOMPARE(count({"--io", "--", "./app"}), 1);
    QCOMPARE(count({"--io", "--sources", "io,threads", "--", "./app"}), 1);
    QCOMPARE(count({"--sources", "io", "--", "./app"}), 1);
    QCOMPARE(count({"--sources", "io", "--no-io", "--", "./app"}), 0);
    QCOMPARE(count({"--", "./app", "--io"}), 0);
}

void TestOptions::readsWhatGpusCount()
{
    const auto wanted = [](const std::string& list) {
        return parse({"--gpu-metrics", list.c_str(), "--", "./app"}).options->gpuMetrics;
    };
    QVERIFY((wanted("b.sum,a.avg,b.sum") == std::vector<std::string>{"b.sum", "a.avg"}));
    QVERIFY(wanted("roofline,occupancy,tensor").size() > 20);
    QVERIFY(parse({"--", "./app"}).options->gpuMetrics.empty());
    QCOMPARE(parse({"--gpu-sampling", "--", "./app"}).options->gpuSamplesPerSecond, 1000U);
    QCOMPARE(parse({"--gpu-sampling=20kHz", "--", "./app"}).options->gpuSamplesPerSecond, 20'000U);
    std::string many;
    for (int i = 0; i < 64; ++i) {
        many.append("m").append(std::to_string(i)).append(".sum,");
    }
    QCOMPARE(wanted(many).size(), std::size_t{64});
    for (const std::string& list : {std::string(), std::string("roof"), many + "one.more"}) {
        QCOMPARE(parse({"--gpu-metrics", list.c_str(), "--", "./app"}).exitStatus, 2);
    }
}

void TestOptions::asksForACommand()
{
    for (const auto& words : {std::vector<const char*>{}, {"--"}, {"./app"}, {"-o", "x"}}) {
        const ParsedOptions parsed = parse(words);
        QVERIFY(!parsed.options.has_value());
        QCOMPARE(parsed.exitStatus, 2);
    }
}

VELLUM_TEST_GUILESS(TestOptions)
#include "test_options.moc"
