#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace vellum::gui::models {

/// Begins and ends of visits near an instant of one trace, each with those of visits of the same function in another trace: where
/// the one may be laid beside the other.
///
/// Asks the first trace, then the second, and signals when both have answered. Asking again, or clearing, drops an answer that is
/// still to come.
/// Errors   Where one of them does not answer there are none.
/// Threads  GUI thread.
class AlikeEdges : public QObject {
    Q_OBJECT

public:
    /// Functions near the instant; others are further away.
    static constexpr std::size_t kMostNames = 8;
    /// Visits of the other trace that are looked at, the first in time.
    static constexpr std::uint64_t kMostVisits = 20'000;

    explicit AlikeEdges(data::DataSource& source, QObject* parent = nullptr);

    /// An instant on a location.
    struct Place {
        std::shared_ptr<const data::Trace> trace;
        LocationRef location;
        Tick tick = 0;
        Tick within = 0;  ///< edges so far from it are near, and both of the visit that it lies in
    };
    /// Visits of the other trace.
    struct Other {
        std::shared_ptr<const data::Trace> trace;
        TickRange window;
    };
    void ask(Place place, Other other);
    void clear();

    /// Of each function the nearest begin and the nearest end.
    struct Edge {
        Tick tick = 0;   ///< near the place
        Tick other = 0;  ///< in the other trace
        std::string function;
        bool isEnd = false;

        friend bool operator==(const Edge&, const Edge&) = default;
    };
    [[nodiscard]] const std::vector<Edge>& edges() const { return m_edges; }

signals:
    void answered();

private:
    /// One that is near.
    struct Near {
        Tick tick = 0;
        std::string function;
        bool isEnd = false;
    };

    void takeNear(const query::SearchHits& hits);
    void takeOthers(const query::SearchHits& hits);

    data::DataSource& m_source;
    Place m_place;
    Other m_other;
    std::unique_ptr<RequestSlot> m_slot;  ///< of the place's trace
    std::unique_ptr<RequestSlot> m_otherSlot;
    std::vector<Near> m_near;
    std::vector<Edge> m_edges;
};

}  // namespace vellum::gui::models
