// What two runs did that is no visit of a function, beside a slow count.

#include "common/compare/tally_differences.h"
#include "common/query/io_summary.h"
#include "common/query/message_pairs.h"
#include "common/query/message_summary.h"
#include "common/query/values_summary.h"
#include "tests/support/program/test_program.h"

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::Amounts;
using compare::Presence;
using compare::Tallies;
using compare::Tally;
using compare::TallyBy;
using compare::TallyComparison;
using compare::TallyDifference;
using compare::TallyKey;
using compare::TallyMeasure;
using compare::TallyQuestion;

namespace {

using Random = std::mt19937_64;

/// Two ranks with a thread each, of the same name; ticks of four nanoseconds.
Definitions definitionsOf()
{
    Definitions definitions;
    definitions.clock.ticksPerSecond = 250'000'000;
    for (std::uint32_t i = 0; i < 2; ++i) {
        LocationGroup group;
        group.ref = LocationGroupRef(i);
        group.name = "rank " + std::to_string(i);
        definitions.locationGroups.push_back(group);
        Location location;
        location.ref = LocationRef(i);
        location.name = "thread";
        location.group = LocationGroupRef(i);
        definitions.locations.push_back(location);
    }
    const std::pair<const char*, FunctionGroup> regions[] = {
        {"k", FunctionGroup::Kernel},
        {"k", FunctionGroup::Kernel},
        {"main", FunctionGroup::Application},
        {"copy", FunctionGroup::Copy}};
    for (const auto& [name, group] : regions) {
        Region region;
        region.ref = RegionRef(static_cast<std::uint32_t>(definitions.regions.size()));
        region.name = name;
        region.group = group;
        definitions.regions.push_back(region);
    }
    definitions.buildLookups();
    return definitions;
}

query::TransferSums sumsOf(std::uint64_t count, std::uint64_t bytes, Tick duration)
{
    query::TransferSums sums;
    sums.count = count;
    sums.bytes = bytes;
    sums.sumDuration = duration;
    return sums;
}

template <typename Row>
query::Answer answerOf(Row row)
{
    return query::Table{.window = {}, .answer = table::Value::of(std::move(row))};
}

Tallies tallied(const TallyQuestion& question, const query::Answer& answer)
{
    const auto tallies = compare::talliesOf(question, answer, definitionsOf());
    return tallies.isOk() ? tallies.value() : Tallies{.rows = {{.name = "error"}}};
}

/// Few names, so that several are in both; signs of all kinds.
Tallies randomTallies(Random& random)
{
    std::map<std::string, Tally> byName;
    const std::size_t count = random() % 12;
    for (std::size_t i = 0; i < count; ++i) {
        const auto some = [&random] { return static_cast<std::int64_t>(random() % 9) - 2; };
        const std::string name(1, static_cast<char>('a' + random() % 10));
        byName[name] = {
            .name = name,
            .count = some(),
            .timeNs = some(),
            .waitNs = some(),
            .bytes = some(),
            .redundantBytes = some()};
    }
    Tallies tallies;
    for (const auto& [name, tally] : byName) {
        tallies.rows.push_back(tally);
    }
    return tallies;
}

/// The one of that name; null: none.
const Tally* found(const Tallies& tallies, const std::string& name)
{
    for (const Tally& one : tallies.rows) {
        if (one.name == name) {
            return &one;
        }
    }
    return nullptr;
}

std::int64_t slowAmount(const Tally* tally, TallyMeasure measure)
{
    if (tally == nullptr) {
        return 0;
    }
    switch (measure) {
    case TallyMeasure::Count:
        return tally->count;
    case TallyMeasure::Wait:
        return tally->waitNs;
    case TallyMeasure::Bytes:
        return tally->bytes;
    case TallyMeasure::Redundant:
        return tally->redundantBytes;
    default:
        return tally->timeNs;
    }
}

constexpr TallyMeasure kMeasures[] = {
    TallyMeasure::Count,
    TallyMeasure::Time,
    TallyMeasure::Wait,
    TallyMeasure::Bytes,
    TallyMeasure::Redundant};

/// Whether a row says of both what they have.
bool isRight(const TallyDifference& row, const Tallies& a, const Tallies& b)
{
    const Tally* inA = found(a, row.name);
    const Tally* inB = found(b, row.name);
    const auto in = inB == nullptr   ? Presence::OnlyA
                    : inA == nullptr ? Presence::OnlyB
                                     : Presence::Both;
    bool isRight = row.in == in && (inA != nullptr || inB != nullptr);
    for (const TallyMeasure measure : kMeasures) {
        const std::int64_t amountA = slowAmount(inA, measure);
        const std::int64_t amountB = slowAmount(inB, measure);
        const Amounts expected{.a = amountA, .b = amountB, .difference = amountB - amountA};
        isRight = isRight && row.amounts.of(measure) == expected;
    }
    return isRight;
}

}  // namespace

