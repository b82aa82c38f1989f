// CPU profiles of V8: what becomes of nodes and samples, and what is said of broken ones.

#include "server/reader/trace_opener.h"
#include "server/reader/v8/cpu_profile.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)

namespace {

/// A sample as the trace has it.
struct Sample {
    Tick at = 0;
    std::uint64_t context = 0;
    friend bool operator==(const Sample&, const Sample&) = default;
};

std::vector<Sample> samplesOf(const reader::EventSource& source)
{
    std::vector<Sample> samples;
    const std::vector<LocationIndex> own = {LocationIndex(0)};
    const auto eventReader = source.makeReader(own);
    eventReader.value()->read(own.front(), [&](const reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            samples.push_back({.at = batch.tick[i], .context = batch.payloadOf(i)[0]});
        }
        return true;
    });
    return samples;
}

/// "main>work"
std::string pathOf(const Definitions& definitions, std::uint64_t context)
{
    std::string path;
    for (auto ref = CallingContextRef(static_cast<std::uint32_t>(context));
         ref != CallingContextRef::undefined();) {
        const CallingContext& at = definitions.callingContexts.at(ref.value());
        path.insert(0, definitions.regions.at(at.region.value()).name + (path.empty() ? "" : ">"));
        ref = at.parent;
    }
    return path;
}

std::string reportOf(const reader::EventSource& source)
{
    std::string text;
    for (const query::ImportReportEntry& entry : source.head().report.entries()) {
        text += entry.kind + " " + std::to_string(entry.count) + "; ";
    }
    return text;
}

}  // namespace

class TestCpuProfile : public QObject {
    Q_OBJECT

    [[nodiscard]] std::filesystem::path path() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "a.cpuprofile";
    }
    [[nodiscard]] Result<std::unique_ptr<reader::EventSource>> open(const std::string& text) const
    {
        std::ofstream(path(), std::ios::binary) << text;
        return reader::v8::openCpuProfile(path());
    }
    QTemporaryDir m_folder;

private slots:
    void samplesHaveTheirPaths();
    void samplesEqualAPlainCount();
    void whatCannotBeUsedIsCounted();
    void isToldByItsContent_data();
    void isToldByItsContent();
    void brokenProfilesAreRefused_data();
    void brokenProfilesAreRefused();
};

void TestCpuProfile::samplesHaveTheirPaths()
{
    const auto source = open(
        R"json({"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"children":[2,5]},
            {"id":2,"callFrame":{"functionName":"work","url":"file:///a.js","lineNumber":3},"children":[9]},
            {"id":9,"callFrame":{"functionName":"","url":"file:///a.js","lineNumber":7}},
            {"id":5,"callFrame":{"functionName":"work","url":"file:///b.js","lineNumber":3}}],
            "startTime":1000,"endTime":5000,"samples":[2,9,1,5],"timeDeltas":[0,1000,1500,-200]})json");
    ;
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.regions.size(), 4U);
    QCOMPARE(definitions.regions[1].sourceFile, std::string("file:///a.js"));
    QCOMPARE(definitions.regions[1].beginLine, 4U);
    QCOMPARE(definitions.regions[0].beginLine, 0U);
    QCOMPARE(definitions.clock.length, 4'000'000U);
    std::string text;
    for (const Sample& sample : samplesOf(*source.value())) {
        text += std::to_string(sample.at) + " " + pathOf(definitions, sample.context) + "; ";
    }
    QCOMPARE(
        text,
        std::string("0 (root)>work; 1000000 (root)>work>(anonymous); 2300000 (root)>work; "
                    "2500000 (root); "));
    QCOMPARE(reportOf(*source.value()), std::string("cpu-samples 4; sample-out-of-order 1; "));
}

