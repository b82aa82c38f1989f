#pragma once

#include "gui/charts/chart_header.h"
#include "gui/charts/chart_kinds.h"

#include <QDockWidget>
#include <QTimer>

namespace vellum::gui::charts {

/// One chart below its header, in a dock that can be moved, floated and closed.
class ChartDock : public QDockWidget {
    Q_OBJECT

public:
    ChartDock(const ChartKind& kind, Chart& chart, QWidget* parent);

    [[nodiscard]] const ChartKind& kind() const { return m_kind; }
    [[nodiscard]] Chart& chart() const { return m_chart; }
    [[nodiscard]] ChartHeader& header() const { return *m_header; }

    /// Whether it is meant to be seen; shows and hides it.
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

    /// Stands in the title of its window, while it has one of its own.
    void setTraceName(const QString& name);

signals:
    void menuWanted(QPoint globalPosition);
    void closed();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void updateHeader();
    void toggleFloating();
    void frameWindow();

    const ChartKind& m_kind;
    Chart& m_chart;
    ChartHeader* m_header;
    QString m_traceName;
    QTimer m_frameSoon;    ///< once Qt is done with what it is about
    bool m_isOpen = true;  ///< Qt shows a new dock a little later
};

}  // namespace vellum::gui::charts
