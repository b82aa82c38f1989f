#pragma once

#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// The visit that stands for a pixel, or for any range: of the function whose colour it has that with the most of its time
/// in it.
///
/// Exact    However many visits the pixel has: where they are more than one answer brings, longer ones are asked for. Of
///          equal ones the first.
/// Threads  GUI thread.
class LongestVisit {
public:
    struct Question {
        std::optional<LocationRef> location;  ///< nothing: any of `among`
        TickRange pixel;
        RegionRef region = RegionRef::undefined();  ///< undefined: of any
        std::uint32_t depth = 0;                    ///< of the stack, outermost = 1; 0: any
        bool asksForPath = false;
        std::vector<LocationRef> among{};  ///< empty: all
        Tick atLeast = 0;                  ///< shorter visits are not looked at
    };

    struct Found {
        SelectedVisit visit;
        std::vector<RegionRef> path;  ///< if asked for: to the visit, outermost first
    };

    /// Called with nothing where there is no such visit.
    using Handler = std::function<void(const std::optional<Found>&)>;

    LongestVisit(data::DataSource& source, std::shared_ptr<const data::Trace> trace);

    void setHandler(Handler handler) { m_handler = std::move(handler); }

    void ask(const Question& question);
    /// No answer will come.
    void reset() { m_slot.reset(); }
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }

private:
    void take(const std::shared_ptr<const query::Answer>& answer);
    void takeHits(const query::SearchHits& hits);
    void takePath(const query::VisitDetail& detail);
    void tell() const;
    [[nodiscard]] bool isMeant(const query::SearchHit& hit) const;
    [[nodiscard]] Tick ticksWithin(TickRange visit) const;

    std::shared_ptr<const data::Trace> m_trace;
    RequestSlot m_slot;
    Handler m_handler;
    Question m_question;
    query::SearchRequest m_search;
    std::optional<Found> m_found;
};

/// Where in \p stack the innermost visit of \p region is, outermost = 1; 0: nowhere.
[[nodiscard]] std::uint32_t depthOf(const std::vector<query::DetailLevel>& stack, RegionRef region);

}  // namespace vellum::gui::models
