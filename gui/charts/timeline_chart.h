#pragma once

#include "gui/charts/chart.h"
#include "gui/charts/counter_view.h"
#include "gui/charts/fling.h"
#include "gui/charts/kept_rows.h"
#include "gui/charts/key_map.h"
#include "gui/charts/message_burst.h"
#include "gui/charts/selection_bar.h"
#include "gui/charts/timeline_parts.h"
#include "gui/data/group_names.h"
#include "gui/geometry/timeline_geometry.h"
#include "gui/models/communicator_rows.h"
#include "gui/models/device_busy.h"
#include "gui/models/filtered_functions.h"
#include "gui/models/flow_model.h"
#include "gui/models/kept_places.h"
#include "gui/models/likeness.h"
#include "gui/models/loaded_part.h"
#include "gui/models/longest_visit.h"
#include "gui/models/record_counts.h"
#include "gui/models/redundancy_cells.h"
#include "gui/models/request_slot.h"
#include "gui/models/row_order.h"
#include "gui/models/search_model.h"
#include "gui/models/selection.h"
#include "gui/models/timeline_layers.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"
#include "gui/painters/timeline_painter.h"

#include <QColor>
#include <QPixmap>
#include <QTimer>

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

/// The master timeline: a row for each location, a bar for what it was doing, lines for messages.
///
/// Mouse    As the navigation scheme has it (navigation.h). A drag along a row is about time alone, one
///          across rows about these rows too; its ends snap to the edges of bars. A click selects, a
///          double click zooms to the visit.
/// Keys     As the key map has them (key_map.h).
/// Threads  GUI thread; never waits.
class TimelineChart : public Chart {
    Q_OBJECT

public:
    TimelineChart(
        data::DataSource& source,
        models::TimelineModel& model,
        models::ViewHistory& view,
        models::Selection& selection,
        QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Master timeline"); }
    /// "10 locations · colour = function on top of the stack · 2,000 messages".
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override;
    void refresh() override;
    void fillMenu(QMenu& menu) override;
    [[nodiscard]] RegionRef functionAt(QPoint position) const override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    /// All rows at their full height, or the first of many.
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    /// Labels as wide as the names and figures of the rows on the screen and around it; half the chart at most.
    void fitLabels();

    /// Scrolls so that \p location is on the screen, unfolding what hides it.
    void reveal(LocationRef location);
    /// Likewise, and marks the row; false if it is filtered away.
    bool goToRow(LocationRef location);
    /// That of a process, or of the first of its locations where there is none.
    bool goToRow(LocationGroupRef group);
    /// That of \p key, of a kind that has neither location nor process: a node, a group of rows.
    bool goToRowOf(std::uint64_t key);

    /// What leads to the selected visit and away from it, drawn over the rows; must live as long as this.
    void setFlows(const models::FlowModel* flows) { m_flows = flows; }
    /// Whose hits are marked on the rows; must live as long as this.
    void setSearch(const models::SearchModel* search);
    /// Where the pointer is, if it is over the bars.
    [[nodiscard]] std::optional<Tick> pointedTick() const;
    /// Points to a partner that is not on the screen.
    struct EdgeArrow {
        QRect place;     ///< logical pixels of the viewport
        QPoint towards;  ///< -1, 0 or 1 each: on which sides of the screen the partner is
        LocationRef location;
        Tick tick = 0;
    };
    /// Those that are on the screen.
    [[nodiscard]] const std::vector<EdgeArrow>& edgeArrows() const { return m_edgeArrows; }
    /// Device pixels of the viewport where text stands on bars: no line goes through it.
    [[nodiscard]] const QRegion& texts() const { return m_texts; }

    /// What of the trace is there, to be marked in the picture; at first all.
    void setLoadedPart(const models::LoadedPart& part);

    /// That nothing in the window is of the functions a filter leaves, and when something comes.
    [[nodiscard]] QString filteredAbsence() const;
    [[nodiscard]] const models::FilteredFunctions& filteredFunctions() const { return m_filtered; }

    /// Why the row of a location has no bar; empty where it has one, and until it is known.
    [[nodiscard]] QString emptyRowWord(LocationRef location);

    void setFlings(bool flings) override;
    [[nodiscard]] const Fling& fling() const { return m_fling; }

    void setKeyMap(KeyMap keys) { m_keys = std::move(keys); }
    [[nodiscard]] const KeyMap& keyMap() const { return m_keys; }

    /// Where the keys that go to the next visit begin: on the marked row, else on that under the pointer; with a visit
    /// selected only where another row was marked by keys or gone to since.
    [[nodiscard]] std::optional<LocationRef> cursor() const;
    /// Adds what brings back the whole time, and rows of their first height.
    void fillZoomMenu(QMenu& menu) const override;

    /// Runs of answers that are painted within a frame. Where the rows on the screen have more, and not all of them are
    /// of the view yet, what was painted last is shown shifted or stretched; where they have fewer, all is painted
    /// anew, with text.
    static constexpr std::size_t kMostRunsAtOnce = 400'000;
    void setMostRunsAtOnce(std::size_t runs);

    /// Does one of the commands of `KeyMap::ofCharts`; false if it is none of them.
    bool run(const QString& command);

    // How rows are put together: each is one entry of the undo list.

    [[nodiscard]] models::RowsBy rowsBy() const;
    [[nodiscard]] bool showsOnlyRepresentatives() const;
    /// Which of its commands puts the rows together as they are; empty: none does.
    [[nodiscard]] QString rowsCommand() const;
    void groupRowsBy(models::RowsBy by);
    /// Asks for the profiles; the rows follow when they are there.
    void clusterRows(const models::Likeness::Choice& choice);
    /// A row for each cluster instead of one for each location, or no longer; makes clusters if there are none.
    void toggleRepresentatives();
    /// Puts the rows that are meant below one of this name.
    void groupRows(const QString& name);
    /// Adds what the user can choose of all that.
    void fillGroupingMenu(QMenu& menu);

    /// Does what the chart does at this key; false if that is nothing. For keys that were pressed in
    /// a panel and mean nothing there.
    bool handleKey(const QKeyEvent& event) override;

    /// Does with the selected area what its bar offers.
    void onBar(SelectionBar::Choice choice);
    [[nodiscard]] SelectionBar& selectionBar() { return *m_bar; }

    /// The rows as drawn, top to bottom.
    [[nodiscard]] const std::vector<models::Row>& rows() const { return m_rows; }

    /// Messages, collectives, markers, input and output: what is drawn over the rows.
    [[nodiscard]] models::TimelineLayers& layers() { return m_layers; }
    /// Something that was drawn over the rows: several where they stand too close to be told apart.
    struct LayerShape {
        models::Layer layer = models::Layer::Collectives;
        std::size_t index = 0;      ///< in its answer; of input and output: the row
        std::uint64_t count = 1;    ///< how many it stands for
        TickRange range;            ///< from the first begin to the last end
        std::uint32_t column = 0;   ///< of input and output
        std::vector<QRectF> boxes;  ///< device pixels of the viewport
    };
    /// One-sided operations and copies that lines are drawn for, where both rows are there.
    [[nodiscard]] const std::vector<models::OneSided>& transfers() const { return m_transfers; }
    /// As painted last.
    [[nodiscard]] const std::vector<LayerShape>& layerShapes() const { return m_shapes; }

    // Places, for tests and tools; logical pixels of the viewport.
    [[nodiscard]] QRect canvasRect() const;
    [[nodiscard]] std::optional<QRect> rowRect(LocationRef location) const;
    /// Of the row at \p y, if it is that of one location.
    [[nodiscard]] std::optional<LocationRef> locationAt(int y) const;

signals:
    /// One of its commands that leads elsewhere: to another visit, a note….
    void commandWanted(const QString& command);
    void noteWanted(vellum::TickRange range);
    /// An arrow at the edge was clicked on: what it points to is there.
    void placeWanted(vellum::LocationRef location, vellum::Tick tick);

protected:
    void updateLayout() override { updateScreen(); }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Drag { None, Pressed, Range, Pan, LabelEdge, Label, RowMove };

    using Answers = timeline_parts::Answers;
    using ChosenIo = timeline_parts::ChosenIo;
    using Drop = timeline_parts::Drop;
    using ElidedLabel = timeline_parts::ElidedLabel;
    using Screen = timeline_parts::Screen;
    using ScrolledTo = timeline_parts::ScrolledTo;
    using Ticks = timeline_parts::Ticks;

    // Layout.
    void updateRows();
    void updateScreen();
    void showScreen(int columns, std::vector<int> places);
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int naturalRowHeight(std::size_t rows) const;  ///< at 100 %
    [[nodiscard]] int rowTop(int row) const;
    [[nodiscard]] bool areSharingHeight() const;
    [[nodiscard]] int rowBottom(int row) const;
    [[nodiscard]] int fixedHeight() const;                ///< of the pinned rows that do not scroll
    [[nodiscard]] std::vector<int> rowsOnScreen() const;  ///< fixed ones first
    [[nodiscard]] std::optional<ScrolledTo> scrolledTo() const;
    void scrollTo(const ScrolledTo& place);
    void onView();
    void indexRows();
    [[nodiscard]] models::RowSpan fittedRows() const;
    bool fitAllFor(LocationRef location);
    [[nodiscard]] QString bandSentence() const;
    [[nodiscard]] QString leastOfBands() const;
    [[nodiscard]] QString messagesSentence(const query::Messages& messages) const;
    [[nodiscard]] int rowAt(int y) const;             ///< -1 where there is none
    [[nodiscard]] geometry::TimeScale scale() const;  ///< of device pixels
    [[nodiscard]] double xInCanvas(double x) const;   ///< logical x to device x of the canvas

    // Painting.
    void onModel();
    void invalidate();
    void invalidateLook();  ///< also what is kept of rows
    void renderLayer();
    void paintLayer(QPainter& painter, QSize size);
    void paintRows(QPainter& painter, const std::vector<int>& rows);
    bool paintKeptRows(QPainter& painter, const std::vector<int>& rows, const QRect& canvas);
    void paintRowTexts(QPainter& painter, const std::vector<int>& rows, const QRect& canvas);
    /// Rows without text, in the time and the place given: also in others than the chart's.
    void paintBareRows(
        QPainter& painter,
        const std::vector<int>& rows,
        const geometry::TimeScale& to,
        const QRect& canvas);
    void paintBareRow(
        QPainter& painter,
        int row,
        const geometry::TimeScale& to,
        const QRect& area,
        painters::BarLooks& looks);
    void paintTicks(
        QPainter& painter,
        const models::RowPicture& picture,
        const geometry::TimeScale& to,
        const QRect& area,
        const Ticks& ticks);
    void paintSamples(
        QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area);
    void paintRedundancy(
        QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area);
    void paintRedundancyLegend(QPainter& painter, const QRect& canvas, double ratio);
    [[nodiscard]] QString redundancyText(LocationRef location, Tick tick) const;
    [[nodiscard]] QString redundancySentence() const;
    void toggleRedundancy();
    [[nodiscard]] QString pathSentence(
        LocationRef location, Tick tick, std::span<const RegionRef> path) const;
    [[nodiscard]] QString nameOf(RegionRef region) const;
    void askForSamples(LocationRef location, Tick tick);
    void takeSamples(const query::CallTree& tree);
    void showTipSoon();
    void paintHidden(
        QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area);
    void paintMarks(
        QPainter& painter,
        LocationRef location,
        const geometry::TimeScale& to,
        const QRect& area) const;
    /// The row's stack, with that of the whole trace where the newest does not reach.
    [[nodiscard]] std::vector<geometry::ShareBar> stackOf(
        const models::Row& row, const geometry::TimeScale& to);
    [[nodiscard]] painters::ShareLook shareLook(query::Key key) const;
    /// What of a location's bars has the look of shares.
    void paintStacks(
        QPainter& painter,
        const models::Row& row,
        const std::vector<geometry::Bar>& bars,
        const geometry::TimeScale& to,
        const QRect& area,
        const painters::BarStyle& style);
    [[nodiscard]] std::vector<geometry::ShareBar> shareBarsOf(
        const models::SummaryPicture& picture, const geometry::TimeScale& to);
    void paintShares(
        QPainter& painter,
        const models::Row& row,
        const geometry::TimeScale& to,
        const QRect& area);
    /// Names on bars, why there are none, what a counter's range is.
    void paintRowText(QPainter& painter, int row, const QRect& area, painters::BarLooks& looks);
    [[nodiscard]] QRect rowArea(int row, const QRect& canvas) const;
    [[nodiscard]] QRect barArea(const QRect& row) const;
    [[nodiscard]] painters::BarStyle barStyle(LocationRef location, const QRect& area) const;
    [[nodiscard]] RowsLook rowsLook() const;
    [[nodiscard]] bool arePaintedAtOnce(const std::vector<int>& rows) const;
    [[nodiscard]] std::size_t runsOf(const models::Row& row) const;
    /// In the middle, as what a row belongs to stands at the begin and its number at the end, unless rows close by would
    /// read the same then; at the end or at the begin then, or else where they begin to differ.
    [[nodiscard]] QString elidedLabel(
        int place, const QString& whole, const QFontMetrics& metrics, int room);
    [[nodiscard]] QString elidedAsOthersAreNot(
        int place, const QString& name, const QFontMetrics& metrics, int room);
    void paintLabel(QPainter& painter, int place, const QRect& area, double ratio);
    void paintSparseLabels(QPainter& painter, const std::vector<int>& rows, double ratio);
    void paintSparseLabel(QPainter& painter, int place, int top, double ratio);
    void paintRowMove(QPainter& painter, double ratio);
    [[nodiscard]] bool hasFlows() const;
    void paintFlows(QPainter& painter, const QRect& canvas, double ratio);
    void paintFlow(QPainter& painter, const models::Flow& flow, const QRect& canvas, double ratio);
    void paintMembers(QPainter& painter, const QRect& canvas, double ratio);
    void paintRelated(QPainter& painter, const QRect& canvas, double ratio);
    void paintPartnerArrow(
        QPainter& painter, const models::Flow& flow, const QRect& canvas, double ratio);
    void paintEdgeArrow(QPainter& painter, QPointF edge, EdgeArrow arrow, double ratio);
    /// The row of a location, or the one it is below; of several in as many groups the one that was clicked, or the
    /// first; -1: it has none.
    [[nodiscard]] int rowOf(LocationRef location) const;
    [[nodiscard]] int firstRowOf(LocationRef location) const;
    /// Where rows are grouped by communicator that of \p communicator; -1: it has no row.
    [[nodiscard]] int rowOf(LocationRef location, CommRef communicator) const;
    /// Of one end of a flow of the selected visit: what is of no communicator begins or ends at the row that was clicked.
    [[nodiscard]] int rowOf(const models::Flow& flow, LocationRef end) const;
    [[nodiscard]] QLineF lineBetween(int fromRow, Tick leaves, int toRow, Tick arrives) const;
    [[nodiscard]] QLineF lineOf(const models::Flow& flow) const;
    void paintOverlay(QPainter& painter, double ratio);
    void paintSelection(QPainter& painter, const QRect& canvas, double ratio);
    void paintArea(QPainter& painter, const QRect& canvas, double ratio);
    void paintDragged(QPainter& painter, const QRect& canvas, double ratio);
    void paintHover(QPainter& painter, const QRect& canvas, double ratio);
    void paintOthers(QPainter& painter, const QRect& canvas) const;
    [[nodiscard]] int wholeRowHeight() const { return fontMetrics().height() + 6; }
    /// "56 %": how busy a stream of a device is; "3 rows" of a parent.
    [[nodiscard]] QString figureOf(const models::Row& row) const;
    static constexpr int kArrowPx = 13;  ///< what folds a row, before its name
    [[nodiscard]] static int labelIndent(const models::Row& row)
    {
        constexpr int kMarginPx = 8;
        return kMarginPx + kArrowPx * static_cast<int>(row.level);
    }
    [[nodiscard]] std::optional<models::DeviceBusy::Shares> busyOf(const models::Row& row) const;
    [[nodiscard]] QString busyTip(const models::Row& row) const;
    /// The whole name, how many locations there are, how busy a device is; empty beside the labels.
    [[nodiscard]] QString labelTip(QPoint position) const;
    void paintEmptyWord(QPainter& painter, double ratio);
    void paintUnloaded(QPainter& painter, double ratio) const;
    [[nodiscard]] std::optional<Tick> knownUntil(QString& what) const;
    void paintUnknown(QPainter& painter, double ratio) const;
    void paintEmptyRow(QPainter& painter, LocationRef location, const QRect& area);
    [[nodiscard]] const std::vector<geometry::Bar>& barsOf(LocationRef location);
    [[nodiscard]] std::vector<geometry::Bar> makeBarsOf(
        LocationRef location, const geometry::TimeScale& to);
    [[nodiscard]] const geometry::ColumnPixels& columnPixels(
        const Columns& answered, const geometry::TimeScale& to);
    /// What a row's label says: a metric stands for a location without a name.
    [[nodiscard]] QString nameOf(int row);
    [[nodiscard]] QString nameOf(const models::Row& row) const;
    [[nodiscard]] QString topmostName(int place) const;
    [[nodiscard]] bool standsAlone(const models::Row& row) const;
    [[nodiscard]] QString ownedName(int place);
    [[nodiscard]] const CounterView& counterOf(LocationRef location);
    void paintMessageLines(QPainter& painter, double ratio);
    void makeBursts();
    [[nodiscard]] std::vector<MessageBurst> burstsIn(
        const query::Messages& messages, double cell) const;
    void sayBurstAgain();
    void moveBesideTexts();
    void paintBursts(QPainter& painter, double ratio) const;
    [[nodiscard]] const MessageBurst* burstAt(QPoint position) const;
    [[nodiscard]] bool hoverBurst(QPoint position, Tick tick);
    [[nodiscard]] bool hoverMessage(QPoint position, Tick tick);
    [[nodiscard]] bool clickOnBurst(QPoint position, bool zooms);
    [[nodiscard]] std::optional<models::TimelineModel::MessageRows> messageRows() const;
    [[nodiscard]] QLineF lineOf(const query::Message& message) const;
    [[nodiscard]] QLineF lineOf(const models::OneSided& one) const;
    [[nodiscard]] QRect deviceCanvas() const;

    // Layers.
    void findTransfers();
    void paintTransfers(QPainter& painter, double ratio) const;
    void paintChosenTransfers(QPainter& painter, double ratio) const;
    [[nodiscard]] const models::OneSided* transferAt(QPoint position) const;
    void makeShapes();
    void addCollectives(const query::Collectives& answer);
    /// First and last row of each stretch of rows whose locations take part.
    [[nodiscard]] std::vector<std::pair<int, int>> stretchesOf(const query::Collective& collective);
    void addMarkers(const query::Markers& answer);
    [[nodiscard]] int rowOf(const Marker& marker) const;  ///< -1: about all of them
    void addIo(const query::Io& answer);
    void sumUpIo(const query::Io& answer);
    void paintShapes(QPainter& painter, double ratio) const;
    void paintShape(
        QPainter& painter, const LayerShape& shape, const QColor& color, double ratio) const;
    [[nodiscard]] QColor colorOf(const LayerShape& shape) const;
    void paintChosenShapes(QPainter& painter, double ratio);
    void askForEnds(const models::IoMark& mark, const models::Row& row);
    void takeEnds(const query::Io& answer);
    void paintChosenIo(QPainter& painter, double ratio, bool hasBegin);
    [[nodiscard]] const LayerShape* shapeAt(QPoint position) const;
    /// What it stands for; of a burst the one that is nearest to \p tick.
    [[nodiscard]] std::optional<models::Overlaid> overlaidOf(
        const LayerShape& shape, Tick tick) const;
    [[nodiscard]] QString textOf(const LayerShape& shape, Tick tick) const;
    bool hoverShape(QPoint position, Tick tick);
    bool clickOnShape(QPoint position, bool zooms);
    [[nodiscard]] QString layerSentence() const;

    // Gestures.
    void connectPointing();
    void hover(QPoint position);
    /// Says the shares of groups under the pointer; false where the row is that of a location, or not known there.
    bool hoverStack(int row, Tick tick);
    /// Says the value under the pointer; false where the row shows no counter.
    bool hoverCounter(int row, QPoint position, Tick tick);
    void leaveHover();
    void hoverAgain();  ///< after the view or the layout changed under the pointer
    void clickAt(QPoint position, bool zooms);
    [[nodiscard]] bool isOnArrow(QPoint position) const;
    void clickOnLabel(QPoint position, Qt::KeyboardModifiers modifiers);
    void toggleFolding(int row);
    void dragRow(QPoint position);
    void dropRow();
    [[nodiscard]] bool isOnAreaEdge(QPoint position) const;
    void continueDrag(QPoint position);
    void dropDrag();
    void finishDrag();
    [[nodiscard]] TickRange draggedRange() const;
    /// First and last row of what is dragged over; nothing where the drag is about time alone.
    [[nodiscard]] std::optional<std::pair<int, int>> draggedRows() const;
    [[nodiscard]] std::vector<int> rowsBetween(std::pair<int, int> ends) const;
    [[nodiscard]] std::vector<int> markedRowsUnder(QPoint position) const;
    [[nodiscard]] models::Area areaOf(
        TickRange range, std::optional<std::pair<int, int>> rows) const;
    [[nodiscard]] Tick tickAt(double x) const;
    /// The tick at \p position, or the edge of a bar close by.
    [[nodiscard]] Tick snappedAt(QPoint position);
    [[nodiscard]] std::optional<Tick> exactEdge(LocationRef location, int edge) const;
    /// What a pixel shows of a row, and the time that it stands for.
    struct Shown {
        TickRange pixel;
        query::TimelineRun run;
        [[nodiscard]] RegionRef region() const { return RegionRef(run.winner.value); }
        [[nodiscard]] data::WinnerTime time() const
        {
            return data::winnerTime(run, 1, pixel.length());
        }
    };
    [[nodiscard]] std::optional<Shown> shownAt(LocationRef location, Tick tick) const;
    void onClicked(const query::VisitDetail& detail);
    void selectClicked(const models::SelectedVisit& visit);
    void onHovered(const query::Answer& answer);
    void tellUnder();
    void tellVisit(const models::LongestVisit::Found& found, bool isUnderPointer);
    /// "\nin this pixel: 8.1 % MPI_Send, 46.0 % MPI", where it is not all of it.
    [[nodiscard]] QString sharesOfPixel(const models::SelectedVisit& visit) const;
    [[nodiscard]] const query::Message* messageAt(QPoint position) const;

    // Commands.
    void zoomStep(double factor);
    void panStep(double share);
    void scrollRows(int rows);
    void changeRowHeight(double notches);
    /// Shows the selected area, visit or message: of the latter a share of the width to either side.
    void zoomToSelection();
    void zoomToArea(const models::Area& area);
    /// First and last row of an area's locations; nothing if it is of all rows.
    [[nodiscard]] std::optional<std::pair<int, int>> rowsOf(const models::Area& area) const;
    /// Which of all rows, as they are where each has its height, an area's locations take; none: it is of all.
    [[nodiscard]] models::RowSpan allRowsOf(const models::Area& area) const;
    void letGo();
    /// The marked rows, else that under the pointer, else that of the selected visit; top to bottom.
    [[nodiscard]] std::vector<int> rowsMeant() const;
    [[nodiscard]] std::vector<LocationRef> locationsOf(const std::vector<int>& rows) const;
    void addFilter(models::Filter::Kind kind, const std::vector<int>& rows);
    void filterArea(const models::Area& area);
    void showAllRows();
    void togglePinned();
    void moveRows(int steps);
    void resetRows();
    void toggleFit();
    void foldAll(bool isFolded);
    void markRow(int steps, bool isMore);
    void showRow(int row);
    void markAlone(std::size_t row);

    // Groups of rows.
    void fillClustersMenu(QMenu& menu);
    void askForGroup();
    void makeRoomForNames();
    void giveRoomBack();
    void ungroupRows();
    void takeClusters(const std::shared_ptr<const models::RowGrouping>& found);
    [[nodiscard]] models::Likeness::Choice likenessChoice() const;
    [[nodiscard]] QVariantMap groupingSettings() const;
    void applyGroupingSettings(const QVariantMap& settings);
    [[nodiscard]] QString groupingSentence() const;
    [[nodiscard]] QString textOf(const models::Area& area) const;

    models::TimelineModel& m_model;
    const data::GroupNames m_groupNames;
    models::DeviceBusy m_busy;
    models::TimelineLayers m_layers;
    models::FilteredFunctions m_filtered;
    models::Likeness m_likeness;
    /// Width of the labels where groups' names have made it larger.
    struct RoomMade {
        int before = 0;
        int now = 0;
    };
    std::optional<RoomMade> m_roomMade;
    QString m_likenessError;
    bool m_beginsWithClusters = false;  ///< a layout asked for them
    std::vector<LayerShape> m_shapes;   ///< of the layer of pixels
    std::vector<models::OneSided> m_transfers;
    /// By communicator, until rows are others.
    std::unordered_map<CommRef, std::vector<std::pair<int, int>>> m_stretches;
    /// By row and column, of `m_summedIo`.
    std::map<std::pair<int, std::uint32_t>, query::IoPoint> m_ioSums;
    const query::Io* m_summedIo = nullptr;
    std::optional<ChosenIo> m_chosenIo;
    models::ViewHistory& m_view;
    models::Selection& m_selection;
    models::RequestSlot m_hoverSlot;
    models::RequestSlot m_clickSlot;
    models::LongestVisit m_hoverLongest;
    models::LongestVisit m_clickLongest;
    models::RecordCounts m_recordCounts;
    models::RequestSlot m_ioSlot;
    models::LoadedPart m_part;
    bool m_zoomAfterClick = false;
    TickRange m_clickedPixel;
    const models::FlowModel* m_flows = nullptr;
    const models::SearchModel* m_search = nullptr;
    std::vector<EdgeArrow> m_edgeArrows;  ///< as painted
    QRegion m_texts;                      ///< likewise

    models::KeptPlaces<std::optional<ScrolledTo>> m_places;
    std::optional<ScrolledTo> m_left;             ///< as the view was left last
    std::optional<models::ViewState> m_arranged;  ///< what `m_allRows` are of
    std::vector<models::Row> m_allRows;
    std::vector<models::Row>
        m_rows;  ///< as drawn: those, some of them, or bands that stand for them
    bool m_isBanded = false;
    bool m_isPart = false;  ///< of all rows: see `ViewState::fitted`
    int m_pinnedRows = 0;
    int m_fixedRows = 0;               ///< pinned ones, or none where they take too much room
    std::set<std::uint64_t> m_marked;  ///< keys of rows clicked on
    std::uint64_t m_lastMarked = models::kNoRow;
    std::uint64_t m_markedAt = 0;  ///< number of the selection when keys marked a row
    int m_pointerRow = -1;         ///< also over the labels
    std::uint64_t m_draggedRow = models::kNoRow;
    std::optional<Drop> m_dropAt;
    std::unordered_map<LocationRef, int> m_rowOfLocation;
    std::uint64_t m_chosenKey = models::kNoRow;  ///< of the row on which a visit was clicked
    int m_chosenRow = -1;                        ///< where it is now
    models::CommunicatorRows m_communicatorRows;
    std::unordered_map<int, ElidedLabel> m_elided;  ///< by row, until rows are others
    QPixmap m_layer;  ///< rows and message lines; hover and selection are painted over it
    bool m_layerIsStale = true;
    Answers m_answers;
    KeptRows m_kept;
    std::size_t m_mostRunsAtOnce = kMostRunsAtOnce;
    std::uint64_t m_arrangement = 0;  ///< counts changes of `m_rows`
    Screen m_screen;
    std::uint64_t m_style = 0;                          ///< see RowsLook
    std::deque<geometry::ColumnPixels> m_columnPixels;  ///< of the layer
    std::unordered_map<LocationRef, std::vector<geometry::Bar>>
        m_bars;                                               ///< of the layer, where asked for
    std::unordered_map<LocationRef, CounterView> m_counters;  ///< until something changes

    models::RedundancyCells m_redundancy;

    Drag m_drag = Drag::None;
    DragAction m_dragAction = DragAction::None;
    Qt::MouseButton m_dragButton = Qt::NoButton;  ///< the one that ends the drag
    TickRange m_pressedRange;
    Tick m_anchor = 0;     ///< where the drag began, or the edge that stays
    Tick m_draggedTo = 0;  ///< its other end, snapped
    QPoint m_pressedAt;
    QPoint m_lastAt;
    std::optional<QPoint> m_hovered;
    QPoint m_pointer;  ///< where the mouse moved last, on the screen
    QTimer m_tipTimer;
    QTimer m_hoverSoon;
    QString m_tip;
    std::uint64_t m_gesture = 1;
    Fling m_fling;
    KeyMap m_keys = KeyMap::ofCharts(NavigationScheme::Vellum);
    SelectionBar* m_bar;
    std::vector<MessageBurst> m_bursts;  ///< of the layer
    std::shared_ptr<const query::Messages> m_drawnOf;
    std::vector<std::size_t> m_drawnMessages;  ///< of these, by their places
    std::uint64_t m_saidBurst = 0;             ///< messages of the one that was told; 0: none
    std::unordered_set<LocationRef> m_areaLocations;  ///< of the selected area
    std::optional<query::VisitDetail> m_under;        ///< what was last answered about the pointer
    bool m_tellsUnder = false;                        ///< that is what was told last
    QTimer m_gestureEnd;  ///< wheel steps closer than this are one gesture, undone together
};

}  // namespace vellum::gui::charts
