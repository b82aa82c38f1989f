#pragma once

#include "server/ranks/link.h"
#include "server/session/local_engine.h"

#include <memory>

namespace vellum::server::ranks {

/// A rank that is not the head: reads its locations of each trace, and answers for them until it is told
/// to end.
///
/// Errors   Go to the head as sentences that name rank and host where they are this rank's own.
/// Threads  `run` by the thread of the link; imports and queries on threads of their own.
class RankWorker {
public:
    /// \p link must outlive it.
    RankWorker(Link& link, const session::LocalEngineOptions& options);
    ~RankWorker();
    RankWorker(const RankWorker&) = delete;
    RankWorker& operator=(const RankWorker&) = delete;

    void run();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace vellum::server::ranks
