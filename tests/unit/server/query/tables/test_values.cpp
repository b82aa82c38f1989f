#include "common/query/values_operations.h"
#include "common/query/values_patterns.h"
#include "common/query/values_redundancy.h"
#include "common/query/values_sharing.h"
#include "common/query/values_summary.h"
#include "common/time/columns.h"
#include "common/values/sidecar/writer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace)
using query::ValueAccess;
using query::ValuePattern;
using query::ValuesBy;
using query::ValuesOperations;
using query::ValuesOperationsQuestion;
using query::ValuesPatterns;
using query::ValuesPatternsQuestion;
using query::ValuesRedundancy;
using query::ValuesRedundancyQuestion;
using query::ValuesSharing;
using query::ValuesSharingQuestion;
using query::ValuesSummary;
using query::ValuesSummaryQuestion;
using query::ValuesSummaryRow;

namespace {

constexpr const char* kTrace = R"(
length 999
location 3 "one"
location 5 "two"
region 1 relax
region 2 init
)";

constexpr Digest kRun = {1, 2, 3};
constexpr const char* kRunText = "01020300000000000000000000000000";
constexpr const char* kObjects[] = {"unknown memory", "cells", "cells", "object 3"};
constexpr const char* kLines[] = {"", "relax.c:10", "relax.c:11", "init.c:7"};
constexpr const char* kFunctions[] = {"", "relax", "relax", "init"};

/// An operation as it was written down.
struct Written {
    OperationRecord record;
    std::uint64_t location = 3;
    bool isLinked = true;
};

/// All that a test writes beside a trace.
struct Run {
    std::vector<Written> operations;
    std::vector<AccessRecord> accesses;
    std::vector<SitePairRecord> pairs;
    std::vector<PatternRecord> patterns;
    std::vector<LossRecord> losses;
    std::vector<PageRecord> pages;
};

Run randomRun(std::mt19937& random)
{
    Run run;
    const std::uint64_t operations = random() % 12;
    for (std::uint64_t id = 1; id <= operations; ++id) {
        Written one;
        one.record.id = id;
        one.record.kind = OperationKind::Visit;
        one.record.function = 1 + static_cast<std::uint32_t>(random() % 2);
        one.record.t0 = random() % 900;
        one.record.t1 = one.record.t0 + random() % 100;
        one.location = random() % 2 == 0 ? 3 : 5;
        one.isLinked = random() % 5 != 0;
        run.operations.push_back(one);
    }
    for (std::uint64_t i = operations == 0 ? 0 : random() % 60; i > 0; --i) {
        AccessRecord access;
        access.op = 1 + random() % operations;
        access.object = random() % 4;
        access.site = static_cast<std::uint32_t>(random() % 4);
        access.kind = random() % 2 == 0 ? AccessKind::Read : AccessKind::Write;
        access.unit = 8;
        access.accesses = 1 + random() % 100;
        access.bytes = access.accesses * 8;
        access.temporal = random() % (access.accesses + 1);
        access.unchanged = access.kind == AccessKind::Write ? 8 * (random() % access.accesses) : 0;
        run.accesses.push_back(access);
    }
    for (std::uint64_t i = operations == 0 ? 0 : random() % 10; i > 0; --i) {
        run.pairs.push_back(
            {.from = static_cast<std::uint32_t>(random() % 4),
             .to = 1,
             .op = 1 + random() % operations,
             .object = random() % 4,
             .count = 1,
             .bytes = random() % 50,
             .pattern = random() % 2 == 0 ? PatternKind::DeadStore : PatternKind::SilentStore,
             .kind = AccessKind::Write,
             .unit = 8});
    }
    for (std::uint64_t i = operations == 0 ? 0 : random() % 10; i > 0; --i) {
        constexpr PatternKind kKinds[] = {
            PatternKind::SingleZero, PatternKind::HeavyType, PatternKind::SilentStore};
        PatternRecord pattern;
        pattern.op = 1 + random() % operations;
        pattern.object = random() % 4;
        pattern.site = static_cast<std::uint32_t>(random() % 4);
        pattern.pattern = kKinds[random() % 3];
        pattern.flags = packed(
            {.kind = AccessKind::Write, .type = values::sidecar::ValueType::Signed, .unit = 8});
        pattern.accesses = 1 + random() % 100;
        pattern.coverage = 0.5F;
        pattern.payload = toPayload(NarrowingPayload{
            .fromType = values::sidecar::ValueType::Signed,
            .fromUnit = 8,
            .toType = values::sidecar::ValueType::Signed,
            .toUnit = 2,
            .bits = 11});
        if (pattern.pattern != PatternKind::HeavyType) {
            pattern.payload = {};
        }
        run.patterns.push_back(pattern);
    }
    if (operations > 0) {
        run.losses.push_back({.op = 1, .kind = LossKind::BufferFull, .count = 17});
        run.losses.push_back({.op = 1, .kind = LossKind::OverBudget, .count = 1000});
    }
    return run;
}

