#include "common/compare/tally.h"

#include "common/base/number_text.h"
#include "common/base/valid_utf8.h"
#include "common/compare/run.h"
#include "common/compare/tally_rows.h"
#include "common/query/io_summary.h"
#include "common/query/limits.h"
#include "common/query/message_pairs.h"
#include "common/query/message_summary.h"
#include "common/query/names.h"
#include "common/query/values_summary.h"
#include "common/trace/collectives.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::compare {

namespace {

using enum TallyKey;

/// What there is to say of a kind.
struct KindOfTally {
    std::string_view plural;
    std::span<const TallyKey> keys;
    std::span<const TallyMeasure> measures;
};

constexpr TallyKey kMessageKeys[] = {
    Pair, ProcessPair, NodePair, Size, SizeClass, Tag, Communicator};
constexpr TallyKey kCollectiveKeys[] = {Operation, Communicator};
constexpr TallyKey kIoKeys[] = {File, Operation, Location, SizeClass};
constexpr TallyKey kWorkKeys[] = {Name};
constexpr TallyKey kValueKeys[] = {Object, Site, Line, Function, Location, Kind};
constexpr TallyMeasure kTransfers[] = {
    TallyMeasure::Time, TallyMeasure::Count, TallyMeasure::Bytes};
constexpr TallyMeasure kCollectives[] = {
    TallyMeasure::Time, TallyMeasure::Count, TallyMeasure::Wait, TallyMeasure::Bytes};
constexpr TallyMeasure kWork[] = {TallyMeasure::Time, TallyMeasure::Count};
constexpr TallyMeasure kValues[] = {
    TallyMeasure::Redundant, TallyMeasure::Count, TallyMeasure::Bytes};

const KindOfTally& kindOf(TallyBy by)
{
    static constexpr KindOfTally kKinds[] = {
        {.plural = "messages", .keys = kMessageKeys, .measures = kTransfers},
        {.plural = "collective operations", .keys = kCollectiveKeys, .measures = kCollectives},
        {.plural = "input and output", .keys = kIoKeys, .measures = kTransfers},
        {.plural = "kernels", .keys = kWorkKeys, .measures = kWork},
        {.plural = "copies", .keys = kWorkKeys, .measures = kWork},
        {.plural = "values", .keys = kValueKeys, .measures = kValues}};
    return kKinds[static_cast<std::size_t>(by)];
}

template <typename Word, std::size_t size>
std::string wordsOf(std::span<const Word> some, const std::string_view (&words)[size])
{
    std::string text;
    for (const Word one : some) {
        text.append(text.empty() ? "" : ", ").append(words[static_cast<std::size_t>(one)]);
    }
    return text;
}

/// Those of one name as one, in the order of names.
std::vector<Tally> addedUp(std::vector<Tally> rows)
{
    for (Tally& row : rows) {
        row.name = validUtf8(row.name);  // as all names that are matched
    }
    std::ranges::stable_sort(rows, {}, &Tally::name);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (kept > 0 && rows[kept - 1].name == rows[i].name) {
            Tally& all = rows[kept - 1];
            all.count = addNs(all.count, rows[i].count);
            all.timeNs = addNs(all.timeNs, rows[i].timeNs);
            all.waitNs = addNs(all.waitNs, rows[i].waitNs);
            all.bytes = addNs(all.bytes, rows[i].bytes);
            all.redundantBytes = addNs(all.redundantBytes, rows[i].redundantBytes);
        } else if (kept++ != i) {
            rows[kept - 1] = std::move(rows[i]);
        }
    }
    rows.resize(kept);
    return rows;
}

std::vector<Tally> rowsOf(
    const query::Collectives& answer, TallyKey key, const Definitions& definitions)
{
    std::vector<Tally> rows;
    rows.reserve(answer.collectives.size());
    for (const query::Collective& one : answer.collectives) {
        rows.push_back(
            {.name = key == Operation ? collectiveName(one.operation)
                                      : query::communicatorName(definitions, one.communicator),
             .count = 1,
             .timeNs = definitions.clock.toNanoseconds(one.range.length()),
             .waitNs = definitions.clock.toNanoseconds(one.wait),
             .bytes = wholeOf(one.bytesSent)});
    }
    return rows;
}

/// Of a profile by region the functions of one group.
std::vector<Tally> rowsOf(
    const query::Profile& profile, FunctionGroup group, const Definitions& definitions)
{
    std::vector<Tally> rows;
    for (const query::ProfileRow& row : profile.rows) {
        const Region* region = definitions.find(RegionRef(row.key.value));
        if (region != nullptr && region->group == group) {
            rows.push_back(
                {.name = region->name,
                 .count = wholeOf(row.visits),
                 .timeNs = definitions.clock.toNanoseconds(row.exclusive)});
        }
    }
    return rows;
}

