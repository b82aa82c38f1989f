#include "gui/models/request_slot.h"

#include <utility>

namespace vellum::gui::models {

RequestSlot::RequestSlot(data::DataSource& source, data::TraceId trace)
    : m_source(source)
    , m_trace(trace)
    , m_view(source.newView())
{
    m_connection = QObject::connect(
        &source,
        &data::DataSource::answered,
        &source,
        [this](
            data::RequestId id,
            const std::shared_ptr<const query::Answer>& answer,
            const Error& error) { onAnswered(id, answer, error); });
    m_provisionalConnection = QObject::connect(
        &source,
        &data::DataSource::provisional,
        &source,
        [this](data::RequestId id, const std::shared_ptr<const query::Answer>& answer) {
            onProvisional(id, answer);
        });
}

RequestSlot::~RequestSlot()
{
    QObject::disconnect(m_connection);
    QObject::disconnect(m_provisionalConnection);
}

void RequestSlot::ask(query::Request request, bool isProgressive)
{
    m_waiting.reset();
    if (m_underWay != 0 && request == m_sent) {
        return;
    }
    Waiting question{.request = std::move(request), .isProgressive = isProgressive};
    if (!sendsAtOnce()) {
        m_waiting = std::move(question);
    } else {
        send(std::move(question));
    }
}

void RequestSlot::send(Waiting question)
{
    m_sent = std::move(question.request);
    m_hasProvisional = false;
    m_underWay = m_source.ask(
        m_trace,
        m_sent,
        {.view = m_view,
         .generation = ++m_generation,
         .progressive = question.isProgressive && m_provisionalHandler});
}

void RequestSlot::reset()
{
    m_waiting.reset();
    if (m_underWay != 0) {
        const data::RequestId old = std::exchange(m_underWay, 0);
        m_source.cancel(old);
    }
}

void RequestSlot::onProvisional(
    data::RequestId id, const std::shared_ptr<const query::Answer>& answer)
{
    if (id != m_underWay || id == 0) {
        return;
    }
    m_hasProvisional = true;
    if (m_provisionalHandler) {
        m_provisionalHandler(answer);
    }
    if (auto waiting = std::exchange(m_waiting, std::nullopt)) {
        send(std::move(*waiting));
    }
}

void RequestSlot::onAnswered(
    data::RequestId id, const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    if (id != m_underWay || id == 0) {
        return;
    }
    m_underWay = 0;
    m_answered = m_sent;
    if (auto waiting = std::exchange(m_waiting, std::nullopt)) {
        send(std::move(*waiting));
    }
    if (m_handler) {
        m_handler(answer, error);
    }
}

}  // namespace vellum::gui::models
