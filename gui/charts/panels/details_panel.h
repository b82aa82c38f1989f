#pragma once

#include "gui/charts/chart_header.h"
#include "gui/models/flow_model.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"
#include "gui/models/visit_records.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QFormLayout;
class QLabel;

namespace vellum::gui::charts {

/// All that is known of the selected visit or message, with all digits; the text can be copied. One can be
/// kept, to be compared with those that are selected after it: each line then has the kept value too, and
/// how much more or less it is.
class DetailsPanel : public QWidget {
    Q_OBJECT

public:
    DetailsPanel(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        models::Selection& selection,
        QWidget* parent = nullptr);

    /// What lights up with the selected visit is told, too; must live as long as this.
    void setFlows(const models::FlowModel* flows);

    [[nodiscard]] models::Exactness exactness() const;
    /// The line with this caption, for tests; empty if there is none.
    [[nodiscard]] QString valueOf(const QString& caption) const;
    /// What is said of the kept selection on this line; empty if nothing.
    [[nodiscard]] QString comparedOf(const QString& caption) const;

    /// Keeps what is shown, to be compared with what is selected next; `stopComparing` lets it go.
    void keep();
    void stopComparing();
    /// After times are shown otherwise.
    void showAgain() { showSelection(); }

signals:
    void changed();
    /// Asked for by "Follow message".
    void locationWanted(vellum::LocationRef location, vellum::Tick tick);

private:
    void showSelection();
    void showVisit(const models::SelectedVisit& visit);
    void showMessage(const query::Message& message);
    /// One of the answers about a visit: lines are made when all are there, in their order.
    void onAnswer(const Error& error);
    [[nodiscard]] bool isBusy() const;
    void addAnswered(const models::SelectedVisit& visit);
    void addRelated(const models::SelectedVisit& visit);
    void addMembers(const query::CollectiveMembers& members);
    void addCallPath(const models::SelectedVisit& visit, const query::VisitDetail& detail);
    /// A line, with what can be reckoned with.
    struct Line {
        QString caption;
        QString value;
        std::optional<Tick> ticks;
        std::optional<std::int64_t> number;
    };

    void clearRows();
    void addRow(Line line);
    void addRow(const QString& caption, const QString& value)
    {
        addRow({.caption = caption, .value = value});
    }
    void addLink(const QString& text, LocationRef location, Tick tick);
    void addCompareLink();
    /// What a line of the kept selection says beside \p line; empty if nothing is kept or they are the same.
    [[nodiscard]] QString differenceOf(const Line& line) const;
    [[nodiscard]] QString instant(Tick tick) const;
    [[nodiscard]] QString duration(Tick ticks) const;
    [[nodiscard]] QString locationText(LocationRef ref) const;

    std::shared_ptr<const data::Trace> m_trace;
    models::Selection& m_selection;
    models::RequestSlot m_slot;
    models::RequestSlot m_recordSlot;
    models::RequestSlot m_launchSlot;
    models::RequestSlot m_memberSlot;  ///< of a selected collective operation
    std::shared_ptr<const query::Answer> m_detail;
    std::shared_ptr<const query::Answer> m_events;
    std::shared_ptr<const query::Answer> m_launches;
    const models::FlowModel* m_flows = nullptr;
    bool m_isTold = false;  ///< all lines about the visit are there
    bool m_failed = false;
    QString m_errorText;
    ChartHeader* m_header;
    QWidget* m_body = nullptr;
    QFormLayout* m_form = nullptr;
    std::vector<Line> m_rows;
    std::vector<Line> m_kept;
    QString m_keptName;  ///< empty: nothing is kept
};

}  // namespace vellum::gui::charts
