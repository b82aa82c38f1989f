#pragma once

#include "gui/data/data_source.h"

#include <functional>
#include <optional>

namespace vellum::gui::models {

/// One question at a time of one kind: the newest wins.
///
/// A new question while one is under way waits for it if it may still be shown (`ask`), so that a
/// steady stream of questions, as panning makes them, still brings pictures; only the newest of those
/// that wait is sent.
/// Threads  GUI thread.
class RequestSlot {
public:
    using Handler = std::function<void(const std::shared_ptr<const query::Answer>&, const Error&)>;

    RequestSlot(data::DataSource& source, data::TraceId trace);
    ~RequestSlot();
    RequestSlot(const RequestSlot&) = delete;
    RequestSlot& operator=(const RequestSlot&) = delete;

    /// Called with every answer to this slot's questions, but not for those taken back.
    void setHandler(Handler handler) { m_handler = std::move(handler); }

    void ask(query::Request request);

    /// Takes everything back; no answer will come.
    void reset();

    /// The question whose answer the handler has got last.
    [[nodiscard]] const query::Request& answered() const { return m_answered; }

    /// True while an answer is still to come.
    [[nodiscard]] bool isBusy() const { return m_underWay != 0 || m_waiting.has_value(); }

private:
    void onAnswered(
        data::RequestId id, const std::shared_ptr<const query::Answer>& answer, const Error& error);

    data::DataSource& m_source;
    data::TraceId m_trace;
    QMetaObject::Connection m_connection;
    Handler m_handler;
    data::RequestId m_underWay = 0;
    query::Request m_sent;  ///< what is under way, if anything
    query::Request m_answered;
    std::optional<query::Request> m_waiting;
};

}  // namespace vellum::gui::models
