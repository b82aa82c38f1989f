#include "common/query/values_summary.h"

#include "server/query/registry.h"
#include "server/query/values/values_in_scope.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValuePattern;
using vellum::query::ValuesBy;
using vellum::query::ValuesSummary;
using vellum::query::ValuesSummaryQuestion;
using vellum::query::ValuesSummaryRow;

namespace {

/// Whose accesses a row sums: names, as an object that is allocated anew in each step is still one to its reader.
struct RowKey {
    std::uint64_t key = 0;
    std::string name;
    std::string where;
    std::string file{};
    std::uint32_t line = 0;
    std::string
        function{};  ///< of a site, whose key is its place in it: processes number theirs each for themselves

    friend bool operator<(const RowKey& a, const RowKey& b)
    {
        return std::tie(a.key, a.name, a.where, a.file, a.line, a.function)
               < std::tie(b.key, b.name, b.where, b.file, b.line, b.function);
    }
};

std::string_view kindWord(sidecar::AccessKind kind)
{
    switch (kind) {
    case sidecar::AccessKind::Read:
        return "loads";
    case sidecar::AccessKind::Write:
        return "stores";
    case sidecar::AccessKind::Atomic:
        return "atomics";
    case sidecar::AccessKind::Any:
        break;
    }
    return "accesses of no known kind";
}

/// The rows of one answer, as records come by.
class Summing {
public:
    Summing(const store::TraceStore& trace, ValuesBy by) : m_trace(trace), m_by(by) {}

    /// All of a side-car.
    void addAll(const FileInScope& file)
    {
        m_file = &file;
        m_known.clear();  // its ids are its own
        const auto addOne = [this](const auto& record) { add(record); };
        file.forEach<sidecar::AccessRecord>(addOne);
        file.forEach<sidecar::SitePairRecord>(addOne);
        file.forEach<sidecar::PatternRecord>(addOne);
    }

