#include "gui/models/window_table.h"

#include <utility>

namespace vellum::gui::models {

WindowTable::WindowTable(
    data::DataSource& source, data::TraceId trace, const ViewHistory& view, MakeScope scope)
    : m_view(view)
    , m_scope(std::move(scope))
    , m_slot(source, trace)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        if (answer) {
            m_answer = answer;
            m_error.clear();
        } else if (error.kind != ErrorKind::Cancelled && !m_slot.isBusy()) {
            m_error = QString::fromStdString(error.message);
        }
        emit answered();
    });
    connect(&view, &ViewHistory::changed, this, [this] {
        if (m_scope() != m_asked) {
            send();
        }
    });
}

void WindowTable::ask(table::Value question)
{
    ask([asked = std::move(question)](const query::Scope& scope) {
        query::TableRequest request;
        request.scope = scope;
        request.asked = asked;
        return query::Request(std::move(request));
    });
}

void WindowTable::ask(MakeRequest question)
{
    m_question = std::move(question);
    send();
}

void WindowTable::askAnew()
{
    m_answer.reset();
    send();
}

void WindowTable::askAnother(table::Value question)
{
    m_answer.reset();
    m_slot.reset();
    emit answered();
    ask(std::move(question));
}

void WindowTable::send()
{
    m_error.clear();
    m_asked = m_scope();
    if (m_view.filters().hidesAll()) {
        m_slot.reset();  // no location at all would mean all of them
        m_answer.reset();
        emit answered();
        return;
    }
    m_slot.ask(m_question(m_asked));
    emit asked();
}

Exactness WindowTable::exactness() const
{
    if (!m_error.isEmpty()) {
        return Exactness::Failed;
    }
    return !m_slot.isBusy() && m_asked == m_scope() ? Exactness::Exact : Exactness::Refining;
}

}  // namespace vellum::gui::models
