#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <QObject>

#include <optional>

namespace vellum::gui::models {

/// From the selected visit to the next or previous one on its row, of the same function or of any.
///
/// Threads  GUI thread.
class VisitStepper : public QObject {
    Q_OBJECT

public:
    VisitStepper(data::DataSource& source, const data::Trace& trace, QObject* parent = nullptr);

    /// Answered by `arrived` or `ended`; a step that is asked for meanwhile takes this one back.
    void step(const SelectedVisit& from, bool forward, bool sameFunction);

signals:
    void arrived(const vellum::gui::models::SelectedVisit& visit);
    void ended(bool forward);  ///< there is no further one

private:
    void ask();
    void take(const query::SearchHits& hits);

    std::shared_ptr<const Definitions> m_definitions;
    TickRange m_whole;
    RequestSlot m_slot;
    SelectedVisit m_from;
    bool m_forward = true;
    bool m_sameFunction = true;
    std::uint64_t m_limit = 0;
};

}  // namespace vellum::gui::models
