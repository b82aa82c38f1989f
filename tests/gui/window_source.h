#pragma once

#include "gui/data/data_source.h"
#include "server/query/executor.h"
#include "server/store/trace_store.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace vellum::tests {

/// What a window asks instead of a server: stores in memory, answered by the engine itself.
///
/// Answers come as events, never inside a call. Loss is what a test says.
/// Threads  GUI thread.
class WindowSource : public gui::data::DataSource {
public:
    using Store = std::shared_ptr<const server::store::TraceStore>;

    /// \p stores  by the path they are opened with
    explicit WindowSource(std::map<QString, Store> stores) : m_stores(std::move(stores)) {}

    gui::data::RequestId open(const QString& path) override
    {
        const auto id = ++m_lastId;
        later([this, id, path] { answerOpen(id, path); });
        return id;
    }
    void close(gui::data::TraceId trace) override
    {
        m_open.erase(trace);
        closed.push_back(trace);
    }
    gui::data::RequestId ask(gui::data::TraceId trace, query::Request request) override
    {
        const auto id = ++m_lastId;
        later([this, id, trace, request = std::move(request)] { answerAsk(id, trace, request); });
        return id;
    }
    void cancel(gui::data::RequestId /*request*/) override {}  // the answer comes all the same
    void restart() override { ++restarts; }

    void lose()
    {
        m_isLost = true;
        emit lost(gone());
    }
    void restore()
    {
        m_isLost = false;
        emit restored();
    }

    int restarts = 0;
    std::vector<gui::data::TraceId> closed;

private:
    static Error gone() { return {ErrorKind::Unavailable, "it fell over"}; }

    template <typename Function>
    void later(Function function)
    {
        QMetaObject::invokeMethod(this, std::move(function), Qt::QueuedConnection);
    }

    void answerOpen(gui::data::RequestId id, const QString& path)
    {
        const auto found = m_stores.find(path);
        if (m_isLost || found == m_stores.end()) {
            const Error missing{ErrorKind::NotFound, "there is no '" + path.toStdString() + "'"};
            emit opened(id, nullptr, m_isLost ? gone() : missing);
            return;
        }
        const auto info = server::query::execute(*found->second, query::InfoRequest{});
        auto trace = std::make_shared<gui::data::Trace>();
        trace->id = ++m_lastTrace;
        trace->path = path;
        trace->definitions = std::make_shared<const Definitions>(found->second->definitions);
        trace->info = std::get<query::TraceInfo>(info.value());
        m_open[trace->id] = found->second;
        emit opened(id, trace, {});
    }

    void answerAsk(gui::data::RequestId id, gui::data::TraceId trace, const query::Request& request)
    {
        const auto found = m_open.find(trace);
        if (m_isLost || found == m_open.end()) {
            emit answered(id, nullptr, gone());
            return;
        }
        auto answer = server::query::execute(*found->second, request);
        if (answer.isOk()) {
            emit answered(id, std::make_shared<const query::Answer>(answer.value()), {});
        } else {
            emit answered(id, nullptr, answer.error());
        }
    }

    std::map<QString, Store> m_stores;
    std::map<gui::data::TraceId, Store> m_open;
    gui::data::RequestId m_lastId = 0;
    gui::data::TraceId m_lastTrace = 0;
    bool m_isLost = false;
};

}  // namespace vellum::tests
