#pragma once

#include "common/query/answers.h"
#include "common/time/tick_range.h"
#include "common/trace/refs.h"
#include "gui/models/one_sided.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace vellum::gui::models {

/// A visit that was clicked on, found or looked up.
struct SelectedVisit {
    LocationRef location;
    RegionRef region;
    TickRange visit;
    std::uint32_t depth = 1;

    friend bool operator==(const SelectedVisit&, const SelectedVisit&) = default;
};

/// All bars of one region or one function group.
struct Highlight {
    query::GroupBy by = query::GroupBy::Region;
    query::Key key;

    friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// One operation of input or output.
struct IoOperation {
    LocationRef location;
    IoHandleRef handle;
    TickRange range;

    friend bool operator==(const IoOperation&, const IoOperation&) = default;
};

/// What operations of input and output a triangle stands for: those that begin in its time, on its row. Or, of the
/// I/O timeline, a pixel.
struct IoMark {
    QString row;
    TickRange range;
    query::IoPoint numbers;  ///< `column` means nothing here
    bool isOfIoTimeline = false;
    QString rowKey;                     ///< of the I/O timeline: which of its rows
    std::uint64_t underWay = 0;         ///< of a pixel: operations with some of their time in it
    std::optional<IoOperation> single;  ///< the only one that is meant: the numbers are its own

    friend bool operator==(const IoMark&, const IoMark&) = default;
};

/// What lies over the rows and is no message.
using Overlaid = std::variant<query::Collective, Marker, IoMark, OneSided>;

/// When it is; at least a tick long.
[[nodiscard]] TickRange rangeOf(const Overlaid& overlaid);

/// Time × rows that were dragged over.
struct Area {
    TickRange range;
    /// In the order of the rows; null: all. Shared, as there may be very many.
    std::shared_ptr<const std::vector<LocationRef>> locations;
    std::uint64_t rows = 0;  ///< how many rows they stood in; 0: all

    friend bool operator==(const Area&, const Area&) = default;
};

/// What is selected: one thing for the whole window, marked in all charts.
///
/// Threads  GUI thread.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const std::optional<SelectedVisit>& visit() const { return m_visit; }
    [[nodiscard]] const std::optional<query::Message>& message() const { return m_message; }
    [[nodiscard]] const std::optional<Overlaid>& overlaid() const { return m_overlaid; }
    /// What stands out in all charts, by a click in summary or legend.
    [[nodiscard]] const std::optional<Highlight>& highlight() const { return m_highlight; }

    /// Another one for each visit, message, overlaid thing or area that is selected, and for none; not for what
    /// stands out. Grows by one each time.
    [[nodiscard]] std::uint64_t number() const { return m_number; }

    /// What was dragged over. Statistics are of it while `statisticsAreOfArea()`.
    [[nodiscard]] const std::optional<Area>& area() const { return m_area; }
    [[nodiscard]] bool statisticsAreOfArea() const { return m_area && m_statisticsAreOfArea; }

    /// An instant that was gone to, marked in all charts until another is, or all is let go of.
    [[nodiscard]] const std::optional<Tick>& instant() const { return m_instant; }
    void setInstant(Tick instant);

    /// A visit, a message, what is overlaid and an area exclude each other.
    void selectVisit(const SelectedVisit& visit);
    void selectMessage(const query::Message& message);
    void selectOverlaid(const Overlaid& overlaid);
    void selectArea(const Area& area);
    void setStatisticsOfArea(bool isOn);
    void setHighlight(std::optional<Highlight> highlight);
    void clear();
    /// Says that a step led to something on \p location, while what is selected stays.
    void goTo(LocationRef location) { emit wentTo(location); }

signals:
    void changed();
    void wentTo(vellum::LocationRef location);

private:
    std::uint64_t m_number = 0;
    std::optional<SelectedVisit> m_visit;
    std::optional<query::Message> m_message;
    std::optional<Overlaid> m_overlaid;
    std::optional<Area> m_area;
    bool m_statisticsAreOfArea = false;
    std::optional<Highlight> m_highlight;
    std::optional<Tick> m_instant;
};

}  // namespace vellum::gui::models