class TestTally : public QObject {
    Q_OBJECT

private slots:
    void everyRowOfADifferenceIsOfItsNameInBoth();
    void rowsAreInTheOrderOfWhatDiffersMost();
    void messagesOfAPairAreNamedByProcessAndThread();
    void locationsOfOneNameAreOneRow();
    void operationsOnAFileAreNamedByBoth();
    void valuesAreNamedAsTheAnswerNamesThem();
    void kernelsOfOneNameAreOneRowAndNothingElseIs();
    void collectivesAreAddedUpByOperation();
    void everyQuestionIsAnsweredByItsOwnKindAlone();
    void aKeyOfAnotherKindIsAMistake();
    void sumsEndAtTheEndsOf64Bits();
};

void TestTally::everyRowOfADifferenceIsOfItsNameInBoth()
{
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        const Tallies a = randomTallies(random);
        const Tallies b = randomTallies(random);
        const TallyComparison comparison = compare::compareTallies({}, a, b);
        std::set<std::string> names;
        for (const TallyDifference& row : comparison.rows) {
            QVERIFY2(isRight(row, a, b), row.name.c_str());
            names.insert(row.name);
        }
        std::set<std::string> expected;
        for (const Tallies* tallies : {&a, &b}) {
            for (const Tally& one : tallies->rows) {
                expected.insert(one.name);
            }
        }
        QVERIFY(names == expected);
        QCOMPARE(comparison.rows.size(), expected.size());
        QCOMPARE(comparison.count, std::uint64_t{expected.size()});
        QCOMPARE(comparison.onlyA, std::uint64_t{expected.size() - b.rows.size()});
        QCOMPARE(comparison.onlyB, std::uint64_t{expected.size() - a.rows.size()});
    }
}

void TestTally::rowsAreInTheOrderOfWhatDiffersMost()
{
    Random random(4);
    for (int round = 0; round < 300; ++round) {
        const TallyMeasure measure = kMeasures[random() % std::size(kMeasures)];
        const Tallies a = randomTallies(random);
        const Tallies b = randomTallies(random);
        const auto rows = compare::compareTallies({.measure = measure}, a, b).rows;
        double all = 0;
        const auto sizeOf = [measure](const TallyDifference& row) {
            return std::abs(row.amounts.of(measure).difference);
        };
        for (std::size_t i = 0; i < rows.size(); ++i) {
            all += static_cast<double>(sizeOf(rows[i]));
            const bool isBehind =
                i == 0 || sizeOf(rows[i - 1]) > sizeOf(rows[i])
                || (sizeOf(rows[i - 1]) == sizeOf(rows[i]) && rows[i - 1].name < rows[i].name);
            QVERIFY(isBehind);
        }
        for (const TallyDifference& row : rows) {
            const auto difference = static_cast<double>(row.amounts.of(measure).difference);
            QVERIFY(all > 0 ? row.share == difference / all : std::isnan(row.share));
        }
    }
}

void TestTally::messagesOfAPairAreNamedByProcessAndThread()
{
    const query::MessagePairs pairs{
        .by = query::MatrixBy::Location,
        .pairs = 2,
        .leftOutCount = 3,
        .leftOutBytes = 0,
        .rows = {
            {.from = 0, .to = 1, .sums = sumsOf(2, 300, 5)},
            {.from = 1, .to = 1, .sums = sumsOf(1, 1, -1)}}};
    const Tallies tallies = tallied({.by = TallyBy::Message}, answerOf(pairs));
    QCOMPARE(tallies.uncounted, std::uint64_t{3});
    QCOMPARE(tallies.rows.size(), std::size_t{2});
    const Tally first{
        .name = "rank 0 · thread → rank 1 · thread", .count = 2, .timeNs = 20, .bytes = 300};
    QVERIFY(tallies.rows[0] == first);
    const Tally second{
        .name = "rank 1 · thread → rank 1 · thread", .count = 1, .timeNs = -4, .bytes = 1};
    QVERIFY(tallies.rows[1] == second);
    query::MessageSummary bySize{
        .by = query::MessageSummaryBy::Size, .rows = {{.key = 4096, .sums = sumsOf(1, 4096, 1)}}};
    const TallyQuestion question{.by = TallyBy::Message, .key = TallyKey::Size};
    QVERIFY(tallied(question, answerOf(bySize)).rows.front().name == "4,096 B");
}

void TestTally::locationsOfOneNameAreOneRow()
{
    query::IoSummary summary{.by = query::IoSummaryBy::Location, .rows = {}};
    for (const std::uint64_t location : {std::uint64_t{77}, std::uint64_t{77}}) {
        summary.rows.push_back(
            {.operation = query::IoKind::Write, .key = location, .sums = sumsOf(1, 10, 3)});
    }
    const TallyQuestion question{.by = TallyBy::Io, .key = TallyKey::Location};
    const Tallies tallies = tallied(question, answerOf(summary));
    const Tally expected{.name = "write location 77", .count = 2, .timeNs = 24, .bytes = 20};
    QVERIFY(tallies.rows == std::vector{expected});
}

void TestTally::operationsOnAFileAreNamedByBoth()
{
    query::IoSummary summary{.by = query::IoSummaryBy::File, .rows = {}};
    summary.rows.push_back(
        {.operation = query::IoKind::Read,
         .key = IoFileRef::undefined().value(),
         .sums = sumsOf(4, 8, 0)});
    const Tallies tallies = tallied({.by = TallyBy::Io}, answerOf(summary));
    QVERIFY(tallies.rows.front().name == "read no file");
    QCOMPARE(tallies.rows.front().count, std::int64_t{4});
}

