#include "collector/values/analysis/value_analysis.h"

#include "collector/values/analysis/pattern_records.h"
#include "common/values/value_bits.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace vellum::collector::values {

namespace {

namespace sidecar = ::vellum::values::sidecar;
using sidecar::PatternKind;
using ::vellum::values::Access;

constexpr std::size_t kMostRows = std::size_t{1} << 20U;
constexpr std::size_t kMostItemsOfOperation = std::size_t{1} << 21U;
constexpr std::size_t kMostSketchesOfOperation = std::size_t{1} << 16U;
constexpr std::size_t kMostPairs = 10'000;

}  // namespace

ValueAnalysis::ValueAnalysis(Level level) : m_level(level) {}

ValueAnalysis::Open& ValueAnalysis::openOf(std::uint64_t op)
{
    if (m_last.second != nullptr && m_last.first == op) {
        return *m_last.second;
    }
    Open& open = m_open[op];
    if (m_level == Level::Record && !open.items) {
        using ::vellum::values::ItemGroups;
        open.items = std::make_unique<ItemGroups>(
            ItemGroups::By::ObjectAndSite, ItemGroups::Limits{.items = kMostItemsOfOperation});
    } else if (m_level == Level::Sketch && !open.sketches) {
        open.sketches = std::make_unique<::vellum::values::Sketches>(kMostSketchesOfOperation);
    }
    m_last = {op, &open};
    return open;
}

::vellum::values::AccessNote ValueAnalysis::add(const Access& access)
{
    Open& open = openOf(access.op);
    if (m_level == Level::Record) {
        m_spatial.add(access);
        open.items->add(access);
        const ::vellum::values::AccessNote note = m_redundancy.add(access);
        if (note.isCounted) {
            addZero(open, access);
        }
        return note;
    }
    open.sketches->add(access);
    return addSums(open, access);
}

/// Sketches count theirs themselves.
void ValueAnalysis::addZero(Open& open, const Access& access)
{
    if (access.kind == ::vellum::values::AccessKind::Read
        && ::vellum::values::isZero(access.value, access.type, access.unit)) {
        if (std::uint64_t* const zeros = open.zeros.findOrAdd(SiteKey::of(access), kMostRows)) {
            ++*zeros;
        } else {
            ++m_findings.lostItems;
        }
    }
}

::vellum::values::AccessNote ValueAnalysis::addSums(Open& open, const Access& access)
{
    Sums* const sums = open.sums.findOrAdd(SiteKey::of(access), kMostRows);
    if (sums == nullptr) {
        ++m_findings.lostAccesses;
        return {};
    }
    ++sums->accesses;
    sums->bytes += access.unit;
    if (!isStore(access.kind) || !access.hasOld) {
        return {.isCounted = true};
    }
    ++sums->storesOverKnown;
    const bool isSilent = access.old == access.value;
    sums->silentStores += isSilent ? 1 : 0;
    sums->silentBytes += isSilent ? access.unit : 0;
    return {.isCounted = true, .isUnchanged = isSilent};
}

void ValueAnalysis::endOperation(std::uint64_t op)
{
    const auto found = m_open.find(op);
    if (found == m_open.end()) {
        return;
    }
    if (m_level == Level::Record) {
        endItems(*found->second.items);
        endZeros(found->second.zeros);
        m_redundancy.endOp(op);
        m_spatial.endOp(op);
    } else {
        endSketches(*found->second.sketches);
        endSums(found->second.sums);
    }
    m_open.erase(found);
    m_last = {0, nullptr};
}

void ValueAnalysis::addPattern(FoundPattern pattern)
{
    if (m_findings.patterns.size() < kMostPatterns) {
        m_findings.patterns.push_back(std::move(pattern));
    }
}

