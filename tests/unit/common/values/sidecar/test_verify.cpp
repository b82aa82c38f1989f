#include "common/values/sidecar/record_table.h"
#include "common/values/sidecar/verify.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/sidecar/contents.h"

#include <QFile>
#include <QIODevice>
#include <QString>
#include <QTemporaryDir>

#include <functional>

using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace): a test
using namespace vellum::tests;            // NOLINT(google-build-using-namespace): a test

namespace {

/// One thing that is not as it must be.
struct Breach {
    const char* name;
    FindingKind kind;
    std::function<void(Contents&)> make;
    const char* sentence;  ///< a part of what is said of it
};

PageRecord& page(Contents& run, PageClass pageClass)
{
    return run.of<PageRecord>()[static_cast<std::size_t>(pageClass) - 1];
}

AccessRecord& firstWrite(Contents& run)
{
    return *std::ranges::find(run.of<AccessRecord>(), AccessKind::Write, &AccessRecord::kind);
}

std::vector<Breach> breaches()
{
    return {
        {"unchanged",
         FindingKind::ChangedBytes,
         [](Contents& run) { firstWrite(run).unchanged = firstWrite(run).bytes + 1; },
         "bytes"},
        {"undefined",
         FindingKind::ChangedBytes,
         [](Contents& run) { firstWrite(run).undefined = ~std::uint64_t{0}; },
         "undefined 18446744073709551615 are more than its"},
        {"temporal",
         FindingKind::TemporalCount,
         [](Contents& run) { run.of<AccessRecord>()[7].temporal = 1'001; },
         "ACCESS record 7: temporal is 1001, and accesses is"},
        {"spatial",
         FindingKind::SpatialCount,
         [](Contents& run) { run.of<AccessRecord>()[7].spatial = 1'001; },
         "ACCESS record 7: spatial is 1001"},
        {"items",
         FindingKind::ItemCount,
         [](Contents& run) { run.of<AccessRecord>()[7].items = 1'001; },
         "ACCESS record 7: items is 1001"},
        {"unique",
         FindingKind::UniqueItems,
         [](Contents& run) { run.of<PatternRecord>()[3].items = 0; },
         "PATTERN record 3: unique items is"},
        {"distinct",
         FindingKind::UniqueItems,
         [](Contents& run) { run.of<PatternRecord>()[3].distinct = 1'001; },
         "PATTERN record 3: distinct is 1001"},
        {"accesses to unique items",
         FindingKind::UniqueItems,
         [](Contents& run) { run.of<PatternRecord>()[3].accesses = 0; },
         "and accesses to them is 0"},
        {"object freed before",
         FindingKind::ObjectLife,
         [](Contents& run) {
             run.of<PatternRecord>()[60].object = 1;
             run.of<ObjectRecord>()[0].tFree = 5;
         },
         "object 1 lives from 0 to 5, and operation"},
        {"object made after",
         FindingKind::ObjectLife,
         [](Contents& run) {
             run.of<PatternRecord>()[0].object = 1;
             run.of<ObjectRecord>()[0].tAllocate = 50'000;
         },
         "object 1 lives from 50000 to 0"},
        {"accesses of an operation",
         FindingKind::AccessSum,
         [](Contents& run) { run.of<OperationRecord>()[4].accesses += 1; },
         "operation 5 has"},
        {"a loss nobody booked",
         FindingKind::AccessSum,
         [](Contents& run) { run.of<LossRecord>()[0].count -= 1; },
         "accesses, and its ACCESS and LOSS records have"},
        {"bytes of an edge",
         FindingKind::EdgeSum,
         [](Contents& run) { run.of<EdgeRecord>()[0].bytes += 1; },
         "bytes is"},
        {"unchanged of an edge",
         FindingKind::EdgeSum,
         [](Contents& run) { run.of<EdgeRecord>()[0].unchanged += 1; },
         "unchanged is"},
        {"undefined of an edge",
         FindingKind::EdgeSum,
         [](Contents& run) { run.of<EdgeRecord>()[0].undefined += 1; },
         "undefined is"},
        {"written of an edge",
         FindingKind::EdgeSum,
         [](Contents& run) { run.of<EdgeRecord>()[0].written += 1; },
         "written is"},
        {"end before begin",
         FindingKind::Times,
         [](Contents& run) { run.of<OperationRecord>()[2].t1 = 3; },
         "OPERATION record 2: ends at 3 before its begin at 30"},
        {"private page of two",
         FindingKind::PageClass,
         [](Contents& run) { page(run, PageClass::Private).processorMask = 5; },
         "PAGE record 0: class 1, and 2 processors, 0 written and 0 shared bytes make it 2"},
        {"read-shared page of one",
         FindingKind::PageClass,
         [](Contents& run) { page(run, PageClass::ReadShared).processorMask = 4; },
         "make it 1"},
        {"read-shared page that is written",
         FindingKind::PageClass,
         [](Contents& run) { page(run, PageClass::ReadShared).gpuWrites = 1; },
         "make it 3"},
        {"false shared page that is shared",
         FindingKind::PageClass,
         [](Contents& run) { page(run, PageClass::FalseShared).overlapBytes = 1; },
         "make it 4"},
        {"true shared page that is not",
         FindingKind::PageClass,
         [](Contents& run) { page(run, PageClass::TrueShared).overlapBytes = 0; },
         "make it 3"},
    };
}

/// Puts an id that nothing has into a field of the first of \p records, if they are of \p type.
template <typename Record>
void putWrongId(std::vector<Record>& records, ChunkType type, const Field& field)
{
    const std::uint64_t none = 54'321;
    if (Record::kType == type) {
        auto bytes = std::as_writable_bytes(std::span(records));
        std::memcpy(bytes.data() + field.offset, &none, field.bytes);
    }
}

}  // namespace

class TestVerify : public QObject {
    Q_OBJECT

    QTemporaryDir m_temporary;

    [[nodiscard]] std::filesystem::path path() const
    {
        return std::filesystem::path(m_temporary.path().toStdString()) / "run.vps";
    }
    [[nodiscard]] std::vector<Finding> findingsOf(const Contents& run) const
    {
        static_cast<void>(writeSideCar(run, path()));
        const auto sideCar = SideCar::open(path());
        return sideCar.isOk() ? verify(*sideCar.value()) : std::vector<Finding>();
    }

private slots:
    void aSoundRunHasNoFindings();
    void eachBreachIsFound_data();
    void eachBreachIsFound();
    void everyIdThatIsNoneIsFound_data();
    void everyIdThatIsNoneIsFound();
    void whatIsMissingIsNoFindingWhereRecordsAreMissing();
    void edgesThatAreLostAreNoFault();
    void ofARecordWrittenTwiceTheLastCounts();
    void findingsAreCountedAndFewAreTold();
    void flagsOfPatternsComeBack();
    void theDocumentHasTheRecords();
};

void TestVerify::aSoundRunHasNoFindings()
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto findings = findingsOf(soundRun(seed));
        QVERIFY2(
            findings.empty(),
            qPrintable(QString::fromStdString(findings.empty() ? "" : findings[0].examples[0])));
    }
    QVERIFY(findingsOf({}).empty());
}

void TestVerify::eachBreachIsFound_data()
{
    QTest::addColumn<std::size_t>("number");
    const auto all = breaches();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QTest::newRow(all[i].name) << i;
    }
}

void TestVerify::eachBreachIsFound()
{
    QFETCH(const std::size_t, number);
    const Breach breach = breaches()[number];
    Contents run = soundRun(3);
    breach.make(run);
    const auto findings = findingsOf(run);
    const auto found = std::ranges::find(findings, breach.kind, &Finding::kind);
    QVERIFY(found != findings.end());
    const bool isTold = std::ranges::any_of(found->examples, [&](const std::string& sentence) {
        return sentence.find(breach.sentence) != std::string::npos
               && sentence.find("run.vps': ") != std::string::npos;
    });
    QVERIFY2(isTold, found->examples[0].c_str());
}

void TestVerify::everyIdThatIsNoneIsFound_data()
{
    QTest::addColumn<std::size_t>("shape");
    QTest::addColumn<std::size_t>("field");
    std::size_t fields = 0;
    for (std::size_t shape = 0; shape < recordShapes().size(); ++shape) {
        const RecordShape& record = recordShapes()[shape];
        for (std::size_t field = 0; field < record.fields.size(); ++field) {
            if (record.fields[field].refers != Refers::Nothing) {
                const std::string name =
                    std::string(record.name) + ' ' + std::string(record.fields[field].name);
                QTest::newRow(name.c_str()) << shape << field;
                ++fields;
            }
        }
    }
    QCOMPARE(fields, std::size_t{48});
}

void TestVerify::everyIdThatIsNoneIsFound()
{
    QFETCH(const std::size_t, shape);
    QFETCH(const std::size_t, field);
    const RecordShape& record = recordShapes()[shape];
    const Field& changed = record.fields[field];
    Contents run = soundRun(4);
    std::apply(
        [&](auto&... lists) { (putWrongId(lists, record.type, changed), ...); }, run.records);
    const auto findings = findingsOf(run);
    const auto found = std::ranges::find(findings, FindingKind::UnresolvedId, &Finding::kind);
    QVERIFY(found != findings.end());
    const std::string wanted = std::string(record.name) + " record 0: " + std::string(changed.name)
                               + " is 54321, and there is no such "
                               + std::string(name(changed.refers));
    QVERIFY2(found->examples[0].ends_with(wanted), found->examples[0].c_str());
}

void TestVerify::whatIsMissingIsNoFindingWhereRecordsAreMissing()
{
    Contents run = soundRun(5);
    run.of<AccessRecord>().pop_back();
    QVERIFY(!findingsOf(run).empty());
    run.of<LossRecord>().push_back(
        {.kind = LossKind::OverBudget,
         .where = static_cast<std::uint32_t>(ChunkType::Access),
         .count = 1});
    QVERIFY(findingsOf(run).empty());
    run.of<OperationRecord>()[0].accesses -= 1;
    const auto findings = findingsOf(run);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].kind, FindingKind::AccessSum);
}

