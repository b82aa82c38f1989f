#pragma once

#include <QFrame>

namespace vellum::gui::charts {

/// The small bar at the pointer once time and rows are selected: what can be done with them.
class SelectionBar : public QFrame {
    Q_OBJECT

public:
    enum class Choice { Zoom, Filter, Statistics, Note, Copy };
    Q_ENUM(Choice)

    explicit SelectionBar(QWidget* parent);

    /// Near \p pointer, inside the parent, and off the line that the pointer ends.
    /// \param hasRows  only some rows are selected, and the others can be filtered away
    void showAt(QPoint pointer, bool hasRows);

signals:
    void chosen(vellum::gui::charts::SelectionBar::Choice choice);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addChoice(Choice choice, const QString& text, const QString& tip);
};

}  // namespace vellum::gui::charts