/// A group of all sites says more than that of a site only where there are several.
void ValueAnalysis::endItems(const ::vellum::values::ItemGroups& items)
{
    using ::vellum::values::GroupKey;
    using ::vellum::values::GroupPatterns;
    const std::vector<GroupPatterns> groups = items.patterns();
    const auto withoutSite = [](const GroupKey& key) {
        return std::tuple(key.site.object, key.site.kind, key.type, key.unit);
    };
    std::map<decltype(withoutSite(GroupKey{})), unsigned> sites;
    for (const GroupPatterns& group : groups) {
        sites[withoutSite(group.key)] += group.key.isAllSites ? 0 : 1;
    }
    for (const GroupPatterns& group : groups) {
        if (!group.key.isAllSites) {
            if (Kind* const kind = m_kinds.findOrAdd(group.key.site, kMostRows)) {
                kind->type = group.key.type;
                kind->unit = group.key.unit;
                kind->items += group.found.counts.items;
            }
        }
        m_findings.lostItems += group.lostItems;
        const bool isTold = !group.key.isAllSites || sites[withoutSite(group.key)] > 1;
        if (isTold && group.found.counts.items >= kLeastItems) {
            for (FoundPattern& pattern : patternsOf(group)) {
                addPattern(std::move(pattern));
            }
        }
    }
    m_findings.lostItems += items.lostAccesses();
}

void ValueAnalysis::endSketches(const ::vellum::values::Sketches& sketches)
{
    for (const ::vellum::values::Sketch& sketch : sketches.sketches()) {
        m_findings.sketches.push_back(recordOf(sketch));
        if (Kind* const kind = m_kinds.findOrAdd(
                {.op = sketch.op,
                 .object = sketch.object,
                 .site = sketch.site,
                 .kind = sketch.kind},
                kMostRows)) {
            kind->type = sketch.type;
            kind->unit = sketch.unit;
        }
        if (sketch.greatestIndex - sketch.leastIndex + 1 >= kLeastItems) {
            for (FoundPattern& pattern : patternsOf(sketch)) {
                addPattern(std::move(pattern));
            }
        }
    }
    m_findings.lostItems += sketches.lostAccesses();
}

void ValueAnalysis::endZeros(const ::vellum::values::FlatMap<SiteKey, std::uint64_t>& zeros)
{
    for (const auto& [key, count] : zeros.entries()) {
        sidecar::SitePairRecord record;
        record.from = key.site;
        record.op = key.op;
        record.object = key.object;
        record.count = count;
        record.pattern = PatternKind::SingleZero;
        record.kind = recordKind(key.kind);
        if (const Kind* const kind = m_kinds.find(key)) {
            record.unit = kind->unit;
            record.bytes = count * kind->unit;
        }
        m_findings.pairs.push_back(record);
    }
}

void ValueAnalysis::endSums(const ::vellum::values::FlatMap<SiteKey, Sums>& sums)
{
    for (const auto& [key, sum] : sums.entries()) {
        sidecar::AccessRecord record;
        record.op = key.op;
        record.object = key.object;
        record.site = key.site;
        record.kind = recordKind(key.kind);
        record.accesses = sum.accesses;
        record.bytes = sum.bytes;
        record.unchanged = sum.silentBytes;
        if (const Kind* const kind = m_kinds.find(key)) {
            record.unit = kind->unit;
            record.type = recordType(kind->type);
        }
        m_findings.accesses.push_back(record);
        addShare(key, PatternKind::SilentStore, sum.silentStores, sum.storesOverKnown);
    }
}

void ValueAnalysis::addShare(
    const SiteKey& key, PatternKind pattern, std::uint64_t part, std::uint64_t whole)
{
    const double share = ::vellum::values::share(part, whole);
    if (whole < kLeastAccesses || share < kLeastShare) {
        return;
    }
    FoundPattern found;
    found.record.op = key.op;
    found.record.object = key.object;
    found.record.site = key.site;
    found.record.pattern = pattern;
    found.record.accesses = part;
    found.record.score = static_cast<float>(share);
    found.record.coverage = static_cast<float>(share);
    sidecar::PatternFlags flags{.kind = recordKind(key.kind)};
    if (const Kind* const kind = m_kinds.find(key)) {
        flags.type = recordType(kind->type);
        flags.unit = kind->unit;
        found.record.items = kind->items;
    }
    found.record.flags = packed(flags);
    addPattern(std::move(found));
}

