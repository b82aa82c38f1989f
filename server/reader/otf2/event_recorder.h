#pragma once

#include "server/reader/event_batch.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>

struct OTF2_EvtReaderCallbacks_struct;

namespace vellum::server::reader::otf2 {

/// What the library's event callbacks write to: their user data.
///
/// Layout   The batch's columns are longer than what was recorded, until `finishBatch` cuts them.
struct EventRecorder {
    EventBatch batch;
    std::size_t events = 0;
    std::size_t words = 0;
    std::uint64_t globalOffset = 0;
    std::uint64_t outOfRange = 0;  ///< records whose tick was moved to the largest that we use
    std::exception_ptr failure;    ///< nothing is thrown through a C library

    void startBatch(std::size_t expected);
    void finishBatch();
};

struct DeleteEventCallbacks {
    void operator()(OTF2_EvtReaderCallbacks_struct* callbacks) const;
};
using EventCallbacks = std::unique_ptr<OTF2_EvtReaderCallbacks_struct, DeleteEventCallbacks>;

/// Callbacks of every kind of record, each appending to the `EventRecorder` it is given.
[[nodiscard]] EventCallbacks makeEventCallbacks();

}  // namespace vellum::server::reader::otf2