void addNames(Writer& writer)
{
    const StringId relax = writer.string("relax");
    const StringId init = writer.string("init");
    const StringId relaxFile = writer.string("/src/relax.c");
    const StringId initFile = writer.string("init.c");
    writer.add(FunctionRecord{.id = 1, .name = relax});
    writer.add(FunctionRecord{.id = 2, .name = init});
    writer.add(SiteRecord{.id = 1, .function = 1, .file = relaxFile, .line = 10, .unit = 8});
    writer.add(SiteRecord{.id = 2, .function = 1, .file = relaxFile, .line = 11, .unit = 8});
    writer.add(SiteRecord{.id = 3, .function = 2, .file = initFile, .line = 7, .unit = 8});
    writer.add(
        CallingContextRecord{.id = 1, .function = 2, .kind = CallingContextKind::CpuFunction});
    const StringId cells = writer.string("cells");
    for (std::uint64_t id : {1U, 2U}) {
        writer.add(ObjectRecord{
            .id = id,
            .base = 0x1000 * id,
            .size = 256,
            .callingContext = 1,
            .name = cells,
            .space = ObjectSpace::Heap});
    }
    writer.add(ObjectRecord{.id = 3, .base = 0x9000, .size = 8, .space = ObjectSpace::Static});
}

bool write(const std::string& path, const Run& run)
{
    Writer writer;
    if (writer.create(path.c_str(), {.runId = kRun, .clock = ClockId::Monotonic})
        != WriterFault::None) {
        return false;
    }
    addNames(writer);
    for (const Written& one : run.operations) {
        writer.add(one.record);
    }
    for (const AccessRecord& access : run.accesses) {
        writer.add(access);
    }
    for (const PatternRecord& pattern : run.patterns) {
        writer.add(pattern);
    }
    for (const SitePairRecord& pair : run.pairs) {
        writer.add(pair);
    }
    for (const PageRecord& page : run.pages) {
        writer.add(page);
    }
    for (const Written& one : run.operations) {
        if (one.isLinked) {
            writer.add(LinkRecord{
                .op = one.record.id,
                .location = one.location,
                .time = one.record.t0,
                .quality = LinkQuality::Exact});
        }
    }
    for (const LossRecord& loss : run.losses) {
        writer.add(loss);
    }
    return writer.finish(1000) == WriterFault::None;
}

/// A trace with a side-car beside it.
struct Bench {
    explicit Bench(const Run& run)
    {
        place = folder.filePath("run").toStdString();
        isWritten = write(place + ".vps", run);
        store = *tests::traceFromText(kTrace);
        store.path = place + ".otf2";
    }
    void addProperty(const char* name, const std::string& value)
    {
        store.definitions.properties.push_back(
            {.target = PropertyTarget::SystemTreeNode, .ref = 0, .name = name, .value = value});
    }
    template <typename Question>
    [[nodiscard]] Result<query::Answer> ask(
        const Question& question,
        TickRange window,
        const std::vector<LocationRef>& locations = {}) const
    {
        return server::query::execute(
            store,
            query::TableRequest{
                .scope = {.window = window, .locations = locations},
                .asked = table::Value::of(question)});
    }
    template <typename Answer, typename Question>
    [[nodiscard]] Answer answer(
        const Question& question,
        TickRange window,
        const std::vector<LocationRef>& locations = {}) const
    {
        const auto answer = ask(question, window, locations);
        return answer.isOk() ? *std::get<query::Table>(answer.value()).answer.template as<Answer>()
                             : Answer();
    }

