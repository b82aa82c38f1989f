#pragma once

#include "gui/models/timeline_model.h"

#include <QAbstractButton>
#include <QString>
#include <QWidget>

#include <vector>

namespace vellum::gui::charts {

/// A small flat button of a chart's header: ⋯ ❐ ×.
class HeaderButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Options, Float, Close };

    HeaderButton(Kind kind, const QString& name, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    Kind m_kind;
};

/// The line above a chart: its name, what its numbers are of, and whether they are exact.
class ChartHeader : public QWidget {
    Q_OBJECT

public:
    explicit ChartHeader(QString title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSentence(const QString& sentence);
    [[nodiscard]] const QString& sentence() const { return m_sentence; }
    void setExactness(models::Exactness exactness, const QString& error = {});
    /// Without numbers there is nothing to be exact about.
    void setMarkVisible(bool visible);

    /// Why only a part of the trace was read ("2 errors", "cancelled"), or nothing: then exact is
    /// only what was read, and the mark becomes a link to the report.
    void setMissing(const QString& why);
    [[nodiscard]] QString markText() const;

    /// Adds a button at the right end; the first stands outermost left.
    HeaderButton* addButton(HeaderButton::Kind kind, const QString& name);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void reportWanted();
    void menuWanted(QPoint globalPosition);
    void floatWanted();  ///< or docked again, by a double click

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void updateAccessibleText();
    /// \param wanted  what else wants of the \p room, in pixels
    [[nodiscard]] QString markText(const QFontMetrics& metrics, int room, int wanted) const;
    [[nodiscard]] bool isDamaged() const;  ///< and the mark says so
    void paintMark(QPainter& painter, const QRectF& area) const;
    [[nodiscard]] int rightEnd() const;  ///< where the buttons begin

    QString m_title;
    QString m_sentence;
    QString m_error;
    models::Exactness m_exactness = models::Exactness::Refining;
    bool m_markIsVisible = true;
    bool m_isDoubleClicked = false;  ///< and the button is still down
    QString m_missing;
    int m_markLeft = 0;  ///< as painted
    std::vector<HeaderButton*> m_buttons;
};

}  // namespace vellum::gui::charts
