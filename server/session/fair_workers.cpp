#include "server/session/fair_workers.h"

#include <utility>

namespace vellum::server::session {

void FairWorkers::post(RequestQueue::Job job)
{
    m_queue.push(std::move(job));
    m_workers.post([this] { work(); });
}

/// Not the job that came with this task, but the one whose turn it is; and, since others may have found that
/// nobody's turn it was while this was under way, one task for what waits behind it.
void FairWorkers::work()
{
    auto job = m_queue.pop();
    if (!job) {
        return;
    }
    job->run();
    job->run = {};  // it may hold the last of a trace
    m_queue.finished(job->client);
    m_workers.post([this] { work(); });
}

}  // namespace vellum::server::session