    QTemporaryDir folder;
    std::string place;
    bool isWritten = false;
    server::store::TraceStore store;
};

struct SlowScope {
    TickRange window;
    std::vector<LocationRef> locations;
    bool isAll = false;

    [[nodiscard]] bool contains(const Written& one) const
    {
        if (!one.isLinked) {
            return isAll;
        }
        const auto begin = static_cast<Tick>(one.record.t0);
        const auto end = std::max(begin + 1, static_cast<Tick>(one.record.t1));
        const bool isAsked =
            locations.empty()
            || std::ranges::find(locations, LocationRef(one.location)) != locations.end();
        return isAsked && begin < window.end && end > window.begin;
    }
};

std::pair<std::string, std::string> slowNames(
    const Run& run,
    std::uint64_t op,
    std::uint64_t object,
    std::uint32_t site,
    AccessKind kind,
    ValuesBy by)
{
    const Written& operation = run.operations[op - 1];
    switch (by) {
    case ValuesBy::Object:
        return {
            kObjects[object],
            object == 3   ? "a variable of the program"
            : object == 0 ? ""
                          : "allocated in init"};
    case ValuesBy::Site:
        return {kLines[site], kObjects[object]};
    case ValuesBy::Line:
        return {kLines[site], kFunctions[site]};
    case ValuesBy::Function:
        return {kFunctions[site], ""};
    case ValuesBy::Location:
        return {
            !operation.isLinked        ? "not found in the trace"
            : operation.location == 3U ? "one"
                                       : "two",
            ""};
    case ValuesBy::Kind:
        return {kind == AccessKind::Read ? "loads" : "stores", ""};
    }
    return {};
}

using SlowRows = std::map<std::pair<std::string, std::string>, ValuesSummaryRow>;

SlowRows slowSummary(const Run& run, const SlowScope& scope, ValuesBy by)
{
    SlowRows rows;
    for (const AccessRecord& access : run.accesses) {
        if (!scope.contains(run.operations[access.op - 1])) {
            continue;
        }
        ValuesSummaryRow& row =
            rows[slowNames(run, access.op, access.object, access.site, access.kind, by)];
        row.accesses += access.accesses;
        if (access.kind == AccessKind::Read) {
            row.loadedBytes += access.bytes;
            row.reloadedBytes += access.temporal * 8;
        } else {
            row.storedBytes += access.bytes;
            row.unchangedBytes += access.unchanged;
        }
    }
    for (const SitePairRecord& pair : run.pairs) {
        const auto names = slowNames(run, pair.op, pair.object, pair.from, pair.kind, by);
        if (pair.pattern == PatternKind::DeadStore && scope.contains(run.operations[pair.op - 1])
            && rows.contains(names)) {
            rows[names].deadBytes += pair.bytes;
        }
    }
    std::map<std::pair<std::string, std::string>, std::map<ValuePattern, double>> explained;
    for (const PatternRecord& pattern : run.patterns) {
        if (scope.contains(run.operations[pattern.op - 1])) {
            const auto names =
                slowNames(run, pattern.op, pattern.object, pattern.site, AccessKind::Write, by);
            const ValuePattern kind =
                pattern.pattern == PatternKind::SingleZero  ? ValuePattern::SingleZero
                : pattern.pattern == PatternKind::HeavyType ? ValuePattern::HeavyType
                                                            : ValuePattern::SilentStore;
            explained[names][kind] += static_cast<double>(pattern.accesses) / 2;
        }
    }
    for (auto& [names, row] : rows) {
        double most = 0;
        for (const auto& [pattern, accesses] : explained[names]) {
            row.pattern = accesses > most ? pattern : row.pattern;
            most = std::max(most, accesses);
        }
    }
    return rows;
}

