#pragma once

#include "server/session/engine.h"

#include <cstdint>
#include <memory>
#include <string>

namespace vellum::server::session {

struct LocalEngineOptions {
    unsigned threads = 0;           ///< 0: one per core
    std::uint64_t memoryBytes = 0;  ///< 0: no limit
    std::string cacheFolder;        ///< of indexes; empty: none are kept
};

/// The engine of one process: opens indexes, or imports into memory.
///
/// Errors   `open` also resourceExhausted, with both numbers, when the process has grown past the
///          limit; what was read for this trace is given back.
[[nodiscard]] std::unique_ptr<Engine> makeLocalEngine(const LocalEngineOptions& options);

}  // namespace vellum::server::session
