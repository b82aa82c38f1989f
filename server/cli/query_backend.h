#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/query/trace_selection.h"
#include "common/trace/definitions.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace vellum::server::cli {

/// How far the opening is; `total` is 0 while unknown.
struct OpenProgress {
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
    std::uint64_t eventsRead = 0;
};

struct BackendOptions {
    unsigned threads = 0;           ///< 0: one per core; of a server, its own business
    std::uint64_t memoryBytes = 0;  ///< the process may take so much; 0: no limit
    bool noCache = false;           ///< no index is used or kept
    bool rebuild = false;           ///< the index is made anew
    std::string cacheFolder;        ///< of indexes; empty: the default
    /// Called now and then while a trace is opened, from any one thread at a time; must be quick.
    std::function<void(const OpenProgress&)> onProgress;
    std::stop_token cancel;  ///< asked for: `open` and `ask` end soon, with Cancelled
};

struct OpenedTrace {
    std::string path;
    std::shared_ptr<const Definitions> definitions;  ///< never null
    vellum::query::TraceInfo info;
};

/// Who answers vellum-query: the engine inside the process, or a server.
///
/// Errors   What the exit status tells apart: of `open`, resourceExhausted, unavailable, and
///          unimplemented or internal from a server; anything else means that the trace cannot be
///          read. Cancelled where the options' token asked for it.
/// Threads  One caller, whose calls block.
class QueryBackend {
public:
    QueryBackend() = default;
    QueryBackend(const QueryBackend&) = delete;
    QueryBackend& operator=(const QueryBackend&) = delete;
    virtual ~QueryBackend() = default;

    /// Called once, before all `ask`.
    virtual Result<OpenedTrace> open(const vellum::query::TraceSelection& selection) = 0;

    virtual Result<vellum::query::Answer> ask(const vellum::query::Request& request) = 0;

    /// Does \p work, such as printing; what it allocates is held against `memoryBytes`.
    ///
    /// \param advice  what makes it smaller, for the sentence
    /// Errors   those of \p work; resourceExhausted, naming the limit.
    virtual Result<void> withinMemory(
        std::string_view /*advice*/, const std::function<Result<void>()>& work)
    {
        return work();
    }
};

/// The engine inside this process.
[[nodiscard]] std::unique_ptr<QueryBackend> makeEmbeddedBackend(BackendOptions options);

/// A vellum-server, by its URL or the path of its connection file.
[[nodiscard]] std::unique_ptr<QueryBackend> makeRemoteBackend(
    const std::string& urlOrFile, BackendOptions options);

}  // namespace vellum::server::cli
