#pragma once

#include "gui/charts/time_chart.h"
#include "gui/geometry/counter_geometry.h"
#include "gui/models/picture_model.h"
#include "gui/painters/counter_painter.h"

#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace vellum::gui::charts {

/// The counter timeline: counters of one unit, of one or several locations, as curves over one axis of
/// values; of each the band between the least and the largest value of a pixel.
class CounterChart final : public TimeChart {
    Q_OBJECT

public:
    /// More are not drawn: nobody could tell them apart.
    static constexpr std::size_t kMostCurves = 16;

    explicit CounterChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Counter timeline"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override;
    void refresh() override;
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    void showLocation(LocationRef location) override;
    [[nodiscard]] QString textAt(QPoint position) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override { return 14 * fontMetrics().height(); }

    /// Shows these counters, of the unit of the first, in the chosen locations.
    void setMetrics(const QStringList& names);
    /// \param locations  empty: the first few that record the counters
    void setLocations(std::vector<LocationRef> locations);
    /// From the least to the largest value of the window instead of the whole trace.
    void setFitsWindow(bool fits);
    void setStartsAtZero(bool starts);
    /// Nothing: as the counter's mode says.
    void setStyle(std::optional<painters::CurveStyle> style);

    struct Curve {
        query::CounterRow known;                 ///< of the whole trace, in one column
        QString name;                            ///< what tells it from the others
        std::size_t color = 0;                   ///< kept while others come and go
        std::vector<geometry::CounterBar> bars;  ///< as painted
    };
    [[nodiscard]] const std::vector<Curve>& curves() const { return m_curves; }
    /// What the height of the plot stands for.
    [[nodiscard]] geometry::CounterExtent extent() const { return m_shared.value_or(ownExtent()); }
    /// What the height would stand for if there were no other traces to share an axis with.
    [[nodiscard]] geometry::CounterExtent ownExtent() const;

    /// Whether it has the same axis as the charts of other traces that show the same counters.
    void setSharesAxis(bool shares);
    [[nodiscard]] bool sharesAxis() const { return m_sharesAxis; }
    /// Whether both have curves, of counters of the same names and unit.
    [[nodiscard]] bool showsLike(const CounterChart& other) const;
    /// \param hasOthers  there are such charts of other traces
    /// \param extent     of all that take part; nothing: its own
    void setSharedExtent(bool hasOthers, std::optional<geometry::CounterExtent> extent);
    [[nodiscard]] const std::string& unit() const { return m_unit; }

signals:
    /// What it shows, its own extent, or whether it takes part in a shared axis may be another.
    void axisChanged();

protected:
    void paintLayer(QPainter& painter, const Layout& layout) override;
    void setColumns(int columns) override { m_model.setColumns(columns); }
    void filtersChanged() override { choose(); }

private:
    void choose();  ///< curves, of metrics and locations
    void ask();
    void makeBars();
    void nameCurves();
    [[nodiscard]] QString recordedFor(MetricRef recordedAs) const;
    void paintAxis(QPainter& painter, const Layout& layout) const;
    [[nodiscard]] QStringList shownMetrics() const;
    void paintNames(QPainter& painter, const Layout& layout, int right) const;
    void fillMetrics(QMenu& menu, bool adds);
    void colorCurves(const std::vector<Curve>& before);
    void fillLocations(QMenu& menu);
    void chooseMetric(const QString& name, bool adds, bool isOn);
    void chooseLocation(LocationRef ref, std::set<LocationRef> wanted, bool isOn);
    [[nodiscard]] std::vector<LocationRef> recorders() const;  ///< of the chosen counters
    [[nodiscard]] QString word() const;  ///< what stands where there is no curve
    [[nodiscard]] QString metricName(const query::CounterRow& row) const;
    [[nodiscard]] std::string unitOf(const query::CounterRow& row) const;
    [[nodiscard]] painters::CurveStyle styleOf(const query::CounterRow& row) const;
    [[nodiscard]] QString valueText(const Curve& curve, int x) const;
    [[nodiscard]] static QRect plot(const QRect& canvas, double ratio);

    models::CounterCatalogue& m_catalogue;
    models::PictureModel m_model;
    QStringList m_metrics;
    std::vector<LocationRef> m_locations;
    std::vector<Curve> m_curves;
    std::size_t m_leftOut = 0;  ///< curves past kMostCurves
    std::string m_unit;
    bool m_fitsWindow = false;
    bool m_startsAtZero = true;
    bool m_sharesAxis = true;
    bool m_hasOthers = false;  ///< charts of other traces that show the same
    std::optional<geometry::CounterExtent> m_shared;
    std::optional<painters::CurveStyle> m_style;
};

}  // namespace vellum::gui::charts
