#pragma once

#include "server/index/cache_folder.h"
#include "server/query/memory_limit.h"
#include "server/ranks/link.h"
#include "server/ranks/rank_watch.h"
#include "server/ranks/rounds.h"
#include "server/session/engine.h"
#include "server/session/local_engine.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vellum::server::ranks {

/// The engine of rank 0: its own locations and what belongs to none are here, the others' are asked for
/// and put together. docs/decisions/0007-ranks-hold-locations.md.
///
/// Exact    The answers of one process, byte for byte, on any number of ranks.
/// Errors   As of the local engine; what only one rank has suffered names it. unavailable: a rank that is
///          needed is silent.
/// Threads  As Engine says; `receive` by the link's thread; the rest from any.
class DistributedEngine final : public session::Engine {
public:
    /// \p link must outlive it; all traces must be gone before it is.
    DistributedEngine(
        Link& link, const session::LocalEngineOptions& options, const Patience& patience = {});
    ~DistributedEngine() override;

    void receive(std::uint32_t from, protocol::Bytes bytes);

    /// Waits until every rank has answered once, so that `threads` is right.
    ///
    /// Errors   unavailable: one has not.
    [[nodiscard]] Result<void> meet(std::chrono::milliseconds patience);

    /// To be called a few times a second. A rank that has died, in a sentence: the session is over.
    [[nodiscard]] std::optional<std::string> lookAfterRanks();

    /// For whoever is told to end: whether that is because a rank has died, in a sentence.
    [[nodiscard]] std::optional<std::string> whyToldToEnd();

    /// Tells all ranks to end; whether all have said that they do. Then the link may be stopped.
    [[nodiscard]] bool end(std::chrono::milliseconds patience);

    Result<std::shared_ptr<const session::Trace>> open(
        const vellum::query::TraceSelection& selection,
        const ProgressListener& onProgress,
        const std::stop_token& cancel) override;

    Result<vellum::query::Answer> answer(
        const session::Trace& trace,
        const vellum::query::Request& request,
        const std::stop_token& cancel) override;

    Result<void> withinMemory(
        std::string_view advice, const std::function<Result<void>()>& work) override;

    [[nodiscard]] unsigned threads() const override;
    [[nodiscard]] std::uint64_t residentBytes() const override;

private:
    struct SharedTrace;
    class Opening;

    [[nodiscard]] std::vector<std::uint32_t> others() const;
    void receiveProgress(
        std::uint32_t from, std::uint64_t number, const codec::OpenProgress& progress);
    /// Ends the opening \p number, or all of them, since one rank cannot go on.
    void failOpenings(std::optional<std::uint64_t> number, const Error& error);
    void tell(const std::vector<std::uint32_t>& ranks, const protocol::Bytes& bytes);
    [[nodiscard]] Result<void> checkThere(const std::vector<std::uint32_t>& ranks) const;
    [[nodiscard]] Result<vellum::query::Answer> answerFrom(
        const SharedTrace& trace,
        const store::TraceStore& store,
        const vellum::query::Request& request,
        const std::stop_token& cancel);
    [[nodiscard]] Result<vellum::query::Answer> answerOrReplace(
        SharedTrace& trace, const vellum::query::Request& request, const std::stop_token& cancel);
    [[nodiscard]] Result<vellum::query::Answer> askParts(
        const SharedTrace& trace,
        const store::TraceStore& store,
        const vellum::query::Request& request,
        const std::stop_token& cancel);

    Link& m_link;
    unsigned m_threads;
    query::MemoryLimit m_memory;
    index::CacheOptions m_cache;
    RankWatch m_watch;
    Rounds m_rounds;
    std::atomic<std::uint64_t> m_lastNumber{0};
    std::mutex m_openingsMutex;
    std::vector<Opening*> m_openings;  ///< under way
};

}  // namespace vellum::server::ranks
