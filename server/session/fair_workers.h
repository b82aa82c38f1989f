#pragma once

#include "server/session/request_queue.h"
#include "server/session/workers.h"

namespace vellum::server::session {

/// Threads that do what clients ask for, in turns.
///
/// Threads  Any; made and destroyed by one owner. The destructor waits for what is under way and throws away
///          the rest.
class FairWorkers {
public:
    explicit FairWorkers(const Turns& turns) : m_queue(turns), m_workers(turns.atOnce) {}

    void post(RequestQueue::Job job);

    /// As the queue's.
    bool remove(transport::ClientId client, codec::RequestNumber number)
    {
        return m_queue.remove(client, number);
    }
    void removeAll(transport::ClientId client) { m_queue.removeAll(client); }

private:
    void work();

    RequestQueue m_queue;
    Workers m_workers;  // last: its threads use the queue
};

}  // namespace vellum::server::session