/// Empty where they are alike.
std::string differenceOf(const ValuesSummary& answer, SlowRows slow)
{
    if (answer.rows.size() != slow.size()) {
        return "rows: " + std::to_string(answer.rows.size()) + " and "
               + std::to_string(slow.size());
    }
    std::uint64_t last = ~std::uint64_t{0};
    for (ValuesSummaryRow row : answer.rows) {
        if (redundantBytes(row) > last) {
            return "the order";
        }
        last = redundantBytes(row);
        const ValuesSummaryRow& other = slow[{row.name, row.where}];
        const std::string place =
            row.file.substr(row.file.rfind('/') + 1) + ':' + std::to_string(row.line);
        const bool hasPlace =
            answer.by == ValuesBy::Line && row.name.find(':') != std::string::npos;
        if (hasPlace ? place != row.name : !row.file.empty() || row.line != 0) {
            return "the place of " + row.name;
        }
        row.file.clear();
        row.line = 0;
        row.key = 0;
        row.name.clear();
        row.where.clear();
        if (!(table::Value::of(row) == table::Value::of(other))) {
            return "a row";
        }
    }
    return {};
}

using SlowOperationRow = std::tuple<std::uint64_t, Tick, Tick, std::uint64_t, std::uint64_t>;

/// Operation by operation, record by record.
std::multiset<SlowOperationRow> slowOperations(
    const Run& run, const SlowScope& scope, const ValuesOperationsQuestion& question)
{
    const auto isAsked = [&](std::uint64_t object, std::uint32_t site, AccessKind kind) {
        const bool isKind = question.access == ValueAccess::Any
                            || (question.access == ValueAccess::Load) == (kind == AccessKind::Read);
        const auto fits = [](const std::string& wanted, const std::string& is) {
            return wanted.empty() || wanted == is;
        };
        return isKind && fits(question.object, kObjects[object])
               && fits(question.line, kLines[site]) && fits(question.function, kFunctions[site]);
    };
    std::multiset<SlowOperationRow> rows;
    for (const Written& one : run.operations) {
        const std::uint64_t op = one.record.id;
        bool isFound = false;
        std::uint64_t moved = 0;
        std::uint64_t redundant = 0;
        for (const AccessRecord& access : run.accesses) {
            if (access.op == op && isAsked(access.object, access.site, access.kind)) {
                isFound = true;
                moved += access.bytes;
                redundant +=
                    access.kind == AccessKind::Read ? access.temporal * 8 : access.unchanged;
            }
        }
        if (question.pattern != ValuePattern::None) {
            isFound = std::ranges::any_of(run.patterns, [&](const PatternRecord& pattern) {
                return pattern.op == op && pattern.pattern == PatternKind::SilentStore
                       && isAsked(pattern.object, pattern.site, AccessKind::Write);
            });
        }
        if (isFound && one.isLinked && scope.contains(one)) {
            const auto begin = static_cast<Tick>(one.record.t0);
            const auto length = static_cast<Tick>(one.record.t1 - one.record.t0);
            rows.emplace(
                one.location, begin, std::clamp<Tick>(length, 1, 1000 - begin), moved, redundant);
        }
    }
    return rows;
}

}  // namespace

class TestValues : public QObject {
    Q_OBJECT

private slots:
    void sumsEqualThoseOfTheRecords();
    void functionsAndLocationsHaveTheirReferences();
    void operationsAreThoseBehindARow();
    void redundancyLosesNoByte();
    void patternsAreOnesOfObjectAndLine();
    void sharingPutsFalseOnesFirst();
    void timesOutsideOfTheTraceJoinNothing();
    void whatIsNotThereIsSaid();
    void anotherRunsValuesAreRefused();
    void aSideCarLiesBesideItsTrace();
};

namespace {

/// Empty where the answers by each grouping are the slow ones; counts their rows.
std::string differenceIn(
    const Run& run, const SlowScope& scope, const Bench& bench, std::size_t& rows)
{
    for (std::uint8_t by = 0; by < 6; ++by) {
        const auto one = static_cast<ValuesBy>(by);
        const auto answer = bench.answer<ValuesSummary>(
            ValuesSummaryQuestion{.by = one}, scope.window, scope.locations);
        std::string difference = differenceOf(answer, slowSummary(run, scope, one));
        if (!difference.empty()) {
            return difference;
        }
        rows += answer.rows.size();
    }
    return {};
}

}  // namespace

