#pragma once

#include "gui/charts/time_chart.h"
#include "gui/geometry/counter_geometry.h"
#include "gui/models/picture_model.h"
#include "gui/models/request_slot.h"

#include <QImage>

#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// The performance radar: a strip of heat or a line for each location, of a counter's value or of the share of
/// time in a function or group, however short; above them their average or sum as a curve.
///
/// Mouse    A double click shows the location in the process timeline.
class RadarChart final : public TimeChart {
    Q_OBJECT

public:
    enum class Curve : std::uint8_t { None, Average, Sum };
    enum class RowsAs : std::uint8_t { Strips, Lines };
    enum class Time : std::uint8_t { Inclusive, Exclusive };

    explicit RadarChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Performance radar"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override;
    void refresh() override;
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    [[nodiscard]] QVariantMap choices() const override;
    [[nodiscard]] QString textAt(QPoint position) const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    /// What the rows are of.
    struct What {
        enum class Kind : std::uint8_t { Group, Function, Counter };
        Kind kind = Kind::Group;
        FunctionGroup group = FunctionGroup::Application;
        QString name;  ///< of the function or the counter

        friend bool operator==(const What&, const What&) = default;
    };
    [[nodiscard]] const What& what() const { return m_what; }
    /// Shows that from now on, whatever stands out in other charts.
    void setWhat(const What& what);
    /// "MPI", "MPI_Allreduce", "PAPI_TOT_INS": a group, a counter or a function of that name, or all
    /// functions with it in their names; false if the trace has none.
    bool setWhat(const QString& name);
    /// Whether the trace defines it.
    [[nodiscard]] bool has(const What& what) const;
    void setFollowsHighlight(bool follows);
    void setCurve(Curve curve);
    /// Rows too low for a line stay strips.
    void setRowsAs(RowsAs rowsAs);
    /// Whether the rows are tall enough for the lines that were chosen.
    [[nodiscard]] bool drawsLines() const;
    /// Which time counts in what is shown, a function or a group; of a counter none does. By itself that of a
    /// function is inclusive, that of a group exclusive.
    void setTime(Time time);
    /// Also those that are never in the function.
    void setShowsAll(bool showsAll);
    [[nodiscard]] const std::vector<LocationRef>& rows() const { return m_rows; }

    /// The value of a location at \p tick in the newest picture: a share, 0 ..= 1, or in the counter's
    /// unit; nothing where there is none.
    [[nodiscard]] std::optional<double> valueAt(LocationRef location, Tick tick) const;
    /// Of the curve above the rows, likewise.
    [[nodiscard]] std::optional<double> curveAt(Tick tick) const;
    /// What the ends of the scale stand for.
    [[nodiscard]] double least() const { return m_least; }
    [[nodiscard]] double most() const { return m_most; }
    [[nodiscard]] QRect rowRect(LocationRef location) const;  ///< logical pixels of the viewport

protected:
    void paintLayer(QPainter& painter, const Layout& layout) override;
    [[nodiscard]] int contentHeight() const override;
    void setColumns(int columns) override { m_model.setColumns(columns); }
    void filtersChanged() override { chooseRows(); }
    void clickAt(QPoint position, bool isDouble) override;

private:
    /// The newest picture as values: rows × columns, no number where there is none.
    struct Grid {
        TickRange window;
        std::int64_t columns = 0;
        std::vector<double> values;
        /// Of inclusive time: the visits that begin in each, with those that have no length; else empty.
        std::vector<std::uint32_t> visits;
        std::vector<double> curve;  ///< a column's average or sum
        QImage image;               ///< a pixel for each value
        QColor ground;              ///< what the image's colours stand out from

        /// Nothing is shown where a function is not.
        [[nodiscard]] bool hasAny(std::size_t place) const;
    };

    void chooseByItself();
    void chooseRows();
    void onRows(const std::shared_ptr<const query::Answer>& answer);
    void setRows(std::vector<LocationRef> rows);
    /// Of a function or a group; nothing if there is nothing to ask.
    [[nodiscard]] std::optional<query::Request> requestOf(
        const std::vector<LocationRef>& rows, TickRange window, std::uint32_t columns) const;
    void ask();
    void takePicture();
    [[nodiscard]] Grid gridOf(const models::Picture& picture) const;
    void fillShares(Grid& grid, const query::SummaryTimeline& answer) const;
    void fillCounters(Grid& grid, const query::Counters& answer) const;
    void sumUp(Grid& grid) const;
    void paintImage(Grid& grid) const;
    void findScale();
    void paintCurve(QPainter& painter, const Layout& layout) const;
    void paintRows(QPainter& painter, const Layout& layout) const;
    /// \p area  of one row's values, in device pixels
    void paintStrip(QPainter& painter, const QRect& area, std::size_t row) const;
    void paintLine(QPainter& painter, const QRect& area, std::size_t row, double ratio) const;
    using Line = std::vector<geometry::CounterBar>;
    [[nodiscard]] Line shareLine(std::size_t row) const;
    [[nodiscard]] std::vector<Line> counterLines(std::size_t row) const;
    void paintScale(QPainter& painter, const Layout& layout) const;
    void fillGroupMenu(QMenu& menu);
    void fillCounterMenu(QMenu& menu);
    void fillRowsMenu(QMenu& menu);
    void fillTimeMenu(QMenu& menu);
    void chooseFunction();
    void choose(const What& what);  ///< as the user did
    [[nodiscard]] QVariantMap looks() const;
    [[nodiscard]] QVariantMap whatSettings() const;
    [[nodiscard]] static std::optional<What> whatIn(const QVariantMap& settings);
    void restoreWhat(const QVariantMap& shown);
    [[nodiscard]] std::vector<query::Key> keys() const;
    [[nodiscard]] std::vector<query::Key> regionsOf(const What& what) const;
    [[nodiscard]] bool isCounter() const { return m_what.kind == What::Kind::Counter; }
    [[nodiscard]] Time& timeOfWhat();
    [[nodiscard]] bool isInclusive() const;
    /// Of a value in the grid; nothing where there is none of \p location at \p tick.
    [[nodiscard]] std::optional<std::size_t> placeOf(LocationRef location, Tick tick) const;
    [[nodiscard]] int curveHeight() const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int wholeRowHeight() const;  ///< where there is room for it
    [[nodiscard]] int rowAt(int y) const;      ///< -1: none
    [[nodiscard]] QString whatText() const;
    [[nodiscard]] QString valueText(double value) const;
    /// Most of the curve: of a sum it is more than that of a row.
    [[nodiscard]] double curveMost() const;

    models::CounterCatalogue& m_catalogue;
    models::PictureModel m_model;
    models::RequestSlot m_rowsSlot;         ///< who is in the function at all
    std::vector<LocationRef> m_candidates;  ///< asked about
    bool m_showsAll = false;
    What m_what;
    bool m_isChosen = false;  ///< by somebody
    bool m_followsHighlight = true;
    Curve m_curve = Curve::Average;
    RowsAs m_rowsAs = RowsAs::Strips;
    Time m_functionTime = Time::Inclusive;
    Time m_groupTime = Time::Exclusive;
    std::vector<LocationRef> m_rows;
    std::string m_unit;
    double m_least = 0;
    double m_most = 1;
    std::shared_ptr<const query::Answer> m_taken;
    std::optional<Grid> m_grid;
};

}  // namespace vellum::gui::charts
