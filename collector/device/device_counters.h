#pragma once

#include "collector/device/device_trace.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::device {

/// Gathers what records say of quantities; they come in any order.
///
/// Threads  Owner thread.
class DeviceCounters {
public:
    /// At \p tick the quantity grows by \p change.
    void add(
        std::uint32_t device,
        const char* name,
        const char* unit,
        std::uint64_t tick,
        std::int64_t change);

    /// What the memory pool at \p address holds, and how much of that is lent. Pools are numbered in the order in which they are
    /// met.
    void notePool(
        std::uint32_t device,
        std::uint64_t address,
        std::uint64_t tick,
        std::uint64_t size,
        std::uint64_t used);

    /// Changes become what there is after them. No counter is left; pools keep their numbers.
    [[nodiscard]] std::vector<DeviceCounter> take();

private:
    struct Key {
        std::uint32_t device = 0;
        std::string owner;
        std::string name;

        // NOLINTNEXTLINE(modernize-use-nullptr): as of RowKey
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    DeviceCounter& find(
        std::uint32_t device, const std::string& owner, const char* name, const char* unit);

    std::map<Key, DeviceCounter> m_counters;
    std::unordered_map<std::uint64_t, std::string> m_pools;  ///< names by address
};

}  // namespace vellum::collector::device
