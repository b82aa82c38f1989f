#pragma once

#include "server/reader/event_batch.h"
#include "server/store/location_builder.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <unordered_map>
#include <vector>

struct OTF2_EvtReaderCallbacks_struct;

namespace vellum::server::reader::otf2 {

/// Regions that are equal to another in all but their reference, and that other's.
using RegionAliases = std::unordered_map<std::uint64_t, std::uint64_t>;

/// What the library's event callbacks write to: their user data.
struct EventRecorder {
    std::uint64_t globalOffset = 0;
    const RegionAliases* aliases = nullptr;  ///< null: each region is its own
    std::uint64_t outOfRange = 0;  ///< records whose tick was moved to the largest that we use
    std::exception_ptr failure;    ///< nothing is thrown through a C library
    std::vector<std::uint64_t> payload;  ///< of the record being read, where its length varies
};

/// Records into a batch.
///
/// Layout   The batch's columns are longer than what was recorded, until `finishBatch` cuts them.
struct BatchRecorder : EventRecorder {
    EventBatch batch;
    std::size_t events = 0;
    std::size_t words = 0;

    void startBatch(std::size_t expected);
    void finishBatch();
};

/// Records straight into a location's builder, which must be set. Once that is full nothing is added, and
/// the reading is interrupted.
struct BuilderRecorder : EventRecorder {
    store::LocationBuilder* builder = nullptr;
    Tick tick = 0;  ///< of the last record
    bool isFull = false;
};

struct DeleteEventCallbacks {
    void operator()(OTF2_EvtReaderCallbacks_struct* callbacks) const;
};
using EventCallbacks = std::unique_ptr<OTF2_EvtReaderCallbacks_struct, DeleteEventCallbacks>;

/// Callbacks of every kind of record, for user data that is a `BatchRecorder`.
[[nodiscard]] EventCallbacks makeBatchCallbacks();
/// The same for a `BuilderRecorder`.
[[nodiscard]] EventCallbacks makeBuilderCallbacks();

}  // namespace vellum::server::reader::otf2
