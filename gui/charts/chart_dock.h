#pragma once

#include "gui/charts/chart_header.h"
#include "gui/charts/chart_kinds.h"
#include "gui/charts/time_ruler.h"

#include <QDockWidget>
#include <QTimer>

namespace vellum::gui::charts {

/// One chart below its header, in a dock that can be moved, floated and closed.
class ChartDock : public QDockWidget {
    Q_OBJECT

public:
    /// \param ruler  becomes a child; stands above the chart while that has a window of its own
    ChartDock(const ChartKind& kind, Chart& chart, TimeRuler* ruler, QWidget* parent);

    [[nodiscard]] const ChartKind& kind() const { return m_kind; }
    [[nodiscard]] Chart& chart() const { return m_chart; }
    [[nodiscard]] ChartHeader& header() const { return *m_header; }
    /// Not seen while the chart is in its place, below the ruler of all.
    [[nodiscard]] TimeRuler& ruler() const { return *m_ruler; }

    /// Whether it is meant to be seen; shows and hides it.
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

    /// Stands in the title of its window, while it has one of its own.
    void setTraceName(const QString& name);

signals:
    void menuWanted(QPoint globalPosition);
    void closed();
    /// The user takes it into a window of its own, or back; it is still where it was.
    void aboutToFloat();
    void floated();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void updateHeader();
    void toggleFloating();
    void setFloatingAside();
    void frameWindow();

    const ChartKind& m_kind;
    Chart& m_chart;
    ChartHeader* m_header;
    TimeRuler* m_ruler;
    QString m_traceName;
    QTimer m_frameSoon;    ///< once Qt is done with what it is about
    bool m_isOpen = true;  ///< Qt shows a new dock a little later
};

}  // namespace vellum::gui::charts
