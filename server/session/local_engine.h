#pragma once

#include "common/base/process_memory.h"
#include "server/session/engine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace vellum::server::session {

struct LocalEngineOptions {
    unsigned threads = 0;           ///< 0: one per core
    std::uint64_t memoryBytes = 0;  ///< 0: no limit
    std::string cacheFolder;        ///< of indexes; empty: none are kept
    /// What the limit is held against. Called from any thread.
    std::function<std::uint64_t()> resident = residentBytes;
};

/// The engine of one process: opens indexes, or imports into memory.
///
/// Errors   `open` also resourceExhausted, naming the limit, when the process has grown past it, the
///          rows that are made of what was read among it; what was read for this trace is given back.
[[nodiscard]] std::unique_ptr<Engine> makeLocalEngine(const LocalEngineOptions& options);

}  // namespace vellum::server::session
