#pragma once

#include "gui/charts/time_chart.h"
#include "gui/models/io_rows.h"
#include "gui/models/picture_model.h"
#include "gui/models/request_slot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

/// The I/O timeline: a row for each file, below it those who used it, or the other way round, or below the rows
/// of the system tree. The height of a row is the time in operations, stacked by what they do; a parent is the
/// sum of its rows. Thin bars say when files are open and asynchronous operations under way.
///
/// Mouse    A click on a label folds or unfolds, one on a bar selects the operation that is under way, or all of the
///          pixel; a double click shows that one's time.
class IoChart : public TimeChart {
    Q_OBJECT

public:
    using By = models::IoRowsBy;

    explicit IoChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("I/O timeline"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override { return m_model.exactness(); }
    [[nodiscard]] QString errorText() const override { return m_model.errorText(); }
    void refresh() override { m_model.refresh(); }
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    [[nodiscard]] QString textAt(QPoint position) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    void setBy(By by);

    struct Row : models::IoTreeRow {
        std::uint64_t most = 1;  ///< operations at once that its full height stands for
    };
    /// As shown, top to bottom.
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] QRect rowRect(std::size_t row) const;  ///< logical pixels of the viewport
    /// What is said where there is nothing to draw; else empty.
    [[nodiscard]] QString word() const;

protected:
    void paintLayer(QPainter& painter, const Layout& layout) override;
    void paintMarks(QPainter& painter, const Layout& layout) override;
    [[nodiscard]] int contentHeight() const override;
    void setColumns(int columns) override { m_model.setColumns(columns); }
    void clickAt(QPoint position, bool isDouble) override;

private:
    /// What a click means, while it is being asked for.
    struct Clicked {
        Tick tick = 0;
        std::vector<std::pair<LocationRef, IoHandleRef>> of;  ///< what the row is the sum of
        models::IoMark mark;
        bool isOfInstant = false;  ///< of the pixel are several: that of the instant is asked for
        bool zooms = false;
    };

    void ask();
    void takePicture();
    void foldOrUnfold(const Row& row);
    void askForOperation(TickRange window);
    void takeOperations(const query::Io& operations);
    void takeOperation(const query::Io& begun);
    void selectClicked();
    [[nodiscard]] bool isClicked(const query::IoRow& row) const;
    void makeRows();
    void setFolded(std::set<QString> folded);
    void addRow(Row row);
    void paintLegend(QPainter& painter, const Layout& layout) const;
    void paintTimes(
        QPainter& painter, const Layout& layout, const Row& row, const QRect& area) const;
    void paintSpans(
        QPainter& painter, const Layout& layout, const Row& row, const QRect& area) const;
    void paintRow(QPainter& painter, const Layout& layout, std::size_t index) const;
    [[nodiscard]] int rowHeight() const { return fontMetrics().height() + 6; }
    /// Of the line above the rows that says which colour is what.
    [[nodiscard]] int legendHeight() const { return fontMetrics().height() + 2; }
    [[nodiscard]] int rowAt(int y) const;  ///< -1: none
    [[nodiscard]] const query::Io* answer() const;
    [[nodiscard]] const query::IoPoint* pointAt(const Row& row, Tick tick) const;
    [[nodiscard]] QString spanText(const query::IoSpan& span) const;

    models::PictureModel m_model;
    models::RequestSlot m_clickSlot;
    Clicked m_clicked;
    By m_by = By::File;
    std::set<QString> m_folded;
    std::vector<Row> m_rows;
    std::shared_ptr<const query::Answer> m_taken;
};

}  // namespace vellum::gui::charts