/// Random trees and samples beside what the text says when it is added up plainly.
void TestCpuProfile::samplesEqualAPlainCount()
{
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        const std::size_t nodes = 1 + (random() % 40);
        std::vector<std::size_t> parent(nodes);
        std::vector<std::string> children(nodes);
        for (std::size_t i = 1; i < nodes; ++i) {
            parent[i] = (random() % i);
            std::string& list = children[parent[i]];
            list += (list.empty() ? "" : ",") + std::to_string(i + 100);
        }
        std::string text = R"({"nodes":[)";
        for (std::size_t i = 0; i < nodes; ++i) {
            text += (i == 0 ? "" : ",") + std::string(R"({"id":)") + std::to_string(i + 100)
                    + R"(,"callFrame":{"functionName":"f)" + std::to_string(i)
                    + R"("},"children":[)" + children[i] + "]}";
        }
        std::string ids;
        std::string deltas;
        std::vector<Sample> expected;
        Tick at = 0;
        const std::size_t samples = random() % 200;
        for (std::size_t i = 0; i < samples; ++i) {
            const std::uint64_t node = random() % nodes;
            const std::uint64_t delta = random() % 1000;
            at += static_cast<Tick>(delta) * 1000;
            ids += (i == 0 ? "" : ",") + std::to_string(node + 100);
            deltas += (i == 0 ? "" : ",") + std::to_string(delta);
            expected.push_back({.at = at, .context = node});
        }
        text.append(R"(],"startTime":5,"endTime":6,"samples":[)").append(ids);
        text.append(R"(],"timeDeltas":[)").append(deltas).append("]}");
        const auto source = open(text);
        QVERIFY(source.isOk());
        QVERIFY(samplesOf(*source.value()) == expected);
        const auto& contexts = source.value()->head().definitions.callingContexts;
        for (std::size_t i = 1; i < nodes; ++i) {
            QCOMPARE(std::size_t(contexts.at(i).parent.value()), parent[i]);
        }
    }
}

void TestCpuProfile::whatCannotBeUsedIsCounted()
{
    const auto source = open(
        R"({"nodes":[{"id":1,"callFrame":{"functionName":"a"},"children":[2,77]},{"id":2},7,
            {"id":1,"callFrame":{"functionName":"b"}}],
            "samples":[1,2,"x",1],"timeDeltas":[1e300,1,1]})");
    QVERIFY(source.isOk());
    QCOMPARE(
        reportOf(*source.value()),
        std::string("cpu-samples 1; unusable-node 2; second-node 1; missing-node 2; "
                    "sample-without-chain 2; unusable-number 2; unequal-lists 1; "));
    QCOMPARE(samplesOf(*source.value()).size(), 1U);
}

void TestCpuProfile::isToldByItsContent_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isProfile");
    QTest::newRow("profile") << R"({"nodes":[{"id":1,"callFrame":{}}]})" << true;
    QTest::newRow("PyTorch's execution trace") << R"({"schema":"1","nodes":[{"id":1}]})" << false;
    QTest::newRow("Chromium's trace")
        << R"({"traceEvents":[{"ph":"P","args":{"data":{"nodes":[{"callFrame":{}}]}}}]})" << false;
}

void TestCpuProfile::isToldByItsContent()
{
    QFETCH(QString, text);
    std::ofstream(path(), std::ios::binary) << text.toStdString();
    const auto found = reader::recognise(path());
    QVERIFY(found.isOk());
    QTEST(found.value().format == reader::TraceFormat::CpuProfile, "isProfile");
}

void TestCpuProfile::brokenProfilesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("cut off") << R"({"nodes":[{"id":1,"callFrame":{}},)"
                             << "cannot be read";
    QTest::newRow("nothing") << ""
                             << "cannot be read";
    QTest::newRow("a list") << "[]"
                            << "cannot be read";
    QTest::newRow("no nodes") << R"({"samples":[],"timeDeltas":[]})"
                              << "has no list 'nodes'";
    QTest::newRow("no times") << R"({"nodes":[],"samples":[]})"
                              << "has no lists 'samples' and 'timeDeltas'";
}

void TestCpuProfile::brokenProfilesAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto source = open(text.toStdString());
    QVERIFY(!source.isOk());
    const QString said = QString::fromStdString(source.error().message);
    QVERIFY2(
        said.contains("a.cpuprofile' is a CPU profile of V8 that " + sentence), qPrintable(said));
}

VELLUM_TEST_APPLESS(TestCpuProfile)
#include "test_cpu_profile.moc"