void ValueAnalysis::addRedundancy()
{
    for (const ::vellum::values::RedundancyRow& row : m_redundancy.rows()) {
        const SiteKey& key = row.key;
        sidecar::AccessRecord record;
        record.op = key.op;
        record.object = key.object;
        record.site = key.site;
        record.kind = recordKind(key.kind);
        record.accesses = row.accesses;
        record.bytes = row.bytes;
        record.temporal = row.redundant;
        if (const Kind* const kind = m_kinds.find(key)) {
            record.unit = kind->unit;
            record.type = recordType(kind->type);
            record.items = std::min(kind->items, row.accesses);
        }
        record.unchanged = row.silentBytes;
        m_findings.accesses.push_back(record);
        addShare(key, PatternKind::TemporalRedundancy, row.redundant, row.accesses);
        addShare(key, PatternKind::SilentStore, row.silentStores, row.storesOverKnown);
        addShare(key, PatternKind::ReloadAfterStore, row.reloads, row.accesses);
        if (isStore(key.kind)) {
            addShare(key, PatternKind::DeadStore, row.deadBytes, row.bytes);
            addDead(key, row.deadBytes);
        }
    }
    const ::vellum::values::RedundancyLoss loss = m_redundancy.loss();
    m_findings.lostAccesses += loss.accesses;
}

/// Who stored over it is not known any more: bytes die one by one.
void ValueAnalysis::addDead(const SiteKey& key, std::uint64_t bytes)
{
    if (bytes > 0) {
        sidecar::SitePairRecord record;
        record.from = key.site;
        record.op = key.op;
        record.object = key.object;
        record.bytes = bytes;
        record.pattern = PatternKind::DeadStore;
        record.kind = recordKind(key.kind);
        const Kind* const kind = m_kinds.find(key);
        record.unit = kind == nullptr ? 0 : kind->unit;
        m_findings.pairs.push_back(record);
    }
}

void ValueAnalysis::addSpatial()
{
    std::map<SiteKey, std::uint64_t> most;
    for (const ::vellum::values::SpatialRow& row : m_spatial.rows()) {
        const SiteKey& key = row.key;
        most[key] = row.most;
        const Kind* const kind = m_kinds.find(key);
        if (kind != nullptr && kind->items >= kLeastItems) {
            addShare(key, PatternKind::SpatialRedundancy, row.excess(), row.accesses);
        }
    }
    for (sidecar::AccessRecord& record : m_findings.accesses) {
        const auto found = most.find(
            {.op = record.op,
             .object = record.object,
             .site = record.site,
             .kind = record.kind == sidecar::AccessKind::Read
                         ? ::vellum::values::AccessKind::Read
                         : (record.kind == sidecar::AccessKind::Write
                                ? ::vellum::values::AccessKind::Write
                                : ::vellum::values::AccessKind::Atomic)});
        record.spatial = found == most.end() ? 0 : found->second;
    }
}

void ValueAnalysis::addPairs()
{
    for (const ::vellum::values::RedundantPair& pair : m_redundancy.pairs(kMostPairs)) {
        sidecar::SitePairRecord record;
        record.from = pair.from;
        record.to = pair.to;
        record.op = pair.op;
        record.object = pair.object;
        record.value = pair.value;
        record.count = pair.accesses;
        record.bytes = pair.bytes;
        record.pattern = PatternKind::TemporalRedundancy;
        record.kind = recordKind(pair.kind);
        record.unit =
            static_cast<std::uint8_t>(pair.bytes / std::max<std::uint64_t>(pair.accesses, 1));
        m_findings.pairs.push_back(record);
    }
}

ValueFindings ValueAnalysis::takeFindings()
{
    while (!m_open.empty()) {
        endOperation(m_open.begin()->first);
    }
    if (m_level == Level::Record) {
        addRedundancy();
        addSpatial();
        addPairs();
    }
    return std::exchange(m_findings, {});
}

}  // namespace vellum::collector::values
