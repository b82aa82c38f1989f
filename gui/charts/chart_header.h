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

    /// So many errors of the import: then exact is only what was read. The mark becomes a link.
    void setImportErrors(std::uint64_t count);
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
    std::uint64_t m_importErrors = 0;
    int m_markLeft = 0;  ///< as painted
};

}  // namespace vellum::gui::charts
