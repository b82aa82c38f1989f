#pragma once

#include "gui/charts/counters/counter_difference_canvas.h"
#include "gui/models/counter_differences.h"

#include <QString>
#include <QWidget>

class QComboBox;
class QMenu;

namespace vellum::gui::shell {

/// By how much a counter differs between two traces, below the charts of the first one: the picture, and which counter it is of.
///
/// Mouse, keys  As CounterDifferenceCanvas.
class CounterDifferenceView : public QWidget {
    Q_OBJECT

public:
    CounterDifferenceView(
        data::DataSource& source, const models::TimeLink* link, QWidget* parent = nullptr);

    void setSides(const models::Differences::Side& a, const models::Differences::Side& b);
    void clear();
    /// Where the first trace's charts have their time, in pixels from the left edge, and what they show of it.
    void setTimePlace(int left, int width, TickRange range);

    /// Which counter: shown elsewhere, beside what else can be chosen.
    [[nodiscard]] QComboBox& choice() { return *m_choice; }
    [[nodiscard]] models::CounterDifferences& model() { return *m_model; }
    [[nodiscard]] const models::CounterDifferences& model() const { return *m_model; }
    [[nodiscard]] charts::CounterDifferenceCanvas& canvas() { return *m_canvas; }

    /// Its whole name; one that they do not both have is remembered until they do. Empty: the first.
    void chooseMetric(const QString& name);
    /// What is shown as long as nothing was chosen, if both have it.
    void suggestMetric(const QString& name);
    [[nodiscard]] QString chosenMetric() const { return m_wanted; }
    /// What the picture is of.
    [[nodiscard]] QString sentence() const;
    void fillMenu(QMenu& menu);

signals:
    /// Numbers, or how far they are known.
    void changed();
    void hovered(const QString& text);
    /// In the first trace's time.
    void tickChosen(vellum::Tick tick);
    void menuWanted(QPoint globalPosition);

private:
    void offerMetrics();
    void show();

    models::CounterDifferences* m_model;
    charts::CounterDifferenceCanvas* m_canvas;
    QComboBox* m_choice;
    QString m_suggested;
    QString m_wanted;  ///< as the user, or a layout, chose it; empty: nobody did
};

}  // namespace vellum::gui::shell
