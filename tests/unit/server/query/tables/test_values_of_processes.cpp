// Several side-cars answer as one with the same records does.
#include "common/query/values_flow.h"
#include "common/query/values_patterns.h"
#include "common/query/values_redundancy.h"
#include "common/query/values_summary.h"
#include "common/values/sidecar/writer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_values.h"
#include "tests/support/trace_text.h"

#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using query::ValuesBy;
using query::ValuesFlow;
using query::ValuesFlowQuestion;
using query::ValuesPatternsQuestion;
using query::ValuesRedundancyQuestion;
using query::ValuesSummary;
using query::ValuesSummaryQuestion;
using server::store::TraceStore;
using tests::RandomValues;
namespace fs = std::filesystem;
namespace sidecar = vellum::values::sidecar;

namespace {

constexpr const char* kTrace = R"(
length 999
location 3 "one"
location 5 "two"
region 1 relax
)";

/// A trace at run.otf2 of a folder, of \p files side-cars that are called run.0.vps and so on; 0: of one, run.vps.
std::shared_ptr<TraceStore> traceIn(const fs::path& folder, std::size_t files)
{
    auto trace = std::const_pointer_cast<TraceStore>(tests::traceFromText(kTrace));
    trace->path = folder / "run.otf2";
    const auto say = [&trace](const char* name, const std::string& value) {
        trace->definitions.properties.push_back(
            {.target = PropertyTarget::SystemTreeNode, .ref = 0, .name = name, .value = value});
    };
    say("VELLUM::SIDECAR", "run.vps");
    if (files > 0) {
        say("VELLUM::SIDECARS", std::to_string(files));
    }
    return trace;
}

template <typename Question>
Result<query::Answer> ask(const TraceStore& trace, const Question& question, TickRange window)
{
    query::TableRequest request;
    request.scope.window = window;
    request.asked = table::Value::of(question);
    return server::query::execute(trace, request);
}

/// Whether both answer all questions about operations alike.
QString difference(const TraceStore& one, const TraceStore& several, TickRange window)
{
    const auto isAlike = [&](const auto& question) {
        const auto a = ask(one, question, window);
        const auto b = ask(several, question, window);
        return a.isOk() && b.isOk() && a.value() == b.value();
    };
    for (std::uint8_t by = 0; by < 6; ++by) {
        if (!isAlike(ValuesSummaryQuestion{.by = static_cast<ValuesBy>(by)})) {
            return QStringLiteral("values-summary by %1").arg(by);
        }
    }
    if (!isAlike(ValuesPatternsQuestion{})) {
        return QStringLiteral("values-patterns");
    }
    return isAlike(ValuesRedundancyQuestion{.columns = 17}) ? QString()
                                                            : QStringLiteral("values-redundancy");
}

/// Init writes over what relax wrote to cells.
bool writeFlow(const fs::path& path, std::uint32_t firstId, std::uint64_t bytes)
{
    sidecar::Writer writer;
    if (writer.create(path.c_str(), {}) != sidecar::WriterFault::None) {
        return false;
    }
    const std::uint32_t relax = firstId;
    const std::uint32_t init = firstId + 1;
    const std::uint32_t memory = firstId + 2;
    writer.add(sidecar::FunctionRecord{.id = 1, .name = writer.string("relax")});
    writer.add(sidecar::FunctionRecord{.id = 2, .name = writer.string("init")});
    writer.add(sidecar::ObjectRecord{.id = 1, .size = 64, .name = writer.string("cells")});
    const auto visit = sidecar::VertexKind::Visit;
    writer.add(sidecar::VertexRecord{.id = relax, .kind = visit, .function = 1, .invocations = 2});
    writer.add(sidecar::VertexRecord{.id = init, .kind = visit, .function = 2, .invocations = 3});
    writer.add(sidecar::VertexRecord{.id = memory, .kind = sidecar::VertexKind::Allocate});
    const auto write = sidecar::EdgeType::Write;
    for (const auto& [from, to] : {std::pair(memory, relax), std::pair(relax, init)}) {
        writer.add(sidecar::EdgeRecord{
            .from = from,
            .to = to,
            .object = 1,
            .type = write,
            .ops = 1,
            .bytes = bytes,
            .written = bytes});
    }
    return writer.finish(0) == sidecar::WriterFault::None;
}

}  // namespace

class TestValuesOfProcesses : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder() const { return m_folder.path().toStdString(); }
    [[nodiscard]] fs::path numbered(std::size_t file) const
    {
        return folder() / ("run." + std::to_string(file) + ".vps");
    }

    QTemporaryDir m_folder;

