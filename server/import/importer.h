#pragma once

#include "common/base/result.h"
#include "common/query/trace_selection.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace vellum::server::import {

/// How far an import is. Bytes are those of the event files; `total` may be 0 while unknown.
struct Progress {
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    std::uint64_t locationsDone = 0;
    std::uint64_t locationsTotal = 0;
    std::uint64_t eventsRead = 0;
};

struct ImportOptions {
    unsigned threads = 0;  ///< 0: one per core
    /// Called from one of the import's threads, at most about twenty times a second, also while rows are made
    /// of what was read; must be quick. Of a SharedImport as long as it lives.
    std::function<void(const Progress&)> onProgress;
    /// Asked for: the import ends soon, keeps what was read of every location (a prefix in time),
    /// sets `complete` to false and reports `cancelled`.
    std::stop_token cancel;
    /// Asked for: the import ends soon and keeps nothing, with the error `Cancelled`. Who watches the memory
    /// asks for it, and for `cancel` too, in `onProgress`, which is called in every step that may take much.
    std::stop_token giveUp{};
    /// Whether rows of sums are made too, which answer wide windows without a scan. Answers are the same.
    bool withRows = true;
};

/// Reads what \p selection says into memory, whatever its format.
///
/// Errors   notFound: no such file, or location. invalidArgument: a directory without a trace, a file of a
///          kind we do not read (the sentence names the kind where it is known: "a Projections log"), or a
///          window that holds nothing of the trace.
///          dataLoss: an archive whose anchor or definitions cannot be read. resourceExhausted: out
///          of memory. cancelled: it was given up. Everything else is repaired and counted in the report.
/// Threads  Any; blocks until done. Results are equal whatever the number of threads.
[[nodiscard]] Result<std::shared_ptr<const store::TraceStore>> importTrace(
    const vellum::query::TraceSelection& selection, const ImportOptions& options = {});

}  // namespace vellum::server::import
