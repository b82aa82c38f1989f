#pragma once

#include "gui/charts/chart_header.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <QWidget>

#include <memory>
#include <vector>

class QFormLayout;
class QLabel;

namespace vellum::gui::charts {

/// All that is known of the selected visit or message, with all digits; the text can be copied.
class DetailsPanel : public QWidget {
    Q_OBJECT

public:
    DetailsPanel(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        models::Selection& selection,
        QWidget* parent = nullptr);

    [[nodiscard]] models::Exactness exactness() const;
    /// The line with this caption, for tests; empty if there is none.
    [[nodiscard]] QString valueOf(const QString& caption) const;

signals:
    void changed();
    /// Asked for by "Follow message".
    void locationWanted(vellum::LocationRef location, vellum::Tick tick);

private:
    void showSelection();
    void showVisit(const models::SelectedVisit& visit);
    void showMessage(const query::Message& message);
    void onDetail(const std::shared_ptr<const query::Answer>& answer, const Error& error);
    void clearRows();
    void addRow(const QString& caption, const QString& value);
    void addLink(const QString& text, LocationRef location, Tick tick);
    [[nodiscard]] QString instant(Tick tick) const;
    [[nodiscard]] QString duration(Tick ticks) const;
    [[nodiscard]] QString locationText(LocationRef ref) const;

    std::shared_ptr<const data::Trace> m_trace;
    models::Selection& m_selection;
    models::RequestSlot m_slot;
    bool m_failed = false;
    ChartHeader* m_header;
    QWidget* m_body = nullptr;
    QFormLayout* m_form = nullptr;
    std::vector<std::pair<QString, QString>> m_rows;
};

}  // namespace vellum::gui::charts
