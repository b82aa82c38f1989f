#pragma once

#include "gui/shell/trace_tab.h"

#include <QString>
#include <QWidget>

namespace vellum::gui::shell {

/// The name of a trace beside its charts, from bottom to top, with its letter and an edge of its colour.
class NameStrip : public QWidget {
    Q_OBJECT

public:
    /// \param number  0-based among those that are compared: says letter and colour
    NameStrip(int number, QString name, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    void setCurrent(bool isCurrent);
    /// Below the name, muted: "+0.3 s".
    void setNote(const QString& note);
    [[nodiscard]] const QString& note() const { return m_note; }

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int m_number;
    QString m_name;
    QString m_note;
    bool m_isCurrent = false;
};

/// The place of one of several traces that are compared: its name, and whatever its tab would show.
///
/// Where the trace has begun after, or ends before, the time that is shown beside it, that much stays blank: a second
/// is as wide in all places.
class ComparePlace : public QWidget {
    Q_OBJECT

public:
    /// \param tab  becomes a child
    ComparePlace(TraceTab* tab, int number, QWidget* parent = nullptr);

    [[nodiscard]] TraceTab& tab() const { return *m_tab; }
    [[nodiscard]] NameStrip& strip() const { return *m_strip; }
    /// "A" to "H".
    [[nodiscard]] QString letter() const { return letterOf(m_number); }
    [[nodiscard]] static QString letterOf(int number) { return QChar('A' + number); }

    /// The range that all show, and the trace's part of it, in its ticks.
    void setShown(TickRange wanted, TickRange shown);

    /// Pixels beside the charts at the left, where all begin before it does.
    [[nodiscard]] int blankAtLeft() const { return m_blank->width(); }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeCharts();

    TraceTab* m_tab;
    int m_number;
    NameStrip* m_strip;
    QWidget* m_blank;
    TickRange m_wanted;
    TickRange m_shown;
};

}  // namespace vellum::gui::shell
