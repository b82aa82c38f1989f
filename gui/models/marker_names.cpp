#include "gui/models/marker_names.h"

#include "common/compare/named_instant.h"

#include <QSet>

#include <algorithm>
#include <variant>

namespace vellum::gui::models {

namespace {

QStringList namesIn(const query::Markers& markers, const Definitions& definitions)
{
    QStringList names;
    QSet<QString> known;
    for (const Marker& marker : markers.markers) {
        const std::string_view name = compare::nameOf(marker, definitions);
        const auto text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        if (!text.isEmpty() && !known.contains(text)) {
            known.insert(text);
            names << text;
        }
    }
    return names;
}

}  // namespace

MarkerNames::MarkerNames(
    data::DataSource& source,
    const std::vector<std::shared_ptr<const data::Trace>>& traces,
    QObject* parent)
    : QObject(parent)
{
    for (const auto& trace : traces) {
        m_asked.push_back(std::make_unique<Asked>(source, trace));
        Asked* asked = m_asked.back().get();
        asked->slot.setHandler([this, asked](const auto& answer, const Error& /*error*/) {
            const auto* markers = answer ? std::get_if<query::Markers>(answer.get()) : nullptr;
            asked->names =
                markers != nullptr ? namesIn(*markers, *asked->trace->definitions) : QStringList();
            if (isKnown()) {
                emit answered();
            }
        });
        asked->slot.ask(query::MarkersRequest{
            .scope = {.window = trace->info.range, .locations = {}, .filter = {}}, .limit = kMost});
    }
}

bool MarkerNames::isKnown() const
{
    return std::ranges::all_of(m_asked, [](const auto& one) { return one->names.has_value(); });
}

QStringList MarkerNames::names() const
{
    if (!isKnown() || m_asked.empty()) {
        return {};
    }
    QStringList names = *m_asked.front()->names;
    names.removeIf([this](const QString& name) {
        return !std::ranges::all_of(
            m_asked, [&name](const auto& one) { return one->names->contains(name); });
    });
    return names;
}

}  // namespace vellum::gui::models
