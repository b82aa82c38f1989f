#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <QObject>

#include <optional>

namespace vellum::gui::models {

/// From the selected visit to the next or previous one on its row, of the same function or of any; to one to begin
/// with where none is selected.
///
/// Threads  GUI thread.
class VisitStepper : public QObject {
    Q_OBJECT

public:
    VisitStepper(data::DataSource& source, const data::Trace& trace, QObject* parent = nullptr);

    /// Answered by `arrived` or `ended`; a step that is asked for meanwhile takes this one back.
    void step(const SelectedVisit& from, bool forward, bool sameFunction);
    /// The first visit that is seen in \p window, or the last: what runs as it begins, or begins in it. Steps go on from
    /// there through the window. Answered by `found` or `noneFound`; takes back what was asked for before.
    void find(LocationRef location, TickRange window, bool first);

signals:
    void arrived(const vellum::gui::models::SelectedVisit& visit);
    void ended(bool forward);  ///< there is no further one
    void found(const vellum::gui::models::SelectedVisit& visit);
    void noneFound();

private:
    void ask();
    void take(const query::SearchHits& hits);
    void onAnswer(const query::Answer* answer);
    void takeSought(const query::Answer* answer);
    void askForRunning();
    void askForBeginning();

    std::shared_ptr<const Definitions> m_definitions;
    TickRange m_whole;
    RequestSlot m_slot;
    SelectedVisit m_from;
    bool m_forward = true;
    bool m_sameFunction = true;
    std::uint64_t m_limit = 0;
    /// What `find` looks for.
    struct Sought {
        LocationRef location;
        TickRange window;
        bool first = true;
        bool isLastQuestion = false;
    };
    std::optional<Sought> m_sought;
};

}  // namespace vellum::gui::models