void TestVerify::edgesThatAreLostAreNoFault()
{
    Contents run = soundRun(5);
    run.of<EdgeRecord>()[0].bytes -= 1;
    QVERIFY(!findingsOf(run).empty());
    run.of<LossRecord>().push_back(
        {.kind = LossKind::OverBudget,
         .where = static_cast<std::uint32_t>(ChunkType::Edge),
         .count = 1});
    QVERIFY(findingsOf(run).empty());
    run.of<OperationRecord>()[0].accesses -= 1;
    QCOMPARE(findingsOf(run).size(), std::size_t{1});
}

void TestVerify::ofARecordWrittenTwiceTheLastCounts()
{
    Contents run = soundRun(6);
    auto& objects = run.of<ObjectRecord>();
    ObjectRecord early = objects[0];
    early.tFree = 1;
    objects.insert(objects.begin(), early);
    auto& ops = run.of<OperationRecord>();
    OperationRecord begun = ops[0];
    begun.accesses = 0;
    ops.insert(ops.begin(), begun);
    QVERIFY(findingsOf(run).empty());
}

void TestVerify::findingsAreCountedAndFewAreTold()
{
    Contents run = soundRun(7);
    for (AccessRecord& access : run.of<AccessRecord>()) {
        access.temporal = access.accesses + 1;
    }
    const auto findings = findingsOf(run);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].count, std::uint64_t{run.of<AccessRecord>().size()});
    QCOMPARE(findings[0].examples.size(), FindingList::kExamples);
}

