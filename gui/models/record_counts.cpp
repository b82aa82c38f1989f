#include "gui/models/record_counts.h"

#include <algorithm>

namespace vellum::gui::models {

RecordCounts::RecordCounts(data::DataSource& source, data::TraceId trace, QObject* parent)
    : QObject(parent)
    , m_slot(source, trace)
{
    m_slot.setHandler([this](const auto& answer, const Error&) {
        const auto* counts = answer ? std::get_if<query::LocationCounts>(answer.get()) : nullptr;
        const std::size_t known =
            counts == nullptr ? 0 : std::min(counts->locations.size(), counts->events.size());
        for (std::size_t i = 0; i < known; ++i) {
            m_counts[counts->locations[i]] = counts->events[i];
        }
        emit changed();
    });
}

std::optional<std::uint64_t> RecordCounts::of(LocationRef location)
{
    if (!m_isAsked) {
        m_isAsked = true;
        m_slot.ask(query::LocationsRequest{});
    }
    const auto found = m_counts.find(location);
    return found == m_counts.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace vellum::gui::models
