#include "gui/models/search_model.h"

#include <QRegularExpression>

#include <algorithm>
#include <variant>

namespace vellum::gui::models {

SearchModel::SearchModel(data::DataSource& source, const data::Trace& trace, QObject* parent)
    : QObject(parent)
    , m_slot(source, trace.id)
    , m_whole(trace.info.range)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        const auto* hits = answer ? std::get_if<query::SearchHits>(answer.get()) : nullptr;
        m_hits = hits != nullptr ? *hits : query::SearchHits{};
        m_error = hits != nullptr || error.kind == ErrorKind::Cancelled
                      ? QString()
                      : QString::fromStdString(error.message);
        m_current.reset();
        emit changed();
        if (!m_hits.hits.empty()) {
            const auto first =
                std::ranges::lower_bound(m_hits.hits, m_from, {}, [](const query::SearchHit& hit) {
                    return hit.visit.begin;
                });
            select(
                first == m_hits.hits.end() ? 0
                                           : static_cast<std::size_t>(first - m_hits.hits.begin()));
        }
    });
}

void SearchModel::search(const QString& pattern, bool isRegex, bool ignoreCase, Tick from)
{
    m_pattern = pattern;
    m_hits = {};
    m_current.reset();
    m_error.clear();
    m_from = from;
    m_slot.reset();  // hits of what was searched before would be shown as those of this
    if (!pattern.isEmpty()) {
        const QString expression = isRegex ? pattern : QRegularExpression::escape(pattern);
        m_slot.ask(query::SearchRequest{
            .scope = {.window = m_whole},
            .pattern = expression.toStdString(),
            .ignoreCase = ignoreCase,
            .limit = kMostHits});
    }
    emit changed();
}

const query::SearchHit* SearchModel::currentHit() const
{
    return m_current ? &m_hits.hits[*m_current] : nullptr;
}

void SearchModel::select(std::size_t place)
{
    m_current = place;
    emit changed();
    emit hitSelected();
}

void SearchModel::next()
{
    if (m_current) {
        select((*m_current + 1) % m_hits.hits.size());
    }
}

void SearchModel::previous()
{
    if (m_current) {
        select((*m_current + m_hits.hits.size() - 1) % m_hits.hits.size());
    }
}

}  // namespace vellum::gui::models