void TestVerify::flagsOfPatternsComeBack()
{
    for (unsigned bits = 0; bits < 1U << 14U; ++bits) {
        const auto flags = unpacked(static_cast<std::uint16_t>(bits));
        if (bits >> 11U <= 4) {  // a unit of 8 bytes at most
            QCOMPARE(unsigned{packed(flags)}, bits);
        }
        QVERIFY(unpacked(packed(flags)) == flags || bits >> 11U > 4);
    }
    const LinePayload line{.slope = 2.5, .intercept = -1};
    QCOMPARE(payloadAs<LinePayload>(toPayload(line)).slope, 2.5);
    PatternRecord frequent{.pattern = PatternKind::Frequent};
    PatternRecord rounded{.pattern = PatternKind::SingleZero};
    rounded.flags = packed({.approximation = 4});
    QVERIFY(badgeRank(frequent) < badgeRank(rounded));
}

void TestVerify::theDocumentHasTheRecords()
{
    QFile file(qEnvironmentVariable("VELLUM_SOURCE_DIR") + "/docs/values-format.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString table = QString::fromStdString(describeRecords());
    QVERIFY2(
        QString::fromUtf8(file.readAll()).contains(table),
        qPrintable("docs/values-format.md must have this table:\n" + table));
}

VELLUM_TEST_GUILESS(TestVerify)

#include "test_verify.moc"