void TestValues::sumsEqualThoseOfTheRecords()
{
    std::mt19937 random(5);
    std::size_t rows = 0;
    for (int round = 0; round < 150; ++round) {
        const Run run = randomRun(random);
        const Bench bench(run);
        QVERIFY(bench.isWritten);
        SlowScope scope{.window = bench.store.range, .locations = {}, .isAll = true};
        if (round % 3 == 1) {
            scope = {.window = {.begin = 100, .end = 400}, .locations = {}};
        } else if (round % 3 == 2) {
            scope = {.window = bench.store.range, .locations = {LocationRef(5)}};
        }
        const std::string difference = differenceIn(run, scope, bench, rows);
        QVERIFY2(difference.empty(), difference.c_str());
    }
    QVERIFY2(rows > 1500, qPrintable(QString::number(rows)));
}

void TestValues::functionsAndLocationsHaveTheirReferences()
{
    Run run;
    run.operations.push_back({.record = {.id = 1, .t1 = 5, .function = 1}, .location = 5});
    run.accesses.push_back(
        {.op = 1, .site = 1, .kind = AccessKind::Read, .unit = 8, .accesses = 1, .bytes = 8});
    run.losses.push_back({.op = 1, .kind = LossKind::BufferFull, .count = 17});
    run.losses.push_back({.op = 1, .kind = LossKind::OverBudget, .count = 1000});
    const Bench bench(run);
    const auto functions = bench.answer<ValuesSummary>(
        ValuesSummaryQuestion{.by = ValuesBy::Function}, bench.store.range);
    QCOMPARE(functions.rows.size(), std::size_t{1});
    QCOMPARE(functions.rows[0].key, std::uint64_t{1});
    QCOMPARE(functions.operations, std::uint64_t{1});
    QCOMPARE(functions.lostAccesses, std::uint64_t{17});
    const auto locations = bench.answer<ValuesSummary>(
        ValuesSummaryQuestion{.by = ValuesBy::Location}, bench.store.range);
    QCOMPARE(locations.rows[0].key, std::uint64_t{5});
}

void TestValues::operationsAreThoseBehindARow()
{
    std::mt19937 random(77);
    std::size_t found = 0;
    for (int round = 0; round < 60; ++round) {
        const Run run = randomRun(random);
        const Bench bench(run);
        const Tick begin = static_cast<Tick>(random() % 900);
        const SlowScope scope{
            .window = {.begin = begin, .end = begin + 1 + static_cast<Tick>(random() % 99)},
            .locations = {}};
        ValuesOperationsQuestion question;
        question.object = random() % 2 == 0 ? kObjects[random() % 4] : "";
        question.line = random() % 2 == 0 ? kLines[random() % 4] : "";
        question.function = random() % 3 == 0 ? kFunctions[random() % 4] : "";
        question.access = static_cast<ValueAccess>(random() % 3);
        question.pattern = random() % 2 == 0 ? ValuePattern::None : ValuePattern::SilentStore;
        const auto answer = bench.answer<ValuesOperations>(question, scope.window);
        const auto slow = slowOperations(run, scope, question);
        std::multiset<SlowOperationRow> rows;
        for (const auto& row : answer.rows) {
            rows.emplace(
                row.location.value(), row.begin, row.duration, row.movedBytes, row.redundantBytes);
        }
        QVERIFY(rows == slow);
        QCOMPARE(answer.count, static_cast<std::uint64_t>(slow.size()));
        QVERIFY(std::ranges::is_sorted(answer.rows, {}, &query::ValuesOperationRow::begin));
        found += slow.size();
    }
    QVERIFY(found > 0);
}

