#pragma once

// What the engine of several ranks keeps of a trace, and how it opens one. For its own files alone.

#include "server/import/shared_import.h"
#include "server/index/index_keeping.h"
#include "server/query/partial.h"
#include "server/ranks/distributed_engine.h"
#include "server/ranks/rank_messages.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace vellum::server::ranks {

/// What queries are answered from, of which another may take the place meanwhile.
class CurrentStore {
public:
    [[nodiscard]] std::shared_ptr<const store::TraceStore> get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_store;
    }
    void set(std::shared_ptr<const store::TraceStore> to)
    {
        const std::lock_guard lock(m_mutex);
        m_store = std::move(to);
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const store::TraceStore> m_store;
};

/// What the engine needs of a trace that is open; its end is told to the others.
struct DistributedEngine::SharedTrace {
    SharedTrace(DistributedEngine& of, std::uint64_t its) : engine(of), number(its) {}
    SharedTrace(const SharedTrace&) = delete;
    SharedTrace& operator=(const SharedTrace&) = delete;
    ~SharedTrace()
    {
        if (isShared) {
            engine.tell(engine.others(), bare(MessageKind::Drop, number));
        }
    }

    [[nodiscard]] std::shared_ptr<const store::TraceStore> current() const { return store.get(); }
    void set(std::shared_ptr<const store::TraceStore> to) { store.set(std::move(to)); }
    /// Takes the place of an index that was found \p damaged: one caller does it, others wait.
    [[nodiscard]] Result<void> replace(const std::shared_ptr<const store::TraceStore>& damaged)
    {
        const std::lock_guard one(replacing);
        if (current() != damaged) {
            return {};
        }
        auto anew = index::replacementFor(
            *damaged, selection, engine.m_cache, own.front(), {.threads = engine.m_threads});
        VELLUM_RETURN_IF_ERROR(anew);
        set(std::move(anew).value());
        return {};
    }

    DistributedEngine& engine;
    std::uint64_t number;
    bool isShared = false;  ///< the others know it
    vellum::query::TraceSelection selection;
    query::Placement placement;
    std::vector<std::vector<LocationIndex>> own;  ///< by rank
    std::mutex replacing;                         ///< held by who makes another store
    CurrentStore store;
};

/// One opening, from the definitions to the agreement of all ranks.
class DistributedEngine::Opening {
public:
    Opening(
        DistributedEngine& engine,
        const vellum::query::TraceSelection& selection,
        const ProgressListener& onProgress,
        const std::stop_token& cancel)
        : m_engine(engine)
        , m_selection(selection)
        , m_onProgress(onProgress)
        , m_cancel(cancel)
        , m_number(++engine.m_lastNumber)
        , m_trace(std::make_shared<SharedTrace>(engine, m_number))
        , m_progress(engine.m_link.size())
        , m_forward(cancel, Forward{this})
    {
        const std::lock_guard lock(engine.m_openingsMutex);
        engine.m_openings.push_back(this);
    }
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;
    ~Opening()
    {
        const std::lock_guard lock(m_engine.m_openingsMutex);
        std::erase(m_engine.m_openings, this);
    }

    Result<std::shared_ptr<const session::Trace>> run();
    [[nodiscard]] std::uint64_t number() const { return m_number; }
    void onProgress(std::uint32_t rank, const codec::OpenProgress& progress);
    /// All ranks end reading soon, and keep what they have.
    void stop()
    {
        if (m_stop.request_stop()) {
            m_engine.tell(m_engine.others(), bare(MessageKind::Cancel, m_number));
        }
    }

private:
    struct Forward {
        Opening* opening;
        void operator()() const { opening->stop(); }
    };

    [[nodiscard]] Result<void> openIndex();
    [[nodiscard]] Result<void> read();
    [[nodiscard]] Result<void> share(const Result<protocol::Bytes>& message);
    void keep(const Result<index::SourceKey>& source);
    [[nodiscard]] Result<void> writeShares(
        const index::SourceKey& source, const std::filesystem::path& folder);
    [[nodiscard]] Result<std::vector<import::LocationFacts>> factsOfOthers();
    [[nodiscard]] Result<void> agree(const import::SharedFacts& shared);
    [[nodiscard]] Result<void> waitUntilReady();
    [[nodiscard]] Result<std::shared_ptr<const session::Trace>> describe() const;
    [[nodiscard]] Error isAnotherTrace(std::uint32_t rank) const;

    DistributedEngine& m_engine;
    const vellum::query::TraceSelection& m_selection;
    const ProgressListener& m_onProgress;
    const std::stop_token& m_cancel;  ///< the client's
    std::atomic<std::uint64_t> m_number;
    std::shared_ptr<SharedTrace> m_trace;
    std::unique_ptr<import::SharedImport> m_import;
    std::stop_source m_stop;
    std::atomic<bool> m_isTooMuch{false};
    std::mutex m_mutex;
    std::vector<codec::OpenProgress> m_progress;  ///< by rank; under the mutex, like the next
    std::chrono::steady_clock::time_point m_lastTold;
    std::stop_callback<Forward> m_forward;  // last: it uses the others
};

}  // namespace vellum::server::ranks
