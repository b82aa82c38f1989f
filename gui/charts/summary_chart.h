#pragma once

#include "gui/charts/time_chart.h"
#include "gui/data/group_names.h"
#include "gui/models/picture_model.h"

#include <vector>

namespace vellum::gui::charts {

/// The summary timeline: for each pixel the shares of all locations' time by function group or by
/// function, stacked.
///
/// Mouse    A click makes a group or function stand out in all charts.
class SummaryChart final : public TimeChart {
    Q_OBJECT

public:
    explicit SummaryChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Summary timeline"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override { return m_model.exactness(); }
    [[nodiscard]] QString errorText() const override { return m_model.errorText(); }
    void refresh() override { m_model.refresh(); }
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] RegionRef functionAt(QPoint position) const override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    [[nodiscard]] QString textAt(QPoint position) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override { return 18 * fontMetrics().height(); }

    [[nodiscard]] query::GroupBy by() const { return m_by; }
    void setBy(query::GroupBy by);
    /// The axis counts locations instead of per cent.
    void setCountsLocations(bool counts);

    struct Share {
        query::Key key;
        double share = 0;  ///< of the locations' time in the column

        friend bool operator==(const Share&, const Share&) = default;
    };
    /// What is stacked at \p tick, from below; of the newest picture that holds it.
    [[nodiscard]] std::vector<Share> sharesAt(Tick tick) const;

protected:
    void paintLayer(QPainter& painter, const Layout& layout) override;
    void setColumns(int columns) override { m_model.setColumns(columns); }
    void clickAt(QPoint position, bool isDouble) override;
    void filtersChanged() override;

private:
    [[nodiscard]] std::vector<LocationRef> shownLocations() const;
    void ask();
    void takePicture();
    void paintAxis(QPainter& painter, const Layout& layout) const;
    [[nodiscard]] static QRect plot(const QRect& canvas, double ratio);
    [[nodiscard]] QColor colorOf(query::Key key) const;
    [[nodiscard]] FunctionGroup groupOf(query::Key key) const;
    [[nodiscard]] QString nameOf(query::Key key) const;
    /// The one under the pointer, if any.
    [[nodiscard]] std::optional<Share> shareAt(QPoint position) const;
    [[nodiscard]] QString quantityOf(double share) const;
    [[nodiscard]] bool isOfProfiler(const Share& share) const;

    /// One answer's row, its series in the order they are stacked in.
    struct Stack {
        TickRange window;
        std::uint32_t columns = 0;
        query::SummaryRow row;
    };
    [[nodiscard]] static bool isEmpty(const Stack& stack);
    [[nodiscard]] std::optional<Stack> stackOf(const models::Picture* picture) const;

    const data::GroupNames m_groupNames;
    std::vector<LocationRef> m_locations;  ///< those that can be in a region
    std::size_t m_count = 0;               ///< of those that no filter hides
    query::GroupBy m_by = query::GroupBy::FunctionGroup;
    bool m_countsLocations = false;
    models::PictureModel m_model;
    std::shared_ptr<const query::Answer> m_taken;
    std::optional<Stack> m_stack;
    std::optional<Stack> m_whole;
};

}  // namespace vellum::gui::charts