void TestValues::redundancyLosesNoByte()
{
    std::mt19937 random(6);
    std::uint64_t all = 0;
    for (int round = 0; round < 100; ++round) {
        Run run = randomRun(random);
        const Bench bench(run);
        const auto columns = static_cast<std::uint32_t>(1 + random() % 50);
        const auto answer = bench.answer<ValuesRedundancy>(
            ValuesRedundancyQuestion{.columns = columns}, bench.store.range);
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> slow;
        std::map<std::uint64_t, std::uint64_t> bytes;
        for (const AccessRecord& access : run.accesses) {
            bytes[access.op] += access.bytes;
        }
        const Columns cut{.range = bench.store.range, .count = columns};
        for (const Written& one : run.operations) {
            const std::uint64_t length = std::max<std::uint64_t>(1, one.record.t1 - one.record.t0);
            const std::uint64_t moved = bytes[one.record.id];
            // What was moved in each tick: whole bytes, and none is lost.
            for (std::uint64_t i = 0; one.isLinked && i < length; ++i) {
                const std::uint64_t here = moved * (i + 1) / length - moved * i / length;
                const auto column =
                    static_cast<std::uint64_t>(cut.columnOf(static_cast<Tick>(one.record.t0 + i)));
                slow[{one.location, column}] += here;
            }
        }
        std::erase_if(slow, [](const auto& one) { return one.second == 0; });
        QCOMPARE(answer.rows.size(), slow.size());
        for (const query::ValuesRedundancyRow& row : answer.rows) {
            const std::uint64_t expected = slow[std::pair(row.location.value(), row.column)];
            QCOMPARE(row.movedBytes, expected);
            QVERIFY(row.redundantBytes <= row.movedBytes);
            all += row.movedBytes;
        }
    }
    QVERIFY(all > 100'000);
}

void TestValues::patternsAreOnesOfObjectAndLine()
{
    Run run;
    run.operations.push_back({.record = {.id = 1, .t1 = 5, .function = 1}});
    run.operations.push_back({.record = {.id = 2, .t0 = 10, .t1 = 15, .function = 1}});
    PatternRecord narrow{
        .op = 1,
        .object = 1,
        .site = 1,
        .pattern = PatternKind::HeavyType,
        .flags = packed(
            {.kind = AccessKind::Write, .type = values::sidecar::ValueType::Signed, .unit = 8}),
        .items = 40,
        .accesses = 100,
        .coverage = 1,
        .payload = toPayload(NarrowingPayload{
            .fromType = values::sidecar::ValueType::Signed,
            .fromUnit = 8,
            .toType = values::sidecar::ValueType::Signed,
            .toUnit = 1,
            .bits = 7})};
    run.patterns.push_back(narrow);
    narrow.op = 2;
    narrow.object = 2;  // allocated at the same place, of the same name
    narrow.accesses = 60;
    run.patterns.push_back(narrow);
    const Bench bench(run);
    const auto answer = bench.answer<ValuesPatterns>(ValuesPatternsQuestion(), bench.store.range);
    QCOMPARE(answer.rows.size(), std::size_t{1});
    const query::ValuesPatternRow& row = answer.rows[0];
    QCOMPARE(row.object, std::string("cells"));
    QCOMPARE(row.line, std::string("relax.c:10"));
    QCOMPARE(row.function, std::string("relax"));
    QCOMPARE(row.operations, std::uint64_t{2});
    QCOMPARE(row.bytes, std::uint64_t{160} * 7);  // seven of eight bytes each
    QCOMPARE(row.evidence, std::string("all values fit in 7 bits, of 64"));
    QCOMPARE(row.advice, std::string("use the narrower type"));
    const auto later =
        bench.answer<ValuesPatterns>(ValuesPatternsQuestion(), TickRange{.begin = 8, .end = 20});
    QCOMPARE(later.rows[0].accesses, std::uint64_t{60});
}

void TestValues::sharingPutsFalseOnesFirst()
{
    Run run;
    run.pages.push_back(
        {.object = 1,
         .page = 0x1040,
         .pageClass = PageClass::TrueShared,
         .pageShift = 6,
         .processorMask = 3,
         .pingPong = 90});
    run.pages.push_back(
        {.object = 1,
         .page = 0x1000,
         .pageClass = PageClass::FalseShared,
         .pageShift = 6,
         .cpuWrites = 16,
         .processorMask = 7,
         .pingPong = 5});
    run.pages.push_back({.object = 1, .page = 0x1080, .pageClass = PageClass::Private});
    const Bench bench(run);
    const auto answer = bench.answer<ValuesSharing>(ValuesSharingQuestion(), bench.store.range);
    QCOMPARE(answer.rows.size(), std::size_t{2});
    QCOMPARE(answer.rows[0].sharing, query::ValuesSharingClass::FalseShared);
    QCOMPARE(answer.rows[0].offset, std::uint64_t{0});
    QCOMPARE(answer.rows[0].size, std::uint64_t{64});
    QCOMPARE(answer.rows[0].processors, 3U);
    QCOMPARE(answer.rows[1].offset, std::uint64_t{64});
    QCOMPARE(answer.rows[1].moves, std::uint64_t{90});
}

/// A side-car may say anything of times and counts.
void TestValues::timesOutsideOfTheTraceJoinNothing()
{
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    Run run;
    run.operations.push_back({.record = {.id = 1, .t0 = kMost - 5, .t1 = kMost, .function = 1}});
    run.operations.push_back({.record = {.id = 2, .t0 = 10, .t1 = kMost, .function = 1}});
    for (const std::uint64_t op : {1U, 2U}) {
        run.accesses.push_back(
            {.op = op,
             .site = 1,
             .kind = AccessKind::Read,
             .unit = 8,
             .accesses = 1,
             .bytes = 800,
             .temporal = kMost});
        run.patterns.push_back(
            {.op = op,
             .site = 1,
             .pattern = PatternKind::SingleZero,
             .flags = packed({.kind = AccessKind::Read, .unit = 8}),
             .accesses = kMost});
    }
    const Bench bench(run);
    const auto redundancy =
        bench.answer<ValuesRedundancy>(ValuesRedundancyQuestion{.columns = 1}, bench.store.range);
    QCOMPARE(redundancy.rows.size(), std::size_t{1});  // the second alone, cut at the end
    QCOMPARE(redundancy.rows[0].movedBytes, std::uint64_t{800});
    const auto window = TickRange{.begin = 0, .end = 50};
    const auto some = bench.answer<ValuesSummary>(ValuesSummaryQuestion(), window);
    QCOMPARE(some.operations, std::uint64_t{1});
    const auto patterns = bench.answer<ValuesPatterns>(ValuesPatternsQuestion(), window);
    QCOMPARE(patterns.rows.size(), std::size_t{1});
}

void TestValues::whatIsNotThereIsSaid()
{
    const Bench bench({});
    QFile::remove(QString::fromStdString(bench.place + ".vps"));
    const auto answer = bench.ask(ValuesSummaryQuestion(), bench.store.range);
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error().kind, ErrorKind::NotFound);
    QCOMPARE(
        answer.error().message,
        "'" + bench.place + ".otf2' has no values: '" + bench.place
            + ".vps' is not there; vellum-record --values records them");
}

