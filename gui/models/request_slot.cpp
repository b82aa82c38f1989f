#include "gui/models/request_slot.h"

#include <utility>

namespace vellum::gui::models {

RequestSlot::RequestSlot(data::DataSource& source, data::TraceId trace)
    : m_source(source)
    , m_trace(trace)
{
    m_connection = QObject::connect(
        &source,
        &data::DataSource::answered,
        &source,
        [this](
            data::RequestId id,
            const std::shared_ptr<const query::Answer>& answer,
            const Error& error) { onAnswered(id, answer, error); });
}

RequestSlot::~RequestSlot()
{
    QObject::disconnect(m_connection);
}

void RequestSlot::ask(query::Request request)
{
    if (m_underWay != 0) {
        m_waiting.reset();
        if (request != m_sent) {
            m_waiting = std::move(request);
        }
        return;
    }
    m_sent = std::move(request);
    m_underWay = m_source.ask(m_trace, m_sent);
}

void RequestSlot::reset()
{
    m_waiting.reset();
    if (m_underWay != 0) {
        const data::RequestId old = std::exchange(m_underWay, 0);
        m_source.cancel(old);
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
    if (m_waiting) {
        m_sent = std::move(*m_waiting);
        m_waiting.reset();
        m_underWay = m_source.ask(m_trace, m_sent);
    }
    if (m_handler) {
        m_handler(answer, error);
    }
}

}  // namespace vellum::gui::models
