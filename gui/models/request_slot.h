#pragma once

#include "gui/data/data_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace vellum::gui::models {

/// One question at a time of one kind: the newest wins.
///
/// A new question while one is under way waits for it if it may still be shown (`ask`), so that a
/// steady stream of questions, as panning makes them, still brings pictures; only the newest of those
/// that wait is sent. Once a provisional answer is there, there is a picture: a new question then takes the older
/// one's place at once, which the server ends.
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

    /// Called with provisional answers to what is under way (`asked`); whoever sets none asks for none.
    using ProvisionalHandler = std::function<void(const std::shared_ptr<const query::Answer>&)>;
    void setProvisionalHandler(ProvisionalHandler handler)
    {
        m_provisionalHandler = std::move(handler);
    }

    /// \param isProgressive  a provisional answer is welcome before the exact one
    void ask(query::Request request, bool isProgressive = false);

    /// Takes everything back; no answer will come.
    void reset();

    /// The question under way; unless `isBusy`, the one that was.
    [[nodiscard]] const query::Request& asked() const { return m_sent; }
    /// The question whose answer the handler has got last.
    [[nodiscard]] const query::Request& answered() const { return m_answered; }

    /// True while an answer is still to come.
    [[nodiscard]] bool isBusy() const { return m_underWay != 0 || m_waiting.has_value(); }
    /// False while a new question would have to wait.
    [[nodiscard]] bool sendsAtOnce() const { return m_underWay == 0 || m_hasProvisional; }

private:
    struct Waiting {
        query::Request request;
        bool isProgressive = false;
    };

    void send(Waiting question);
    void onProvisional(data::RequestId id, const std::shared_ptr<const query::Answer>& answer);
    void onAnswered(
        data::RequestId id, const std::shared_ptr<const query::Answer>& answer, const Error& error);

    data::DataSource& m_source;
    data::TraceId m_trace;
    std::uint64_t m_view;
    std::uint64_t m_generation = 0;  ///< of what was sent last
    QMetaObject::Connection m_connection;
    QMetaObject::Connection m_provisionalConnection;
    Handler m_handler;
    ProvisionalHandler m_provisionalHandler;
    data::RequestId m_underWay = 0;
    query::Request m_sent;  ///< what is under way, if anything
    query::Request m_answered;
    bool m_hasProvisional = false;  ///< to what is under way
    std::optional<Waiting> m_waiting;
};

}  // namespace vellum::gui::models
