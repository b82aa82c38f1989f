#include "gui/models/selection.h"

namespace vellum::gui::models {

TickRange rangeOf(const Overlaid& overlaid)
{
    TickRange range;
    if (const auto* marker = std::get_if<Marker>(&overlaid)) {
        range = {.begin = marker->tick, .end = marker->tick + static_cast<Tick>(marker->duration)};
    } else if (const auto* collective = std::get_if<query::Collective>(&overlaid)) {
        range = collective->range;
    } else if (const auto* mark = std::get_if<IoMark>(&overlaid)) {
        range = mark->range;
    } else if (const auto* transfer = std::get_if<OneSided>(&overlaid)) {
        range = transfer->range;
    }
    range.end = std::max(range.end, range.begin + 1);
    return range;
}

void Selection::selectVisit(const SelectedVisit& visit)
{
    if (m_visit == visit) {
        return;
    }
    ++m_number;
    m_visit = visit;
    m_message.reset();
    m_overlaid.reset();
    m_area.reset();
    m_statisticsAreOfArea = false;
    emit changed();
}

void Selection::selectMessage(const query::Message& message)
{
    if (m_message == message) {
        return;
    }
    ++m_number;
    m_message = message;
    m_visit.reset();
    m_overlaid.reset();
    m_area.reset();
    m_statisticsAreOfArea = false;
    emit changed();
}

void Selection::selectOverlaid(const Overlaid& overlaid)
{
    if (m_overlaid == overlaid) {
        return;
    }
    ++m_number;
    m_overlaid = overlaid;
    m_visit.reset();
    m_message.reset();
    m_area.reset();
    m_statisticsAreOfArea = false;
    emit changed();
}

void Selection::selectArea(const Area& area)
{
    if (m_area == area) {
        return;
    }
    ++m_number;
    m_area = area;
    m_visit.reset();
    m_message.reset();
    m_overlaid.reset();
    emit changed();
}

void Selection::setStatisticsOfArea(bool isOn)
{
    if (m_statisticsAreOfArea != isOn) {
        m_statisticsAreOfArea = isOn;
        emit changed();
    }
}

void Selection::setHighlight(std::optional<Highlight> highlight)
{
    if (m_highlight != highlight) {
        m_highlight = highlight;
        emit changed();
    }
}

void Selection::setInstant(Tick instant)
{
    if (m_instant != instant) {
        m_instant = instant;
        emit changed();
    }
}

void Selection::clear()
{
    if (m_visit || m_message || m_overlaid || m_highlight || m_area || m_instant) {
        ++m_number;
        m_visit.reset();
        m_message.reset();
        m_overlaid.reset();
        m_highlight.reset();
        m_area.reset();
        m_instant.reset();
        m_statisticsAreOfArea = false;
        emit changed();
    }
}

}  // namespace vellum::gui::models
