#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
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

namespace vellum::server::session {

/// A trace that queries can be asked of. What holds its events is the engine's business: one store
/// in this process, or parts of it on many ranks.
///
/// Threads  Immutable.
struct Trace {
    std::string path;
    std::shared_ptr<const Definitions> definitions;  ///< never null
    vellum::query::TraceInfo info;
    std::shared_ptr<const void> content;  ///< whatever the engine that made it needs
};

/// The seam between conversations and the analysis: sessions know nothing of importers, stores and
/// queries, and nothing here knows of clients. server/ranks stands behind it too.
///
/// Errors   As `server/import/importer.h` and `server/query/executor.h` say.
/// Threads  Any number of calls at once.
class Engine {
public:
    using ProgressListener = std::function<void(const codec::OpenProgress&)>;

    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    /// Cancelled: what was read so far, with `info.complete` false.
    virtual Result<std::shared_ptr<const Trace>> open(
        const vellum::query::TraceSelection& selection,
        const ProgressListener& onProgress,
        const std::stop_token& cancel) = 0;

    virtual Result<vellum::query::Answer> answer(
        const Trace& trace,
        const vellum::query::Request& request,
        const std::stop_token& cancel) = 0;

    /// Does \p work; what it allocates is held against the limit of the process, where the engine has one.
    ///
    /// \param advice  what makes it smaller, for the sentence
    /// Errors   those of \p work; resourceExhausted, naming the limit.
    virtual Result<void> withinMemory(
        std::string_view advice, const std::function<Result<void>()>& work);

    [[nodiscard]] virtual unsigned threads() const = 0;
    [[nodiscard]] virtual std::uint64_t residentBytes() const = 0;
};

inline Result<void> Engine::withinMemory(
    std::string_view /*advice*/, const std::function<Result<void>()>& work)
{
    return work();
}

}  // namespace vellum::server::session
