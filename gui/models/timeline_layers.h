#pragma once

#include "gui/models/picture_model.h"

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vellum::gui::models {

/// What lies over the rows of the master timeline; each can be switched off, and is not asked for then.
enum class Layer : std::uint8_t { Messages, OneSided, Collectives, Markers, Io, Values };
inline constexpr std::array kLayers = {
    Layer::Messages, Layer::OneSided, Layer::Collectives, Layer::Markers, Layer::Io, Layer::Values};

/// Whether instants were recorded in the trace, which are shown as markers.
[[nodiscard]] bool hasInstants(const query::TraceInfo& info);

/// Whether the trace names a side-car of values beside it.
[[nodiscard]] bool hasValues(const Definitions& definitions);

/// Which layers are shown, and what is drawn in them; messages are the timeline model's.
///
/// Exact    What the engine answers for the window, of all locations that the filters show; of very many
///          collectives or markers the first.
/// Threads  GUI thread.
class TimelineLayers : public QObject {
    Q_OBJECT

public:
    /// At most so many collectives, and markers, are asked for; the answers say how many there are.
    static constexpr std::uint64_t kMost = 10'000;
    /// Of one-sided operations so many records, most of which are two each.
    static constexpr std::uint64_t kMostRecords = 40'000;

    TimelineLayers(
        data::DataSource& source,
        const data::Trace& trace,
        const ViewHistory& view,
        QObject* parent = nullptr);

    void setShown(Layer layer, bool isShown);
    [[nodiscard]] bool isShown(Layer layer) const;
    /// Whether the trace has anything to show in it.
    [[nodiscard]] bool has(Layer layer) const;

    /// Of input and output: as many as triangles have room side by side.
    void setColumns(int columns) { m_io.setColumns(columns); }

    /// The newest answers, or those of the whole trace while the view is mostly outside of these; null where there is none, and of layers that are not shown.
    [[nodiscard]] const query::Collectives* collectives() const;
    [[nodiscard]] const query::Events* oneSided() const;  ///< records: models/one_sided.h
    [[nodiscard]] const query::Markers* markers() const;
    [[nodiscard]] const query::Io* io() const;
    /// How much of what was moved was there already, by location and column; null as above.
    [[nodiscard]] std::shared_ptr<const query::Answer> values() const;
    /// Of redundancy: device pixels of a row.
    void setValueColumns(int columns) { m_values.setColumns(columns); }
    /// What to ask for the operations of \p locations in a window, as they are drawn; nothing where none is.
    [[nodiscard]] std::optional<query::IoRequest> ioOf(
        std::vector<LocationRef> locations, TickRange window) const;

    /// Who takes part; where each location has the communicator for itself, the one that did.
    [[nodiscard]] const std::vector<LocationRef>& membersOf(const query::Collective& collective);

    /// Another one for each answer, each choice and each turn to the answers of the whole trace or back: as long as it
    /// stays, so does what is drawn.
    [[nodiscard]] std::uint64_t answers() const;

    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] QString errorText() const;
    void refresh();

signals:
    void changed();

private:
    [[nodiscard]] std::array<const PictureModel*, 5> pictures() const
    {
        return {&m_oneSided, &m_collectives, &m_markers, &m_io, &m_values};
    }
    void ask(Layer layer);
    /// Nothing where the layer has nothing to ask.
    [[nodiscard]] std::optional<query::Scope> scopeOf(Layer layer, TickRange window) const;

    const data::Trace& m_trace;
    const ViewHistory& m_view;
    std::array<bool, kLayers.size()> m_isShown{true, true, true, true, true, false};
    std::uint64_t m_choices = 0;
    PictureModel m_oneSided;
    PictureModel m_collectives;
    PictureModel m_markers;
    PictureModel m_io;
    PictureModel m_values;
    std::unordered_map<CommRef, std::vector<LocationRef>> m_members;
    std::vector<LocationRef> m_alone;
};

}  // namespace vellum::gui::models
