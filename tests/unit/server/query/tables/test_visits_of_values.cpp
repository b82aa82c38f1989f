// A search for the visits behind a row of values.
#include "common/values/sidecar/writer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>
#include <QTemporaryDir>

#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace)
using server::store::TraceStore;

namespace {

constexpr const char* kTrace = R"(
length 999
location 3 "one"
location 5 "two"
region 1 relax
region 2 init
enter 3 @100 relax
enter 3 @120 init
leave 3 @150 init
leave 3 @200 relax
enter 3 @300 relax
leave 3 @310 relax
enter 3 @312 init
leave 3 @315 init
enter 3 @320 relax
leave 3 @330 relax
enter 5 @400 init
enter 5 @410 init
leave 5 @450 init
leave 5 @500 init
)";

struct Operation {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t location = 0;
    std::uint32_t function = 0;
    std::uint64_t object = 0;
    PatternKind pattern = PatternKind::SilentStore;
    std::uint32_t flags = 0;
};

bool writeValues(const std::string& path, const std::vector<Operation>& operations)
{
    Writer writer;
    if (writer.create(path.c_str(), {.clock = ClockId::Counter}) != WriterFault::None) {
        return false;
    }
    const char* const functions[] = {"relax", "init", "nowhere"};
    for (std::uint32_t id = 1; id <= 3; ++id) {
        writer.add(FunctionRecord{.id = id, .name = writer.string(functions[id - 1])});
    }
    writer.add(ObjectRecord{.id = 1, .size = 8, .name = writer.string("cells")});
    writer.add(ObjectRecord{.id = 2, .size = 8, .name = writer.string("grid")});
    std::uint64_t id = 0;
    for (const Operation& one : operations) {
        ++id;
        OperationRecord record;
        record.id = id;
        record.t0 = one.begin;
        record.t1 = one.end;
        record.function = one.function;
        record.flags = one.flags;
        writer.add(record);
        AccessRecord access;
        access.op = id;
        access.object = one.object;
        access.kind = AccessKind::Write;
        access.accesses = 1;
        access.bytes = 8;
        writer.add(access);
        PatternRecord pattern;
        pattern.op = id;
        pattern.object = one.object;
        pattern.pattern = one.pattern;
        writer.add(pattern);
        writer.add(LinkRecord{
            .op = id, .location = one.location, .time = one.begin, .quality = LinkQuality::Exact});
    }
    return writer.finish(0) == WriterFault::None;
}

}  // namespace

class TestVisitsOfValues : public QObject {
    Q_OBJECT

    /// Begins of what is found, in the answer's order.
    [[nodiscard]] std::vector<Tick> found(const std::string& pattern) const
    {
        query::SearchRequest request;
        request.scope.window = m_trace->range;
        request.pattern = pattern;
        request.limit = 100;
        const auto answer = server::query::execute(*m_trace, request);
        std::vector<Tick> begins;
        if (answer.isOk()) {
            for (const auto& hit : std::get<query::SearchHits>(answer.value()).hits) {
                begins.push_back(hit.visit.begin);
            }
        }
        return begins;
    }

    QTemporaryDir m_folder;
    std::shared_ptr<TraceStore> m_trace;

private slots:
    void initTestCase();
    void anOperationIsTheVisitThatBeginsWithIt();
    void mergedOnesAreAllTheirVisits();
    void anInheritedOneIsTheVisitAroundIt();
    void whatCannotBeSoughtIsSaid();
};

void TestVisitsOfValues::initTestCase()
{
    m_trace = std::const_pointer_cast<TraceStore>(tests::traceFromText(kTrace));
    m_trace->path = m_folder.filePath("run.otf2").toStdString();
    constexpr std::uint32_t kRelax = 1;
    constexpr std::uint32_t kInit = 2;
    constexpr std::uint32_t kNowhere = 3;
    QVERIFY(writeValues(
        m_folder.filePath("run.vps").toStdString(),
        {{100, 200, 3, kRelax, 1},
         {120, 150, 3, kInit, 2},
         {300, 330, 3, kRelax, 2, PatternKind::SingleZero, OperationRecord::kMerged},
         {400, 500, 5, kInit, 1, PatternKind::SingleZero},
         {430, 440, 5, kInit, 2, PatternKind::HeavyType},
         {450, 460, 5, kRelax, 1},
         {450, 460, 5, kNowhere, 1}}));
}

void TestVisitsOfValues::anOperationIsTheVisitThatBeginsWithIt()
{
    QVERIFY(found("values:object=cells") == (std::vector<Tick>{100, 400}));
    QVERIFY(found("values:object=cells,pattern=single-zero") == (std::vector<Tick>{400}));
    QVERIFY(found("values:object=cells,access=load").empty());
    QVERIFY(found("values:object=none").empty());
}

void TestVisitsOfValues::mergedOnesAreAllTheirVisits()
{
    QVERIFY(found("values:object=grid,pattern=single-zero") == (std::vector<Tick>{300, 320}));
}

void TestVisitsOfValues::anInheritedOneIsTheVisitAroundIt()
{
    QVERIFY(found("values:pattern=heavy-type") == (std::vector<Tick>{410}));
}

void TestVisitsOfValues::whatCannotBeSoughtIsSaid()
{
    query::SearchRequest request;
    request.pattern = "values:object";
    request.limit = 1;
    request.scope.window = m_trace->range;
    const auto misspelt = server::query::execute(*m_trace, request);
    QVERIFY(!misspelt.isOk());
    QCOMPARE(misspelt.error().kind, ErrorKind::InvalidArgument);
    TraceStore without = *m_trace;
    without.path = m_folder.filePath("other.otf2").toStdString();
    request.pattern = "values:object=cells";
    const auto nothing = server::query::execute(without, request);
    QVERIFY(!nothing.isOk());
    QCOMPARE(nothing.error().kind, ErrorKind::NotFound);
}

VELLUM_TEST_GUILESS(TestVisitsOfValues)
#include "test_visits_of_values.moc"
