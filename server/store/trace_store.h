#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "server/store/column.h"
#include "server/store/import_report.h"
#include "server/store/location_store.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Tells whether what lies in a mapped file is what was once written there.
///
/// Threads  Any number at once.
class LocationCheck {
public:
    LocationCheck() = default;
    LocationCheck(const LocationCheck&) = delete;
    LocationCheck& operator=(const LocationCheck&) = delete;
    virtual ~LocationCheck() = default;

    /// Reads all of the location when it is first asked.
    [[nodiscard]] virtual bool isSound(LocationIndex location) const = 0;
    /// Likewise, of messages, launches and collectives.
    [[nodiscard]] virtual bool areTablesSound() const = 0;
    /// Whether one of these has been false, or what was sound is there no more.
    [[nodiscard]] virtual bool isDamaged() const = 0;
};

/// Thrown where a query meets a location that is not sound.
struct DamagedLocation : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return "a damaged index"; }
};

/// A trace: what readers fill and queries scan.
///
/// Layout   `locations` parallel to `definitions.locations`. `messages` are the matched pairs in
///          the order of `vellum::query::Messages`, `launches` the joined ones in that of
///          `vellum::query::Launches`, `collectives` likewise.
/// Exact    `range` holds every event and marker: [min(0, first), max(length + 1, last + 1)).
/// Threads  Immutable once built; shared as `std::shared_ptr<const TraceStore>`.
struct TraceStore {
    std::string path;
    std::string format;
    Definitions definitions;
    TickRange range;
    std::vector<LocationStore> locations;
    Column<vellum::query::Message> messages;
    Column<vellum::query::Launch> launches;
    Column<vellum::query::Collective> collectives;
    std::uint64_t messageBytes = 0;  ///< sum of those of `messages`
    std::vector<Marker> markers;     ///< by tick
    ImportReport report;
    bool complete = true;                     ///< false if the import was cancelled
    bool isPartOfTime = false;                ///< only what happened in `range` was kept
    std::unordered_set<LocationRef> leftOut;  ///< locations that were asked not to be loaded

    std::shared_ptr<const LocationCheck> check;  ///< null: all is in memory

    /// Errors   Throws DamagedLocation, which only `execute` catches.
    [[nodiscard]] const LocationStore& at(LocationIndex index) const
    {
        if (check != nullptr && !check->isSound(index)) {
            throw DamagedLocation();
        }
        return locations[index.value()];
    }

    /// What is known of a location without reading any of it: an index has it in its manifest.
    [[nodiscard]] const LocationTotals& totalsOf(LocationIndex index) const
    {
        return locations[index.value()].totals;
    }

    /// \p table, which is one of this trace's messages, launches and collectives.
    ///
    /// Errors   As of `at`.
    template <typename T>
    [[nodiscard]] const Column<T>& sound(const Column<T>& table) const
    {
        if (check != nullptr && !table.empty() && !check->areTablesSound()) {
            throw DamagedLocation();
        }
        return table;
    }

    void setMessages(std::vector<vellum::query::Message>&& matched)
    {
        messageBytes = 0;
        for (const vellum::query::Message& message : matched) {
            messageBytes += message.bytes;
        }
        messages = std::move(matched);
    }
};

}  // namespace vellum::server::store