/// The question of common/query whose answer is a table; its own words for keys are in their order.
table::Value tableQuestion(TallyBy by, TallyKey key)
{
    if (by == TallyBy::Io) {
        return table::Value::of(query::IoSummaryQuestion{
            .by = key == TallyKey::File        ? query::IoSummaryBy::File
                  : key == TallyKey::Location  ? query::IoSummaryBy::Location
                  : key == TallyKey::SizeClass ? query::IoSummaryBy::SizeClass
                                               : query::IoSummaryBy::Operation});
    }
    if (by == TallyBy::Value) {
        return table::Value::of(query::ValuesSummaryQuestion{
            .by = key == TallyKey::Site       ? query::ValuesBy::Site
                  : key == TallyKey::Line     ? query::ValuesBy::Line
                  : key == TallyKey::Function ? query::ValuesBy::Function
                  : key == TallyKey::Location ? query::ValuesBy::Location
                  : key == TallyKey::Kind     ? query::ValuesBy::Kind
                                              : query::ValuesBy::Object});
    }
    if (key == Pair || key == ProcessPair || key == NodePair) {
        return table::Value::of(query::MessagePairsQuestion{
            .by = key == Pair          ? query::MatrixBy::Location
                  : key == ProcessPair ? query::MatrixBy::LocationGroup
                                       : query::MatrixBy::SystemTreeNode});
    }
    return table::Value::of(query::MessageSummaryQuestion{
        .by = key == Size        ? query::MessageSummaryBy::Size
              : key == SizeClass ? query::MessageSummaryBy::SizeClass
              : key == Tag       ? query::MessageSummaryBy::Tag
                                 : query::MessageSummaryBy::Communicator});
}

Error otherKind()
{
    return {.kind = ErrorKind::Internal, .message = "the answer is of another kind than asked for"};
}

}  // namespace

std::span<const TallyKey> keysOf(TallyBy by)
{
    return kindOf(by).keys;
}

std::span<const TallyMeasure> measuresOf(TallyBy by)
{
    return kindOf(by).measures;
}

TallyKey keyOf(const TallyQuestion& question)
{
    return question.key == Usual ? keysOf(question.by).front() : question.key;
}

TallyMeasure measureOf(const TallyQuestion& question)
{
    return question.measure == TallyMeasure::Usual ? measuresOf(question.by).front()
                                                   : question.measure;
}

std::string mistakeOf(const TallyQuestion& question)
{
    const std::string by(kTallyByWords[static_cast<std::size_t>(question.by)]);
    if (std::ranges::count(keysOf(question.by), keyOf(question)) == 0) {
        return "--key of --by " + by + " is one of " + wordsOf(keysOf(question.by), kTallyKeyWords)
               + ", not '" + std::string(kTallyKeyWords[static_cast<std::size_t>(question.key)])
               + "'";
    }
    if (std::ranges::count(measuresOf(question.by), measureOf(question)) == 0) {
        return "--measure of --by " + by + " is one of "
               + wordsOf(measuresOf(question.by), kTallyMeasureWords) + ", not '"
               + std::string(kTallyMeasureWords[static_cast<std::size_t>(question.measure)]) + "'";
    }
    return {};
}

std::string_view pluralOf(TallyBy by)
{
    return kindOf(by).plural;
}

bool mayHave(TallyBy by, const query::TraceInfo& info)
{
    const auto hasVisitsOf = [&info](FunctionGroup group) {
        const auto place = static_cast<std::size_t>(group);
        return place < info.visitsOf.size() && info.visitsOf[place] > 0;
    };
    switch (by) {
    case TallyBy::Message:
        return info.messages > 0;
    case TallyBy::Collective:
        return info.collectives > 0;
    case TallyBy::Io:
        return info.ioOperations > 0;
    case TallyBy::Kernel:
        return hasVisitsOf(FunctionGroup::Kernel);
    case TallyBy::Copy:
        return hasVisitsOf(FunctionGroup::Copy);
    case TallyBy::Value:
        break;
    }
    return true;
}

query::Request requestFor(const TallyQuestion& question, query::Scope scope)
{
    switch (question.by) {
    case TallyBy::Collective:
        return query::CollectivesRequest{.scope = std::move(scope), .limit = query::kMaxItems};
    case TallyBy::Kernel:
    case TallyBy::Copy:
        return query::ProfileRequest{.scope = std::move(scope), .by = query::GroupBy::Region};
    case TallyBy::Message:
    case TallyBy::Io:
    case TallyBy::Value:
        break;
    }
    return query::TableRequest{
        .scope = std::move(scope), .asked = tableQuestion(question.by, keyOf(question))};
}

Result<Tallies> talliesOf(
    const TallyQuestion& question, const query::Answer& answer, const Definitions& definitions)
{
    const bool isWork = question.by == TallyBy::Kernel || question.by == TallyBy::Copy;
    if (const auto* collectives = std::get_if<query::Collectives>(&answer)) {
        if (question.by != TallyBy::Collective) {
            return otherKind();
        }
        return Tallies{
            .rows = addedUp(rowsOf(*collectives, keyOf(question), definitions)),
            .uncounted =
                collectives->count
                - std::min<std::uint64_t>(collectives->count, collectives->collectives.size())};
    }
    if (const auto* profile = std::get_if<query::Profile>(&answer)) {
        if (!isWork) {
            return otherKind();
        }
        const auto group =
            question.by == TallyBy::Kernel ? FunctionGroup::Kernel : FunctionGroup::Copy;
        return Tallies{.rows = addedUp(rowsOf(*profile, group, definitions))};
    }
    const auto* table = std::get_if<query::Table>(&answer);
    if (table == nullptr || isWork || question.by == TallyBy::Collective
        || &table->answer.schema() != tableQuestion(question.by, keyOf(question)).schema().answer) {
        return otherKind();
    }
    Tallies tallies{.rows = addedUp(tallyRowsOf(keyOf(question), *table, definitions))};
    if (const auto* pairs = table->answer.as<query::MessagePairs>()) {
        tallies.uncounted = pairs->leftOutCount;
    }
    return tallies;
}

}  // namespace vellum::compare
