#include "gui/models/timeline_layers.h"

#include "common/query/limits.h"
#include "common/query/values_redundancy.h"
#include "common/trace/event_kinds.h"
#include "common/trace/side_car_properties.h"
#include "gui/models/one_sided.h"

#include <algorithm>

namespace vellum::gui::models {

namespace {

std::size_t indexOf(Layer layer)
{
    return static_cast<std::size_t>(layer);
}

template <typename Answer>
const Answer* answerOf(const PictureModel& model)
{
    return model.widest() != nullptr ? model.widest()->as<Answer>() : nullptr;
}

}  // namespace

bool hasInstants(const query::TraceInfo& info)
{
    return std::ranges::any_of(info.eventsByKind, [](const query::KindCount& kind) {
        return kind.kind == infoOf(event_kind::kInstant).name;
    });
}

bool hasValues(const Definitions& definitions)
{
    return std::ranges::any_of(definitions.properties, [](const Property& property) {
        return property.name == kSideCarProperty;
    });
}

TimelineLayers::TimelineLayers(
    data::DataSource& source, const data::Trace& trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_trace(trace)
    , m_view(view)
    , m_oneSided(source, trace.id, view)
    , m_collectives(source, trace.id, view)
    , m_markers(source, trace.id, view)
    , m_io(source, trace.id, view)
    , m_values(source, trace.id, view)
{
    for (PictureModel* model : {&m_oneSided, &m_collectives, &m_markers, &m_io, &m_values}) {
        connect(model, &PictureModel::changed, this, &TimelineLayers::changed);
        model->setColumns(1);
    }
    for (const Layer layer : kLayers) {
        ask(layer);
    }
}

bool TimelineLayers::has(Layer layer) const
{
    switch (layer) {
    case Layer::Messages:
        return m_trace.info.messages > 0;
    case Layer::OneSided:
        return m_trace.info.rmaOperations > 0;
    case Layer::Collectives:
        return m_trace.info.collectives > 0;
    case Layer::Markers:
        return m_trace.info.markers > 0 || hasInstants(m_trace.info);
    case Layer::Io:
        return m_trace.info.ioOperations > 0;
    case Layer::Values:
        return hasValues(*m_trace.definitions);
    }
    return false;
}

bool TimelineLayers::isShown(Layer layer) const
{
    return m_isShown[indexOf(layer)];
}

void TimelineLayers::setShown(Layer layer, bool isShown)
{
    if (m_isShown[indexOf(layer)] != isShown) {
        m_isShown[indexOf(layer)] = isShown;
        ++m_choices;
        ask(layer);
        emit changed();
    }
}

std::optional<query::Scope> TimelineLayers::scopeOf(Layer layer, TickRange window) const
{
    const auto kind = layer == Layer::Collectives ? Filter::Kind::Collectives
                      : layer == Layer::Io        ? Filter::Kind::Io
                                                  : Filter::Kind::OnlyLocations;
    return has(layer) && isShown(layer) && !m_view.filters().hidesAll()
               ? std::optional(m_view.filters().scopeOf(window, kind))
               : std::nullopt;
}

void TimelineLayers::ask(Layer layer)
{
    using Wanted = std::optional<query::Request>;
    switch (layer) {
    case Layer::Messages:
        break;  // the timeline model does
    case Layer::OneSided:
        m_oneSided.setQuestion([this](TickRange window, std::uint32_t) -> Wanted {
            const auto scope = scopeOf(Layer::OneSided, window);
            return scope ? Wanted(query::EventsRequest{
                       .scope = *scope,
                       .limit = kMostRecords,
                       .kinds = {kOneSidedKinds.begin(), kOneSidedKinds.end()}})
                         : std::nullopt;
        });
        break;
    case Layer::Collectives:
        m_collectives.setQuestion([this](TickRange window, std::uint32_t) -> Wanted {
            const auto scope = scopeOf(Layer::Collectives, window);
            return scope ? Wanted(query::CollectivesRequest{.scope = *scope, .limit = kMost})
                         : std::nullopt;
        });
        break;
    case Layer::Markers:
        m_markers.setQuestion([this](TickRange window, std::uint32_t) -> Wanted {
            const auto scope = scopeOf(Layer::Markers, window);
            return scope ? Wanted(query::MarkersRequest{.scope = *scope, .limit = kMost})
                         : std::nullopt;
        });
        break;
    case Layer::Io:
        m_io.setQuestion([this](TickRange window, std::uint32_t columns) -> Wanted {
            const auto scope = scopeOf(Layer::Io, window);
            return scope ? Wanted(query::IoRequest{
                       .scope = *scope, .limit = query::kMaxItems, .columns = columns})
                         : std::nullopt;
        });
        break;
    case Layer::Values:
        m_values.setQuestion([this](TickRange window, std::uint32_t columns) -> Wanted {
            const auto scope = scopeOf(Layer::Values, window);
            return scope ? Wanted(query::TableRequest{
                       .scope = *scope,
                       .asked =
                           table::Value::of(query::ValuesRedundancyQuestion{.columns = columns})})
                         : std::nullopt;
        });
        break;
    }
}

const query::Collectives* TimelineLayers::collectives() const
{
    return isShown(Layer::Collectives) ? answerOf<query::Collectives>(m_collectives) : nullptr;
}

const query::Events* TimelineLayers::oneSided() const
{
    return isShown(Layer::OneSided) ? answerOf<query::Events>(m_oneSided) : nullptr;
}

const query::Markers* TimelineLayers::markers() const
{
    return isShown(Layer::Markers) ? answerOf<query::Markers>(m_markers) : nullptr;
}

const query::Io* TimelineLayers::io() const
{
    return isShown(Layer::Io) ? answerOf<query::Io>(m_io) : nullptr;
}

std::shared_ptr<const query::Answer> TimelineLayers::values() const
{
    const Picture* picture = isShown(Layer::Values) ? m_values.widest() : nullptr;
    return picture == nullptr ? nullptr : picture->answer;
}

std::optional<query::IoRequest> TimelineLayers::ioOf(
    std::vector<LocationRef> locations, TickRange window) const
{
    auto scope = scopeOf(Layer::Io, window);
    if (!scope) {
        return std::nullopt;
    }
    scope->locations = std::move(locations);
    return query::IoRequest{.scope = std::move(*scope), .limit = query::kMaxItems};
}

const std::vector<LocationRef>& TimelineLayers::membersOf(const query::Collective& collective)
{
    const auto [entry, isNew] = m_members.try_emplace(collective.communicator);
    if (isNew) {
        const Communicator* known = m_trace.definitions->find(collective.communicator);
        if (known != nullptr) {
            entry->second = ranksOf(*m_trace.definitions, *known);
        }
    }
    if (!entry->second.empty()) {
        return entry->second;
    }
    m_alone = {collective.last};
    return m_alone;
}

std::uint64_t TimelineLayers::answers() const
{
    std::uint64_t sum = m_choices;
    std::uint64_t areWhole = 0;
    for (const PictureModel* model : pictures()) {
        sum += model->answers();
        areWhole = 2 * areWhole + (model->widest() == model->whole() ? 1 : 0);
    }
    return 32 * sum + areWhole;
}

Exactness TimelineLayers::exactness() const
{
    const auto all = pictures();
    return (*std::ranges::max_element(all, {}, &PictureModel::exactness))->exactness();
}

QString TimelineLayers::errorText() const
{
    for (const PictureModel* model : pictures()) {
        if (!model->errorText().isEmpty()) {
            return model->errorText();
        }
    }
    return {};
}

void TimelineLayers::refresh()
{
    for (PictureModel* model : {&m_oneSided, &m_collectives, &m_markers, &m_io, &m_values}) {
        model->refresh();
    }
}

}  // namespace vellum::gui::models
