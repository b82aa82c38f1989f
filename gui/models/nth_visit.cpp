#include "gui/models/nth_visit.h"

#include <algorithm>
#include <utility>

namespace vellum::gui::models {

NthVisit::NthVisit(data::DataSource& source, const data::Trace& trace, QObject* parent)
    : QObject(parent)
    , m_definitions(trace.definitions)
    , m_whole(trace.info.range)
    , m_slot(source, trace.id)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        take(answer.get(), error);
        emit answered();
    });
}

void NthVisit::ask(compare::NamedInstant instant)
{
    m_instant = std::move(instant);
    m_instant.number = std::clamp<std::uint64_t>(m_instant.number, 1, kMost);
    m_begin.reset();
    m_count = 0;
    m_error.clear();
    m_slot.reset();
    m_slot.ask(compare::requestFor(m_instant, m_whole));
}

void NthVisit::take(const query::Answer* answer, const Error& error)
{
    if (answer == nullptr) {
        m_error = QString::fromStdString(error.message);
        return;
    }
    const compare::FoundInstant found = compare::instantIn(*answer, *m_definitions, m_instant);
    m_begin = found.tick;
    m_count = found.count;
}

}  // namespace vellum::gui::models