void TestTally::valuesAreNamedAsTheAnswerNamesThem()
{
    query::ValuesSummaryRow row;
    row.key = 17;
    row.name = "grid";
    row.accesses = 9;
    row.loadedBytes = 64;
    row.storedBytes = 8;
    row.reloadedBytes = 32;
    row.unchangedBytes = 4;
    query::ValuesSummary summary;
    summary.rows = {row, row};
    const Tallies tallies = tallied({.by = TallyBy::Value}, answerOf(summary));
    const Tally expected{.name = "grid", .count = 18, .bytes = 144, .redundantBytes = 72};
    QVERIFY(tallies.rows == std::vector{expected});
}

void TestTally::kernelsOfOneNameAreOneRowAndNothingElseIs()
{
    query::Profile profile;
    for (std::uint32_t region = 0; region < 4; ++region) {
        query::ProfileRow row;
        row.key = {.value = region};
        row.visits = 1 + region;
        row.exclusive = 10;
        row.inclusive = 1000;
        profile.rows.push_back(row);
    }
    const Tally kernels{.name = "k", .count = 3, .timeNs = 80};
    QVERIFY(tallied({.by = TallyBy::Kernel}, profile).rows == std::vector{kernels});
    const Tally copies{.name = "copy", .count = 4, .timeNs = 40};
    QVERIFY(tallied({.by = TallyBy::Copy}, profile).rows == std::vector{copies});
}

void TestTally::collectivesAreAddedUpByOperation()
{
    query::Collectives answer;
    answer.count = 5;
    for (const std::uint32_t operation : {0U, 11U, 0U}) {
        query::Collective one;
        one.operation = operation;
        one.range = {.begin = 10, .end = 30};
        one.wait = 6;
        one.bytesSent = 8;
        one.bytesReceived = 1000;
        answer.collectives.push_back(one);
    }
    const Tallies tallies = tallied({.by = TallyBy::Collective}, answer);
    QCOMPARE(tallies.uncounted, std::uint64_t{2});
    const Tally reductions{.name = "ALLREDUCE", .count = 1, .timeNs = 80, .waitNs = 24, .bytes = 8};
    const Tally barriers{.name = "BARRIER", .count = 2, .timeNs = 160, .waitNs = 48, .bytes = 16};
    const std::vector expected{reductions, barriers};
    QVERIFY(tallies.rows == expected);
}

void TestTally::everyQuestionIsAnsweredByItsOwnKindAlone()
{
    const query::Answer answers[] = {
        answerOf(query::MessagePairs()),
        query::Collectives(),
        answerOf(query::IoSummary()),
        query::Profile(),
        query::Profile(),
        answerOf(query::ValuesSummary())};
    for (std::size_t by = 0; by < std::size(answers); ++by) {
        for (std::size_t i = 0; i < std::size(answers); ++i) {
            const TallyQuestion question{.by = static_cast<TallyBy>(by)};
            const bool isOwn = answers[i].index() == answers[by].index()
                               && (by == i || std::holds_alternative<query::Profile>(answers[i]));
            QCOMPARE(compare::talliesOf(question, answers[i], definitionsOf()).isOk(), isOwn);
        }
    }
}

void TestTally::aKeyOfAnotherKindIsAMistake()
{
    for (std::size_t by = 0; by < std::size(compare::kTallyByWords); ++by) {
        const auto kind = static_cast<TallyBy>(by);
        std::size_t good = 0;
        for (std::size_t key = 0; key < std::size(compare::kTallyKeyWords); ++key) {
            const TallyQuestion question{.by = kind, .key = static_cast<TallyKey>(key)};
            if (compare::mistakeOf(question).empty()) {
                ++good;
            }
        }
        QCOMPARE(good, compare::keysOf(kind).size() + 1);  // and the usual one
        QVERIFY(compare::mistakeOf({.by = kind}).empty());
    }
    QVERIFY(
        compare::mistakeOf({.by = TallyBy::Kernel, .measure = TallyMeasure::Wait})
        == "--measure of --by kernel is one of time, count, not 'wait'");
}

void TestTally::sumsEndAtTheEndsOf64Bits()
{
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    query::MessageSummary summary{.by = query::MessageSummaryBy::Tag, .rows = {}};
    summary.rows.push_back(
        {.key = 1, .sums = sumsOf(std::numeric_limits<std::uint64_t>::max(), 1, 1)});
    const TallyQuestion question{.by = TallyBy::Message, .key = TallyKey::Tag};
    const Tallies tallies = tallied(question, answerOf(summary));
    QCOMPARE(tallies.rows.front().count, kMost);
    const Tallies least{.rows = {{.name = "tag 1", .count = -5}}};
    const auto comparison = compare::compareTallies(question, least, tallies);
    QCOMPARE(comparison.rows.front().amounts.count.difference, kMost);
}

VELLUM_TEST_APPLESS(TestTally)
#include "test_tally.moc"
