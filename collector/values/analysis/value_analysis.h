#pragma once

#include "common/values/access.h"
#include "common/values/flat_map.h"
#include "common/values/item_groups.h"
#include "common/values/redundancy.h"
#include "common/values/sidecar/records.h"
#include "common/values/site_key.h"
#include "common/values/sketch.h"
#include "common/values/spatial_redundancy.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::collector::values {

/// How closely accesses are looked at.
enum class Level : std::uint8_t {
    Coarse,  ///< pages that were written, and what changed in them; no accesses
    Sketch,  ///< 256 bytes for what a site sees in an object
    Record,  ///< each access: redundancy, dead stores, patterns by items
};

/// A pattern, and its most frequent values with their counts.
struct FoundPattern {
    ::vellum::values::sidecar::PatternRecord record;
    std::vector<::vellum::values::ValueCount> top;
};

/// What was found, as the side-car has it.
struct ValueFindings {
    std::vector<::vellum::values::sidecar::AccessRecord> accesses;
    std::vector<FoundPattern> patterns;
    std::vector<::vellum::values::sidecar::SitePairRecord> pairs;
    std::vector<::vellum::values::sidecar::SketchRecord> sketches;
    std::uint64_t lostAccesses = 0;  ///< in no row of `accesses`: there was no room
    std::uint64_t lostItems = 0;     ///< in a row, but in no pattern
};

/// Looks at accesses, operation by operation, several of which may be under way.
///
/// Exact    What the classes of common/values promise. A pattern of values is told of at least kLeastItems places,
///          redundancy of at least kLeastAccesses accesses of which at least half are redundant: below that nearly
///          everything is a pattern.
/// Size     Bounded by those classes' limits, and kMostPatterns.
/// Threads  One owner.
class ValueAnalysis {
public:
    static constexpr std::uint64_t kLeastItems = 4;
    static constexpr std::uint64_t kLeastAccesses = 16;
    static constexpr double kLeastShare = 0.5;
    static constexpr std::size_t kMostPatterns = std::size_t{1} << 20U;

    explicit ValueAnalysis(Level level);

    /// Objects have numbers that are never used again, so none is ever forgotten.
    /// \return  whether it is in a row of `ValueFindings::accesses`
    ::vellum::values::AccessNote add(const ::vellum::values::Access& access);
    /// No more accesses of the operation come.
    void endOperation(std::uint64_t op);

    /// Once, when all operations have ended.
    [[nodiscard]] ValueFindings takeFindings();

private:
    using SiteKey = ::vellum::values::SiteKey;

    /// Of one site and object, at level Sketch.
    struct Sums {
        std::uint64_t accesses = 0;
        std::uint64_t bytes = 0;
        std::uint64_t storesOverKnown = 0;
        std::uint64_t silentStores = 0;
        std::uint64_t silentBytes = 0;
    };
    /// An operation under way.
    struct Open {
        std::unique_ptr<::vellum::values::ItemGroups> items;
        std::unique_ptr<::vellum::values::Sketches> sketches;
        ::vellum::values::FlatMap<SiteKey, Sums> sums;
        ::vellum::values::FlatMap<SiteKey, std::uint64_t>
            zeros;  ///< loads of zero, at level Record
    };
    struct Kind {
        ::vellum::values::ValueType type = ::vellum::values::ValueType::Unknown;
        std::uint8_t unit = 0;
        std::uint64_t items = 0;
    };

    Open& openOf(std::uint64_t op);
    ::vellum::values::AccessNote addSums(Open& open, const ::vellum::values::Access& access);
    void addZero(Open& open, const ::vellum::values::Access& access);
    void endZeros(const ::vellum::values::FlatMap<SiteKey, std::uint64_t>& zeros);
    void endItems(const ::vellum::values::ItemGroups& items);
    void endSketches(const ::vellum::values::Sketches& sketches);
    void endSums(const ::vellum::values::FlatMap<SiteKey, Sums>& sums);
    void addPattern(FoundPattern pattern);
    void addRedundancy();
    void addDead(const SiteKey& key, std::uint64_t bytes);
    void addSpatial();
    void addPairs();
    void addShare(
        const SiteKey& key,
        ::vellum::values::sidecar::PatternKind pattern,
        std::uint64_t part,
        std::uint64_t whole);

    Level m_level;
    ::vellum::values::Redundancy m_redundancy;
    ::vellum::values::SpatialRedundancy m_spatial;
    std::unordered_map<std::uint64_t, Open> m_open;
    std::pair<std::uint64_t, Open*> m_last = {0, nullptr};  ///< operation that was asked for last
    ::vellum::values::FlatMap<SiteKey, Kind> m_kinds;       ///< of ended operations
    ValueFindings m_findings;
};

}  // namespace vellum::collector::values
