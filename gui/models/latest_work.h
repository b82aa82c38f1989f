#pragma once

#include "gui/data/in_application.h"

#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace vellum::gui::models {

/// Computes something on another thread: one at a time, and of those that wait only what was asked for last, so that workers do
/// not pile up while the user goes on.
///
/// Threads  GUI thread; `Work` runs on another one and must not throw. It should end soon once it is asked to stop.
template <typename Result>
class LatestWork {
public:
    using Work = std::function<std::shared_ptr<const Result>(const std::stop_token&)>;
    using Done = std::function<void(const std::shared_ptr<const Result>&)>;

    LatestWork() : m_shared(std::make_shared<Shared>()) {}
    ~LatestWork()
    {
        cancel();
        m_shared->isGone = true;
    }
    LatestWork(const LatestWork&) = delete;
    LatestWork& operator=(const LatestWork&) = delete;
    LatestWork(LatestWork&&) = delete;
    LatestWork& operator=(LatestWork&&) = delete;

    /// \param done  gets the result, later; not that of work which was cancelled or replaced meanwhile
    void start(Work work, Done done)
    {
        cancel();
        m_shared->waits = std::move(work);
        m_shared->done = std::move(done);
        begin(m_shared);
    }
    /// What is under way is not wanted any more.
    void cancel()
    {
        m_shared->stop.request_stop();
        m_shared->waits = nullptr;
        m_shared->done = nullptr;
    }
    [[nodiscard]] bool isBusy() const { return m_shared->done != nullptr; }

private:
    /// Outlives this as long as a worker runs; of the GUI thread but for `stop`.
    struct Shared {
        std::stop_source stop;
        Work waits;
        Done done;  ///< null: nobody waits for a result
        bool isRunning = false;
        bool isGone = false;
    };

    static void begin(const std::shared_ptr<Shared>& shared)
    {
        if (shared->isRunning || shared->isGone || shared->waits == nullptr) {
            return;
        }
        shared->isRunning = true;
        shared->stop = std::stop_source();
        QThreadPool::globalInstance()->start([shared,
                                              work = std::exchange(shared->waits, nullptr),
                                              stop = shared->stop.get_token()] {
            data::inApplication([shared, stop, result = work(stop)] {
                shared->isRunning = false;
                if (!stop.stop_requested() && shared->done != nullptr) {
                    std::exchange(shared->done, nullptr)(result);
                }
                begin(shared);
            });
        });
    }

    std::shared_ptr<Shared> m_shared;
};

}  // namespace vellum::gui::models