void TestValues::anotherRunsValuesAreRefused()
{
    Bench same({});
    same.addProperty("VELLUM::RUN_ID", kRunText);
    QVERIFY(same.ask(ValuesSummaryQuestion(), same.store.range).isOk());
    Bench other({});
    other.addProperty("VELLUM::RUN_ID", "ff020300000000000000000000000000");
    const auto answer = other.ask(ValuesSummaryQuestion(), other.store.range);
    QVERIFY(!answer.isOk());
    QVERIFY2(
        answer.error().message.find("of run ff02") != std::string::npos,
        answer.error().message.c_str());
}

void TestValues::aSideCarLiesBesideItsTrace()
{
    Bench bench({});
    bench.addProperty("VELLUM::SIDECAR", "../run.vps");
    const auto answer = bench.ask(ValuesSummaryQuestion(), bench.store.range);
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error().kind, ErrorKind::InvalidArgument);
    Bench named({});
    QVERIFY(QFile::rename(
        QString::fromStdString(named.place + ".vps"), named.folder.filePath("other.vps")));
    named.addProperty("VELLUM::SIDECAR", "other.vps");
    QVERIFY(named.ask(ValuesSummaryQuestion(), named.store.range).isOk());
}

VELLUM_TEST_GUILESS(TestValues)
#include "test_values.moc"
