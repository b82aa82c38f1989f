#pragma once

#include "common/base/result.h"
#include "gui/data/data_source.h"
#include "server/store/trace_store.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace vellum::tests {

/// A data source of stores in memory: true answers by the server's own executors, no socket.
///
/// Answers come as events, never inside `ask`. A test can hold them back and release them in any
/// order, let them fail, and take the server away.
/// Threads  GUI thread.
class FakeDataSource : public gui::data::DataSource {
    Q_OBJECT

public:
    using RequestId = gui::data::RequestId;
    using TraceId = gui::data::TraceId;

    using DataSource::DataSource;

    /// Makes \p store known under \p path; what `open` would bring is returned at once.
    std::shared_ptr<const gui::data::Trace> add(
        const QString& path, std::shared_ptr<const server::store::TraceStore> store);

    RequestId open(const query::TraceSelection& selection) override;
    void close(TraceId trace) override;
    using DataSource::ask;
    RequestId ask(TraceId trace, query::Request request, const query::Asking& asking) override;
    void cancel(RequestId request) override;
    void restart() override;
    void askLive(const std::string& name, LiveWish wish) override;

    // What a test does to it.

    /// From now on answers wait for `release`; \p hold false releases all in the order asked.
    void setHold(bool hold);
    void release(RequestId request);
    /// A provisional answer to a timeline or summary timeline that waits and is progressive: of so many columns.
    void releaseProvisional(RequestId request, std::uint32_t columns);
    /// The next request that is answered ends with \p error; further calls, those after it.
    void failNext(Error error) { m_failures.push_back(std::move(error)); }
    /// From now on the run of that name is so far; without one, all are unknown.
    void setLive(const query::LiveState& state) { m_live[state.name] = state; }
    void emitProgress(RequestId request, const gui::data::OpenProgress& progress);
    /// All under way fails, `lost` follows; all requests fail until `restart`.
    void lose(const Error& reason);

    // What was done to it.

    struct Asked {
        RequestId id = 0;
        TraceId trace = 0;
        query::Request request;
        query::Asking asking{};
    };

    /// All requests ever asked, in order.
    [[nodiscard]] const std::vector<Asked>& asked() const { return m_asked; }
    [[nodiscard]] const std::vector<RequestId>& cancelled() const { return m_cancelled; }
    [[nodiscard]] const std::vector<TraceId>& closed() const { return m_closed; }
    /// How often a recorder was to stop.
    [[nodiscard]] int stopsAsked() const { return m_stopsAsked; }
    [[nodiscard]] bool isIdle() const { return m_pending.empty() && m_opening.empty(); }

    /// Those of one kind: `of<query::TimelineRequest>()`.
    template <typename Kind>
    [[nodiscard]] std::vector<Kind> of() const
    {
        std::vector<Kind> result;
        for (const Asked& asked : m_asked) {
            if (const auto* request = std::get_if<Kind>(&asked.request)) {
                result.push_back(*request);
            }
        }
        return result;
    }

private:
    void post(const std::function<void()>& what);
    void later(RequestId request);
    void deliver(RequestId request);
    /// Whether it waited.
    bool takeBack(RequestId request);
    void deliverOpened(RequestId request, const QString& path);
    [[nodiscard]] Result<query::Answer> answerTo(const Asked& asked);
    /// Marked as provisional.
    [[nodiscard]] query::Answer answerInColumns(Asked overview, std::uint32_t columns);

    struct Known {
        std::shared_ptr<const server::store::TraceStore> store;
        std::shared_ptr<const gui::data::Trace> trace;
    };

    std::map<QString, Known> m_known;
    std::map<std::string, query::LiveState> m_live;
    std::map<RequestId, Asked> m_pending;
    std::map<RequestId, QString> m_opening;
    std::vector<Asked> m_asked;
    std::vector<RequestId> m_cancelled;
    std::vector<TraceId> m_closed;
    std::vector<Error> m_failures;
    RequestId m_lastId = 0;
    int m_stopsAsked = 0;
    bool m_holds = false;
    bool m_isLost = false;
};

}  // namespace vellum::tests
