#pragma once

#include "gui/models/timeline_model.h"

#include <QString>
#include <QWidget>

namespace vellum::gui::charts {

/// The line above a chart: its name, what its numbers are of, and whether they are exact.
class ChartHeader : public QWidget {
    Q_OBJECT

public:
    explicit ChartHeader(QString title, QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    void setExactness(models::Exactness exactness, const QString& error = {});
    /// Without numbers there is nothing to be exact about.
    void setMarkVisible(bool visible);

    /// Why only a part of the trace was read ("2 errors", "cancelled"), or nothing: then exact is
    /// only what was read, and the mark becomes a link to the report.
    void setMissing(const QString& why);
    [[nodiscard]] QString markText() const;

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void reportWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void updateAccessibleText();
    [[nodiscard]] bool isDamaged() const;  ///< and the mark says so
    void paintMark(QPainter& painter, const QRectF& area) const;

    QString m_title;
    QString m_sentence;
    QString m_error;
    models::Exactness m_exactness = models::Exactness::Refining;
    bool m_markIsVisible = true;
    QString m_missing;
    int m_markLeft = 0;  ///< as painted
};

}  // namespace vellum::gui::charts
