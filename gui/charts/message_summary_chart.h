#pragma once

#include "common/query/message_summary.h"
#include "gui/charts/time_chart.h"
#include "gui/models/window_table.h"

#include <QString>

#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// The message summary: the messages of the visible window by what they have in common, a bar for each size, size
/// class, tag or communicator. Of what differs between messages the bar is the mean, and a line goes from the least to
/// the greatest.
///
/// Mouse    A click marks a row; the tip says all of it.
/// Keys     Up and down mark rows, Home and End the first and the last.
class MessageSummaryChart final : public Chart {
    Q_OBJECT

public:
    enum class Metric { Count, Volume, Size, Duration, Rate };

    explicit MessageSummaryChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Message summary"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override { return m_table.exactness(); }
    [[nodiscard]] QString errorText() const override { return m_table.errorText(); }
    void refresh() override { m_table.askAnew(); }
    void fillMenu(QMenu& menu) override;
    void fillZoomMenu(QMenu& menu) const override
    {
        fillTimeZoomMenu(menu, m_context.view, title());
    }
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    bool handleKey(const QKeyEvent& event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    [[nodiscard]] query::MessageSummaryBy by() const { return m_by; }
    void setBy(query::MessageSummaryBy by);
    [[nodiscard]] Metric metric() const { return m_metric; }
    void setMetric(Metric metric);
    /// The longest bar first, instead of the least key.
    void setLongestFirst(bool isFirst);

    /// A row as it is drawn; of a metric without a value for it `value` is nothing.
    struct Row {
        query::MessageSummaryRow numbers;
        QString name;
        QString figure;  ///< the value in words
        std::optional<double> value;
        double least = 0;  ///< equal to the value where messages do not differ in it
        double greatest = 0;
    };
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    /// All of a row, for its tip and the status bar.
    [[nodiscard]] QString textOf(const Row& row) const;
    [[nodiscard]] std::optional<std::size_t> marked() const { return m_marked; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void updateLayout() override;

private:
    void makeRows();
    void mark(std::optional<std::size_t> row);
    void paintRow(QPainter& painter, const Row& row, const QRect& area) const;
    [[nodiscard]] query::Scope scope() const;
    [[nodiscard]] Row rowOf(const query::MessageSummaryRow& numbers) const;
    [[nodiscard]] QString nameOf(std::uint64_t key) const;
    [[nodiscard]] QString words(double value) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] std::optional<std::size_t> rowAt(QPoint position) const;

    ChartContext m_context;
    models::WindowTable m_table;
    query::MessageSummaryBy m_by = query::MessageSummaryBy::Size;
    Metric m_metric = Metric::Volume;
    bool m_longestFirst = false;
    std::vector<Row> m_rows;
    double m_longest = 0;  ///< what a bar of the whole width would be
    std::optional<std::size_t> m_marked;
};

}  // namespace vellum::gui::charts
