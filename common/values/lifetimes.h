#pragma once

#include "common/values/access.h"
#include "common/values/intervals.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace vellum::values {

/// From where on an object lay idle.
struct LifetimeThresholds {
    std::uint64_t idleOps = 8;  ///< more ops than that between two accesses
    std::uint64_t idleBytes = std::uint64_t{1} << 20;
};

/// The life of one object, and what was wrong with it.
struct ObjectLife {
    std::uint64_t object = 0;
    std::uint64_t bytes = 0;
    std::uint64_t allocatedBy = 0;  ///< op
    std::uint64_t freedBy = 0;      ///< op; meaningless if isLeaked
    bool isLeaked = false;          ///< never freed
    bool isUnused = false;          ///< never accessed
    bool isEarly = false;  ///< other objects were freed between its allocation and its first access
    bool isLate = false;   ///< other objects were allocated between its last access and its free
    bool isIdle = false;   ///< large, and not accessed for many ops in between
    std::uint64_t longestIdleOps = 0;  ///< ops between two accesses, at most
    std::uint64_t accessingOps = 0;
    std::uint64_t writesNeverRead =
        0;  ///< ops that wrote, and nobody read before the next write or the end
    std::uint64_t accessedBytes = 0;      ///< at least once
    std::uint64_t largestUnaccessed = 0;  ///< bytes in a row that nobody accessed: over-allocation
    double fragmentation =
        0;  ///< 1 - the largest such row / all bytes that nobody accessed; 0 without any

    friend bool operator==(const ObjectLife&, const ObjectLife&) = default;
};

/// Objects that are allocated too early, freed too late, lie idle or are too large.
///
/// Units    `op` counts ops in the order in which they ran, without gaps, so that differences are ops.
/// Errors   What is done to an object that is not there, and bytes beyond its end, are left out and counted.
/// Size     Bounded by \p mostObjects, and by IntervalSet's limit per object.
/// Threads  One owner. Events come in the order in which they happened.
/// Source   The object-level patterns of DrGPUM, and of vendors' memory tools for the first three.
class Lifetimes {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 20;

    explicit Lifetimes(LifetimeThresholds thresholds = {}, std::size_t mostObjects = kMost)
        : m_thresholds(thresholds)
        , m_mostObjects(mostObjects)
    {
    }

    void allocate(std::uint64_t op, std::uint64_t object, std::uint64_t bytes);
    void access(std::uint64_t op, std::uint64_t object, AccessKind kind, Interval bytes);
    void free(std::uint64_t op, std::uint64_t object);

    /// All objects, those that are still there as leaked ones; ascending by number.
    [[nodiscard]] std::vector<ObjectLife> lives() const;

    /// The most bytes that were allocated at once, and the op that reached it first.
    [[nodiscard]] std::uint64_t peakBytes() const { return m_peakBytes; }
    [[nodiscard]] std::uint64_t peakOp() const { return m_peakOp; }
    [[nodiscard]] std::uint64_t lost() const { return m_lost; }

private:
    struct Live {
        ObjectLife life;
        std::uint64_t lastOp = 0;             ///< that accessed it
        std::uint64_t freesBefore = 0;        ///< of all objects, when it was allocated
        std::uint64_t allocationsBefore = 0;  ///< of all objects, when it was accessed last
        bool hasUnreadWrite = false;
        IntervalSet accessed;
    };

    [[nodiscard]] ObjectLife ended(Live live) const;

    LifetimeThresholds m_thresholds;
    std::size_t m_mostObjects;
    std::uint64_t m_allocations = 0;
    std::uint64_t m_frees = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_peakBytes = 0;
    std::uint64_t m_peakOp = 0;
    std::uint64_t m_lost = 0;
    std::map<std::uint64_t, Live> m_live;
    std::vector<ObjectLife> m_ended;
};

}  // namespace vellum::values
