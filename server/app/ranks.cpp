#include "server/app/ranks.h"

#include "common/base/log.h"
#include "server/app/server.h"
#include "server/mpi/launched.h"
#include "server/mpi/mpi_session.h"
#include "server/ranks/distributed_engine.h"
#include "server/ranks/rank_worker.h"
#include "server/session/local_engine.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace vellum::server::app {

namespace {

constexpr int kRankIsGone = 4;

/// Ranks of one host share its cores unless told otherwise.
unsigned threadsFor(const Options& options, const ranks::Link& link)
{
    if (options.threads != 0) {
        return options.threads;
    }
    const std::string& host = link.peers()[link.rank()].host;
    const auto here =
        static_cast<unsigned>(std::ranges::count(link.peers(), host, &ranks::Peer::host));
    return std::max(1U, std::thread::hardware_concurrency() / std::max(1U, here));
}

/// Rank 0: the conversations have a thread of their own.
class Head {
public:
    Head(ranks::Link& link, const session::LocalEngineOptions& options)
        : m_link(link)
        , m_engine(link, options)
    {
    }

    /// Whether all ranks have ended together.
    bool run(const Options& options)
    {
        std::jthread serving([&] { serveUntilEnd(options); });
        m_link.run([this](std::uint32_t from, protocol::Bytes bytes) {
            m_engine.receive(from, std::move(bytes));
        });
        serving.join();
        return m_haveAllEnded;
    }

    [[nodiscard]] const Result<void>& outcome() const { return m_outcome; }

private:
    void serveUntilEnd(const Options& options)
    {
        constexpr std::chrono::seconds kStart{30};
        constexpr std::chrono::seconds kEnd{3};
        constexpr std::chrono::milliseconds kEndWithoutOne{200};
        try {
            m_outcome = m_engine.meet(kStart);
            if (m_outcome.isOk()) {
                m_outcome = serve(
                    options,
                    m_engine,
                    {.whoIsGone = [this] { return goneWith(m_engine.lookAfterRanks()); },
                     .whyToldToEnd = [this] { return goneWith(m_engine.whyToldToEnd()); }});
            }
        } catch (const std::exception& exception) {
            m_outcome = Error{.kind = ErrorKind::Internal, .message = exception.what()};
        }
        m_haveAllEnded = m_engine.end(m_isOneGone ? kEndWithoutOne : kEnd);
        m_link.stop();
    }

    std::optional<std::string> goneWith(std::optional<std::string> sentence)
    {
        m_isOneGone = m_isOneGone || sentence;
        return sentence;
    }

    ranks::Link& m_link;
    ranks::DistributedEngine m_engine;
    Result<void> m_outcome;  // of the serving thread until that has ended, like the next two
    bool m_isOneGone = false;
    bool m_haveAllEnded = false;
};

}  // namespace

bool isOneOfSeveral(const Options& options)
{
    return !options.endsWithInput && mpi::launchedTogether() > 1;
}

Result<void> serveOnRanks(const Options& options)
{
    const auto session = mpi::MpiSession::start();
    VELLUM_RETURN_IF_ERROR(session);
    ranks::Link& link = session.value()->link();
    const session::LocalEngineOptions engine{
        .threads = threadsFor(options, link),
        .memoryBytes = options.memoryBytes,
        .cacheFolder = cacheFolderOf(options)};
    if (link.rank() != 0) {
        ranks::RankWorker(link, engine).run();
        session.value()->finish();
        return {};
    }
    Head head(link, engine);
    if (!head.run(options)) {
        log::error("not all ranks take part in the end: all are ended");
        session.value()->abort(kRankIsGone);
    }
    session.value()->finish();
    return head.outcome();
}

}  // namespace vellum::server::app
