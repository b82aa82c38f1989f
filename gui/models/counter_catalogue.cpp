#include "gui/models/counter_catalogue.h"

#include <utility>
#include <variant>

namespace vellum::gui::models {

CounterCatalogue::CounterCatalogue(
    data::DataSource& source, std::shared_ptr<const data::Trace> trace, QObject* parent)
    : QObject(parent)
    , m_trace(std::move(trace))
    , m_slot(source, m_trace->id)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        const auto* counters = answer ? std::get_if<query::Counters>(answer.get()) : nullptr;
        if (counters != nullptr) {
            m_counters = std::shared_ptr<const query::Counters>(answer, counters);
        } else if (error.kind != ErrorKind::Cancelled) {
            m_errorText = QString::fromStdString(error.message);
        }
        emit changed();
    });
}

void CounterCatalogue::want()
{
    if (!m_counters && !m_slot.isBusy() && m_errorText.isEmpty()) {
        ask();
    }
}

void CounterCatalogue::refresh()
{
    if (!m_counters && !m_errorText.isEmpty()) {
        m_errorText.clear();
        ask();
    }
}

void CounterCatalogue::ask()
{
    if (m_trace->info.metricSamples == 0) {
        m_counters = std::make_shared<query::Counters>();
        emit changed();
        return;
    }
    m_slot.ask(query::CountersRequest{.scope = {.window = m_trace->info.range}, .columns = 1});
}

std::span<const query::CounterRow> CounterCatalogue::rows() const
{
    return m_counters ? std::span<const query::CounterRow>(m_counters->rows)
                      : std::span<const query::CounterRow>();
}

}  // namespace vellum::gui::models
