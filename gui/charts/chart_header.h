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

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateAccessibleText();

    QString m_title;
    QString m_sentence;
    QString m_error;
    models::Exactness m_exactness = models::Exactness::Refining;
    bool m_markIsVisible = true;
};

}  // namespace vellum::gui::charts