    [[nodiscard]] std::vector<ValuesSummaryRow> rows()
    {
        // Of what explains as much the more telling one: the ranks of a row ascend.
        std::unordered_map<const ValuesSummaryRow*, double> most;
        for (const auto& [of, explained] : m_explained) {
            double& known = most.try_emplace(of.first, 0).first->second;
            if (explained > known) {
                known = explained;
                of.first->pattern = m_patternOfRank[of.second];
            }
        }
        std::vector<ValuesSummaryRow> rows;
        for (const auto& [key, row] : m_rows) {
            if (row.accesses > 0) {
                rows.push_back(row);
            }
        }
        std::ranges::stable_sort(rows, [](const ValuesSummaryRow& a, const ValuesSummaryRow& b) {
            return redundantBytes(a) > redundantBytes(b);
        });
        const bool isNumbered = m_by != ValuesBy::Function && m_by != ValuesBy::Location;
        for (std::size_t i = 0; isNumbered && i < rows.size(); ++i) {
            rows[i].key = i;
        }
        return rows;
    }

private:
    void add(const sidecar::AccessRecord& access)
    {
        ValuesSummaryRow* row = rowOf(access.op, access.object, access.site, access.kind);
        if (row == nullptr) {
            return;
        }
        row->accesses += access.accesses;
        row->undefinedBytes += access.undefined;
        if (access.kind == sidecar::AccessKind::Read) {
            row->loadedBytes += access.bytes;
            row->reloadedBytes += redundantBytes(access);
        } else {
            row->storedBytes += access.bytes;
            row->unchangedBytes += redundantBytes(access);
        }
    }
    void add(const sidecar::SitePairRecord& pair)
    {
        if (pair.pattern != sidecar::PatternKind::DeadStore) {
            return;
        }
        if (ValuesSummaryRow* row = rowOf(pair.op, pair.object, pair.from, pair.kind)) {
            row->deadBytes += pair.bytes;
        }
    }
    void add(const sidecar::PatternRecord& pattern)
    {
        const auto kind = sidecar::unpacked(pattern.flags).kind;
        ValuesSummaryRow* row = rowOf(pattern.op, pattern.object, pattern.site, kind);
        if (row == nullptr) {
            return;
        }
        m_explained[{row, sidecar::badgeRank(pattern)}] +=
            static_cast<double>(pattern.accesses) * pattern.coverage;
        m_patternOfRank[sidecar::badgeRank(pattern)] = patternOf(pattern.pattern);
    }
    ValuesSummaryRow* rowOf(
        std::uint64_t op, std::uint64_t object, std::uint32_t site, sidecar::AccessKind kind)
    {
        if (!m_file->contains(op)) {
            return nullptr;
        }
        ValuesSummaryRow*& known = m_known[idsOf(op, object, site, kind)];
        if (known == nullptr) {
            RowKey key = keyOf(op, object, site, kind);
            const auto [found, isNew] = m_rows.try_emplace(key);
            if (isNew) {
                found->second.key = key.key;
                found->second.name = std::move(key.name);
                found->second.where = std::move(key.where);
                found->second.file = std::move(key.file);
                found->second.line = key.line;
            }
            known = &found->second;
        }
        return known;
    }
    /// What the names of a row are made of: they are made once for each.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> idsOf(
        std::uint64_t op, std::uint64_t object, std::uint32_t site, sidecar::AccessKind kind) const
    {
        switch (m_by) {
        case ValuesBy::Object:
            return {object, 0};
        case ValuesBy::Site:
            return {site, object};
        case ValuesBy::Line:
        case ValuesBy::Function:
            return {site, 0};
        case ValuesBy::Location: {
            const ValueProfile::Operation* found = m_file->profile().operation(op);
            return {found == nullptr || !found->isJoined ? 0 : 1 + found->location.value(), 0};
        }
        case ValuesBy::Kind:
            break;
        }
        return {static_cast<std::uint64_t>(kind), 0};
    }
    [[nodiscard]] RowKey keyOf(
        std::uint64_t op, std::uint64_t object, std::uint32_t site, sidecar::AccessKind kind) const
    {
        const ValueProfile& profile = m_file->profile();
        switch (m_by) {
        case ValuesBy::Object:
            return {.name = profile.objectName(object), .where = profile.objectWhere(object)};
        case ValuesBy::Site:
            return {
                .key = profile.siteOffset(site),
                .name = profile.siteLine(site),
                .where = profile.objectName(object),
                .function = profile.siteFunction(site)};
        case ValuesBy::Line: {
            auto [file, line] = profile.siteSource(site);
            return {
                .name = profile.siteLine(site),
                .where = profile.siteFunction(site),
                .file = std::move(file),
                .line = line};
        }
        case ValuesBy::Function:
            return {.key = profile.siteRegion(site).value(), .name = profile.siteFunction(site)};
        case ValuesBy::Location: {
            const ValueProfile::Operation* found = profile.operation(op);
            const bool isJoined = found != nullptr && found->isJoined;
            const Location* location =
                isJoined ? &m_trace.definitions.locations[found->location.value()] : nullptr;
            return {
                .key =
                    location == nullptr ? LocationRef::undefined().value() : location->ref.value(),
                .name = location == nullptr ? "not found in the trace" : location->name};
        }
        case ValuesBy::Kind:
            break;
        }
        return {.name = std::string(kindWord(kind))};
    }

    const store::TraceStore& m_trace;
    ValuesBy m_by;
    const FileInScope* m_file = nullptr;  ///< whose records come by
    std::map<RowKey, ValuesSummaryRow> m_rows;
    std::map<std::pair<std::uint64_t, std::uint64_t>, ValuesSummaryRow*> m_known;
    /// Accesses that a pattern of a rank explains, by row.
    std::map<std::pair<ValuesSummaryRow*, unsigned>, double> m_explained;
    std::unordered_map<unsigned, ValuePattern> m_patternOfRank;
};

Result<ValuesSummary> valuesSummary(const TableCall& call, const ValuesSummaryQuestion& question)
{
    const auto scope = ValuesInScope::of(call);
    VELLUM_RETURN_IF_ERROR(scope);
    Summing sums(call.trace, question.by);
    for (const FileInScope& file : scope.value().files()) {
        sums.addAll(file);
    }
    return ValuesSummary{
        .by = question.by,
        .operations = scope.value().operations(),
        .lostAccesses = scope.value().lostAccesses(),
        .valuesOf = scope.value().otherRun(),
        .rows = sums.rows()};
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesSummary{
    .question = &ValuesSummaryQuestion::kSchema,
    .purpose =
        "bytes loaded and stored, and those that were there already, by object, line or function",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesSummary>::answer};

}  // namespace vellum::server::query
