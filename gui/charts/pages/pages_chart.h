#pragma once

#include "common/query/values_pages.h"
#include "gui/charts/time_chart.h"
#include "gui/models/picture_model.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace vellum::gui::charts {

/// Pages of objects over time: a row for each range of neighbouring pages that fared alike, those of the object with the most
/// writes in vain first.
///
/// Mouse    A click marks a row, and finds the visits that handled its object; the wheel and drags are those of all charts.
/// Keys     N and Shift+N go to the next row with writes in vain or false sharing and the one before, Return finds its object.
class PagesChart final : public TimeChart {
    Q_OBJECT

public:
    static constexpr std::uint32_t kMostRanges = 64;

    explicit PagesChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Pages"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override { return m_model.exactness(); }
    [[nodiscard]] QString errorText() const override { return m_model.errorText(); }
    void refresh() override { m_model.refresh(); }
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    bool handleKey(const QKeyEvent& event) override;
    [[nodiscard]] QString textAt(QPoint position) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    /// So many of an object at most.
    void setRanges(std::uint32_t ranges);
    [[nodiscard]] std::uint32_t ranges() const { return m_ranges; }
    /// Null while nothing is known.
    [[nodiscard]] const query::ValuesPages* answer() const;
    /// The marked row; -1: none.
    [[nodiscard]] int row() const { return m_row; }
    /// The state under a point of the canvas; untouched where there is none.
    [[nodiscard]] char stateAt(QPoint position) const;
    [[nodiscard]] QRect rowRect(std::size_t row) const;  ///< logical pixels of the viewport

protected:
    void paintLayer(QPainter& painter, const Layout& layout) override;
    void paintMarks(QPainter& painter, const Layout& layout) override;
    [[nodiscard]] int contentHeight() const override;
    void setColumns(int columns) override { m_model.setColumns(columns); }
    void clickAt(QPoint position, bool isDouble) override;

private:
    void ask();
    void takePicture();
    [[nodiscard]] std::span<const query::ValuesPagesRow> rows() const;
    [[nodiscard]] Columns columns() const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int legendHeight() const;
    [[nodiscard]] int rowAt(int y) const;  ///< -1: none
    [[nodiscard]] bool isFirstOfObject(std::size_t row) const;
    [[nodiscard]] static QString rangeText(const query::ValuesPagesRow& row);
    [[nodiscard]] QString word() const;
    void markRow(int row);
    void step(int direction);
    void findObject();
    void paintLegend(QPainter& painter, const Layout& layout) const;
    void paintRow(QPainter& painter, const Layout& layout, std::size_t index) const;
    void paintStates(
        QPainter& painter, const Layout& layout, std::string_view states, const QRect& area) const;

    models::PictureModel m_model;
    std::uint32_t m_ranges = 8;
    int m_row = -1;
    std::shared_ptr<const query::Answer> m_taken;
};

}  // namespace vellum::gui::charts
