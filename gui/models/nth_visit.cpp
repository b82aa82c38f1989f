#include "gui/models/nth_visit.h"

#include "common/query/name_pattern.h"

#include <algorithm>
#include <utility>
#include <variant>

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

void NthVisit::ask(const std::string& name, std::uint64_t number)
{
    m_name = name;
    m_number = std::clamp<std::uint64_t>(number, 1, kMost);
    m_begin.reset();
    m_count = 0;
    m_error.clear();
    m_slot.reset();
    query::SearchRequest request{.scope = {.window = m_whole}, .limit = m_number};
    request.pattern = query::patternOfName(name);
    m_slot.ask(std::move(request));
}

void NthVisit::take(const query::Answer* answer, const Error& error)
{
    const auto* hits = answer != nullptr ? std::get_if<query::SearchHits>(answer) : nullptr;
    if (hits == nullptr) {
        m_error = QString::fromStdString(error.message);
        return;
    }
    m_count = hits->count;
    std::uint64_t left = m_number;
    for (const query::SearchHit& hit : hits->hits) {
        // The pattern of a very long name finds others that begin alike.
        const Region* region = m_definitions->find(hit.region);
        const bool isMeant = region != nullptr && region->name == m_name;
        left -= isMeant ? 1 : 0;
        if (left == 0) {
            m_begin = hit.visit.begin;
            return;
        }
    }
}

}  // namespace vellum::gui::models
