#include "common/query/values_patterns.h"

#include "server/query/registry.h"
#include "server/query/values/pattern_words.h"
#include "server/query/values/values_in_scope.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValueAccess;
using vellum::query::ValuePattern;
using vellum::query::ValuesPatternRow;
using vellum::query::ValuesPatterns;
using vellum::query::ValuesPatternsQuestion;

namespace {

using Key = std::tuple<std::string, std::string, ValuePattern, ValueAccess>;

/// Of the records of a row the one with the most accesses says how one can tell.
struct Found {
    ValuesPatternRow row;
    sidecar::PatternRecord largest;
    std::string other;     ///< of duplicates: the object that holds the same
    double explained = 0;  ///< accesses × coverage
};

ValueAccess accessOf(sidecar::AccessKind kind)
{
    return static_cast<ValueAccess>(std::min<unsigned>(3, static_cast<unsigned>(kind)));
}

std::string otherObjectOf(const ValueProfile& profile, const sidecar::PatternRecord& record)
{
    const bool isDuplicate = record.pattern == sidecar::PatternKind::DuplicateValues
                             || record.pattern == sidecar::PatternKind::DuplicateConstant;
    return isDuplicate ? profile.objectName(
               sidecar::payloadAs<sidecar::ValuesPayload>(record.payload).first)
                       : std::string();
}

class Finding {
public:
    void add(const FileInScope& file, const sidecar::PatternRecord& record)
    {
        const ValuePattern pattern = patternOf(record.pattern);
        if (pattern == ValuePattern::None || !file.contains(record.op)) {
            return;
        }
        const ValueProfile& profile = file.profile();
        const ValueAccess access = accessOf(sidecar::unpacked(record.flags).kind);
        const std::string object = profile.objectName(record.object);
        const std::string line = profile.siteLine(record.site);
        auto [place, isNew] = m_found.try_emplace(Key(object, line, pattern, access));
        Found& found = place->second;
        if (isNew) {
            found.row = {
                .pattern = pattern,
                .access = access,
                .object = object,
                .line = line,
                .function = profile.siteFunction(record.site)};
        }
        found.row.bytes += needlessBytes(record);
        found.row.accesses += record.accesses;
        ++found.row.operations;
        found.explained += static_cast<double>(record.accesses) * record.coverage;
        if (isNew || record.accesses > found.largest.accesses) {
            found.largest = record;
            found.other = otherObjectOf(profile, record);
        }
    }

    [[nodiscard]] std::vector<ValuesPatternRow> rows() const
    {
        std::vector<ValuesPatternRow> rows;
        for (const auto& [key, found] : m_found) {
            rows.push_back(found.row);
            ValuesPatternRow& row = rows.back();
            row.coverage = row.accesses == 0 ? found.largest.coverage
                                             : found.explained / static_cast<double>(row.accesses);
            row.evidence = evidenceOf(found.largest, found.other);
            row.advice = adviceOn(row.pattern);
        }
        std::ranges::stable_sort(rows, [](const ValuesPatternRow& a, const ValuesPatternRow& b) {
            return a.bytes > b.bytes;
        });
        return rows;
    }

private:
    std::map<Key, Found> m_found;
};

Result<ValuesPatterns> valuesPatterns(
    const TableCall& call, const ValuesPatternsQuestion& /*question*/)
{
    const auto scope = ValuesInScope::of(call);
    VELLUM_RETURN_IF_ERROR(scope);
    Finding finding;
    for (const FileInScope& file : scope.value().files()) {
        file.forEach<sidecar::PatternRecord>(
            [&](const sidecar::PatternRecord& record) { finding.add(file, record); });
    }
    return ValuesPatterns{.valuesOf = scope.value().otherRun(), .rows = finding.rows()};
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesPatterns{
    .question = &ValuesPatternsQuestion::kSchema,
    .purpose = "what was found about values: object, line, pattern, how one can tell, what helps",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesPatterns>::answer};

}  // namespace vellum::server::query