private slots:
    void severalAnswerAsOneWithTheSameRecords();
    void alikePartsOfValueFlowsAreOne();
    void aMissingOneCostsItsOwnValuesOnly();
    void aNumberOfFilesThatIsNoneIsSaid();
};

void TestValuesOfProcesses::severalAnswerAsOneWithTheSameRecords()
{
    std::mt19937_64 random(11);
    for (int round = 0; round < 40; ++round) {
        const std::size_t files = 1 + random() % 5;
        const auto one = traceIn(folder(), 0);
        const auto several = traceIn(folder(), files);
        RandomValues whole = tests::randomValues(random, one->definitions, random() % 60);
        // Of operations that nobody wrote down it is not known in which file they would be.
        const auto isOfNobody = [&](const auto& record) {
            return record.op > whole.operations.size();
        };
        std::erase_if(whole.accesses, isOfNobody);
        std::erase_if(whole.pairs, isOfNobody);
        std::erase_if(whole.patterns, isOfNobody);
        QVERIFY(tests::writeValues(whole, folder() / "run.vps"));
        const auto parts = tests::split(whole, files, random);
        for (std::size_t i = 0; i < files; ++i) {
            QVERIFY(tests::writeValues(parts[i], numbered(i)));
        }
        const Tick begin = static_cast<Tick>(random() % 900);
        const TickRange part{.begin = begin, .end = begin + 1 + static_cast<Tick>(random() % 99)};
        QCOMPARE(difference(*one, *several, one->range), QString());
        QCOMPARE(difference(*one, *several, part), QString());
    }
}

void TestValuesOfProcesses::alikePartsOfValueFlowsAreOne()
{
    QVERIFY(writeFlow(numbered(0), 1, 100));
    QVERIFY(writeFlow(numbered(1), 7, 23));
    const auto trace = traceIn(folder(), 2);
    const auto answer = ask(*trace, ValuesFlowQuestion{}, trace->range);
    QVERIFY(answer.isOk());
    const ValuesFlow& flow = *std::get<query::Table>(answer.value()).answer.as<ValuesFlow>();
    QCOMPARE(flow.vertices.size(), std::size_t{3});
    QCOMPARE(flow.edges.size(), std::size_t{2});
    for (const auto& edge : flow.edges) {
        QCOMPARE(edge.bytes, std::uint64_t{123});
        QCOMPARE(edge.times, std::uint64_t{2});
    }
    std::vector<std::uint32_t> ids;
    for (const auto& vertex : flow.vertices) {
        ids.push_back(vertex.id);
        QCOMPARE(
            vertex.invocations,
            std::uint64_t{
                vertex.name == "relax"  ? 4U
                : vertex.name == "init" ? 6U
                                        : 0U});
    }
    QVERIFY(ids == (std::vector<std::uint32_t>{1, 2, 3}));
}

void TestValuesOfProcesses::aMissingOneCostsItsOwnValuesOnly()
{
    std::mt19937_64 random(12);
    const auto several = traceIn(folder(), 3);
    const auto parts =
        tests::split(tests::randomValues(random, several->definitions, 60), 3, random);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QVERIFY(tests::writeValues(parts[i], numbered(i)));
    }
    fs::remove(numbered(1));
    const auto answer = ask(*several, ValuesSummaryQuestion{}, several->range);
    QVERIFY(answer.isOk());
    const auto& summary = *std::get<query::Table>(answer.value()).answer.as<ValuesSummary>();
    QCOMPARE(summary.operations, parts[0].operations.size() + parts[2].operations.size());
    fs::remove(numbered(0));
    fs::remove(numbered(2));
    const auto none = ask(*several, ValuesSummaryQuestion{}, several->range);
    QVERIFY(!none.isOk());
    QCOMPARE(none.error().kind, ErrorKind::NotFound);
}

void TestValuesOfProcesses::aNumberOfFilesThatIsNoneIsSaid()
{
    for (const char* words : {"0", "two", "-1", "4 ", "99999999999"}) {
        auto trace = traceIn(folder(), 0);
        trace->definitions.properties.push_back(
            {.target = PropertyTarget::SystemTreeNode,
             .ref = 0,
             .name = "VELLUM::SIDECARS",
             .value = words});
        const auto answer = ask(*trace, ValuesSummaryQuestion{}, trace->range);
        QVERIFY2(!answer.isOk(), words);
        QCOMPARE(answer.error().kind, ErrorKind::InvalidArgument);
    }
}

VELLUM_TEST_GUILESS(TestValuesOfProcesses)
#include "test_values_of_processes.moc"
