#include "gui/charts/chart_frame.h"

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/matrix/matrix_chart.h"
#include "gui/theme/theme.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace vellum::gui::charts {

namespace {

/// Docks with a thin line between them that is wide enough to be caught.
class HostStyle : public QProxyStyle {
public:
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        constexpr int kSeparatorPx = 4;
        return metric == PM_DockWidgetSeparatorExtent
                   ? kSeparatorPx
                   : QProxyStyle::pixelMetric(metric, option, widget);
    }

    void drawPrimitive(
        PrimitiveElement element,
        const QStyleOption* option,
        QPainter* painter,
        const QWidget* widget) const override
    {
        if (element != PE_IndicatorDockWidgetResizeHandle) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        const theme::Theme& theme = theme::currentTheme();
        painter->fillRect(option->rect, theme.window);
        QRect line = option->rect;
        line.setTop(line.center().y());
        line.setHeight(1);
        const bool isHot = option->state & QStyle::State_MouseOver;
        painter->fillRect(line, isHot ? theme.accent : theme.line);
    }
};

/// The docks' home, which has nothing in its middle.
class Host : public QMainWindow {
public:
    explicit Host(QWidget* parent) : QMainWindow(parent)
    {
        setWindowFlags(Qt::Widget);
        auto* style = new HostStyle;
        style->setParent(this);
        setStyle(style);
        setDockOptions({});  // one below the other, or x would not be one instant
        setContextMenuPolicy(Qt::NoContextMenu);
    }
    QMenu* createPopupMenu() override { return nullptr; }
};

}  // namespace

// ---- The frame ------------------------------------------------------------------------------

ChartFrame::ChartFrame(const ChartContext& context, TimelineChart* master, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_counters(context.source, context.trace)
    , m_ruler(new TimeRuler(context.view, context.trace->definitions->clock))
    , m_host(new Host(this))
    , m_master(master)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_ruler);
    layout->addWidget(m_host, 1);
    connect(&context.selection, &models::Selection::changed, m_ruler, [this] {
        const auto& area = m_context.selection.area();
        for (TimeRuler* ruler : rulers()) {
            ruler->setInstant(m_context.selection.instant());
            ruler->setSelected(area ? std::optional(area->range) : std::nullopt);
        }
    });
    m_context.counters = &m_counters;
    m_host->installEventFilter(this);
    master->viewport()->installEventFilter(this);
    m_spreadSoon.setSingleShot(true);
    m_spreadSoon.setInterval(0);
    connect(&m_spreadSoon, &QTimer::timeout, this, &ChartFrame::spreadHeights);
    connect(this, &ChartFrame::chartsChanged, this, &ChartFrame::spreadSoon);
    connect(&context.view, &models::ViewHistory::chartsWanted, this, &ChartFrame::restore);
    add(*findChartKind(QLatin1String(kMasterKind)), master, QLatin1String(kMasterKind));
    updateMargins();
}

ChartFrame::~ChartFrame()
{
    // Docks that float are windows; they tell of their end, and nobody is left to hear it.
    for (ChartDock* dock : m_docks) {
        dock->disconnect(this);
        dock->chart().disconnect(this);
    }
}

ChartDock* ChartFrame::add(const ChartKind& kind, Chart* chart, const QString& name)
{
    auto* ruler = new TimeRuler(m_context.view, m_context.trace->definitions->clock);
    ruler->showWhatIsOn(*m_ruler);
    auto* dock = new ChartDock(kind, *chart, ruler, m_host);
    dock->setObjectName(name);
    dock->header().setMissing(m_missing);
    dock->setTraceName(m_traceName);
    m_host->addDockWidget(Qt::LeftDockWidgetArea, dock, Qt::Vertical);
    m_docks.push_back(dock);
    connect(dock, &ChartDock::menuWanted, this, [this, dock](QPoint position) {
        showMenu(dock, position);
    });
    if (chart != m_master) {
        connect(chart, &Chart::menuWanted, dock, &ChartDock::menuWanted);
    }
    connect(&dock->header(), &ChartHeader::reportWanted, this, &ChartFrame::reportWanted);
    connect(dock, &ChartDock::closed, this, [this, dock] {
        recordChange(
            tr("close %1").arg(dock->chart().title()), false, [this, dock] { close(dock); });
    });
    connect(
        dock, &ChartDock::aboutToFloat, this, [this] { m_arrangementBefore = arrangement(false); });
    connect(dock, &ChartDock::floated, this, [this, dock] {
        const QString action = dock->isFloating() ? tr("detach %1") : tr("attach %1");
        m_context.view.addChartsChange(
            {.before = std::exchange(m_arrangementBefore, {}), .after = arrangement(false)},
            action.arg(dock->chart().title()));
    });
    connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_spreads = false; });
    chart->setLabelWidth(m_master->labelWidth());
    chart->setNavigation(m_master->navigation());
    chart->setFlings(m_master->flings());
    connectChart(chart);
    return dock;
}

void ChartFrame::connectChart(Chart* chart)
{
    connect(chart, &Chart::changed, this, &ChartFrame::exactnessChanged);
    connect(chart, &Chart::marginChanged, this, &ChartFrame::updateMargins);
    connect(chart, &Chart::sizeHintChanged, this, &ChartFrame::spreadSoon);
    connect(chart, &Chart::pathHovered, this, &ChartFrame::pathHovered);
    connect(chart, &Chart::findWanted, this, &ChartFrame::findWanted);
    connect(
        chart,
        &Chart::chosen,
        this,
        [this, chart](const QString& action, const QVariantMap& before, const QVariantMap& after) {
            addChoice(*chart, action, before, after);
        });
    if (auto* other = qobject_cast<TimeChart*>(chart)) {
        other->setKeyTarget(m_master);
        connect(other, &TimeChart::barChosen, m_master, &TimelineChart::onBar);
        connect(other, &TimeChart::processWanted, this, &ChartFrame::showProcess);
    }
    if (auto* matrix = qobject_cast<MatrixChart*>(chart)) {
        connect(matrix, &MatrixChart::locationWanted, m_master, &TimelineChart::reveal);
    }
    connect(chart, &Chart::labelFitWanted, m_master, &TimelineChart::fitLabels);
    connect(chart, &Chart::labelWidthChanged, this, [this, chart] { setLabelWidth(chart); });
    connect(chart, &Chart::labelWidthChosen, this, &ChartFrame::recordLabelWidth);
    connect(chart, &Chart::pointerMoved, this, [this, chart](std::optional<Tick> tick) {
        setPointer(chart, tick);
    });
    connect(chart, &Chart::rangeDragged, this, [this, chart](std::optional<TickRange> range) {
        setDragged(chart, range);
    });
}

QString ChartFrame::freeName(const ChartKind& kind) const
{
    for (int number = 1;; ++number) {
        QString name = QStringLiteral("%1-%2").arg(QLatin1String(kind.name)).arg(number);
        if (std::ranges::none_of(
                m_docks, [&name](const ChartDock* dock) { return dock->objectName() == name; })) {
            return name;
        }
    }
}

Chart* ChartFrame::open(const QString& kind, const QVariantMap& settings)
{
    const ChartKind* known = findChartKind(kind);
    if (known == nullptr || m_docks.size() >= kMostCharts) {
        return nullptr;
    }
    ChartDock* dock = m_docks.front();
    if (known->make == nullptr) {
        dock->setOpen(true);
    } else {
        Chart* chart = known->make(m_context);
        chart->applySettings(settings);
        dock = add(*known, chart, freeName(*known));
        dock->setOpen(true);
    }
    updateMargins();
    emit chartsChanged();
    emit exactnessChanged();
    return &dock->chart();
}

void ChartFrame::close(ChartDock* dock)
{
    const auto found = std::ranges::find(m_docks, dock);
    if (found == m_docks.end()) {
        return;
    }
    // What it had goes to another chart: keys are for charts, and nothing is pointed at in one that is gone.
    const bool hadFocus = dock->isAncestorOf(QApplication::focusWidget());
    emit dock->chart().pathHovered({});
    emit dock->chart().pointerMoved(std::nullopt);
    if (dock->kind().make == nullptr) {
        dock->setOpen(false);
    } else {
        m_docks.erase(found);
        dock->disconnect(this);
        dock->chart().disconnect(this);
        m_host->removeDockWidget(dock);
        dock->setObjectName(QString());  // one that comes back at once has that name
        dock->deleteLater();
    }
    const auto open =
        std::ranges::find_if(m_docks, [](const ChartDock* one) { return one->isOpen(); });
    if (hadFocus && open != m_docks.end()) {
        (*open)->chart().setFocus();
    }
    updateMargins();
    emit chartsChanged();
    emit exactnessChanged();
}

void ChartFrame::showProcess(LocationRef location)
{
    const QString kind = QStringLiteral("process");
    if (Chart* shown = chart(kind)) {
        shown->recordChoice(tr("location"), [shown, location] { shown->showLocation(location); });
        return;
    }
    recordChange(tr("open %1").arg(findChartKind(kind)->titleText()), false, [&] {
        if (Chart* opened = open(kind)) {
            opened->showLocation(location);
        }
    });
}

void ChartFrame::openAnother(const QString& kind, const QVariantMap& settings)
{
    if (const ChartKind* known = findChartKind(kind)) {
        recordChange(
            tr("open %1").arg(known->titleText()), false, [&] { this->open(kind, settings); });
    }
}

void ChartFrame::setOpen(const QString& kind, bool open)
{
    const ChartKind* known = findChartKind(kind);
    if (known == nullptr || open == isOpen(kind)) {
        return;
    }
    if (open) {
        openAnother(kind);
        return;
    }
    recordChange(tr("close %1").arg(known->titleText()), false, [&] {
        for (ChartDock* dock : docks()) {
            if (kind == QLatin1String(dock->kind().name)) {
                close(dock);
            }
        }
    });
}

bool ChartFrame::isOpen(const QString& kind) const
{
    return chart(kind) != nullptr;
}

std::vector<ChartDock*> ChartFrame::docks() const
{
    std::vector<ChartDock*> open;
    std::ranges::copy_if(
        m_docks, std::back_inserter(open), [](const ChartDock* dock) { return dock->isOpen(); });
    return open;
}

Chart* ChartFrame::chart(const QString& kind) const
{
    for (const ChartDock* dock : docks()) {
        if (kind == QLatin1String(dock->kind().name)) {
            return &dock->chart();
        }
    }
    return nullptr;
}

models::Exactness ChartFrame::exactness() const
{
    // Other heights may want other pictures.
    models::Exactness worst =
        m_spreadSoon.isActive() ? models::Exactness::Refining : models::Exactness::Exact;
    for (const ChartDock* dock : docks()) {
        worst = std::max(worst, dock->chart().exactness());
    }
    return worst;
}

QString ChartFrame::errorText() const
{
    for (const ChartDock* dock : docks()) {
        if (!dock->chart().errorText().isEmpty()) {
            return dock->chart().errorText();
        }
    }
    return {};
}

void ChartFrame::refresh()
{
    m_counters.refresh();
    for (ChartDock* dock : m_docks) {
        dock->chart().refresh();
    }
}

void ChartFrame::setMissing(const QString& why)
{
    m_missing = why;
    for (ChartDock* dock : m_docks) {
        dock->header().setMissing(why);
    }
}

void ChartFrame::setTraceName(const QString& name)
{
    m_traceName = name;
    for (ChartDock* dock : m_docks) {
        dock->setTraceName(name);
    }
}

// ---- What all charts share ------------------------------------------------------------------

void ChartFrame::updateMargins()
{
    int margin = 0;
    for (const ChartDock* dock : docks()) {
        margin = std::max(margin, dock->chart().reservedWidth());
    }
    margin += m_blankAtRight;
    for (ChartDock* dock : m_docks) {
        if (dock->chart().rightMargin() != margin) {
            dock->chart().setRightMargin(margin);
        }
    }
    for (TimeRuler* ruler : rulers()) {
        ruler->setMargins(m_master->labelWidth(), margin);
    }
}

void ChartFrame::setNavigation(NavigationScheme scheme)
{
    for (ChartDock* dock : m_docks) {
        dock->chart().setNavigation(scheme);
    }
}

void ChartFrame::setFlings(bool flings)
{
    for (ChartDock* dock : m_docks) {
        dock->chart().setFlings(flings);
    }
}

void ChartFrame::setLabelWidth(const Chart* from)
{
    for (ChartDock* dock : m_docks) {
        dock->chart().setLabelWidth(from->labelWidth());
    }
    updateMargins();
    emit labelWidthChanged(from->labelWidth());
}

void ChartFrame::setLabelWidth(int width)
{
    if (width != labelWidth()) {
        m_master->setLabelWidth(width);
        setLabelWidth(m_master);
    }
}

void ChartFrame::setBlankAtRight(int width)
{
    if (width != m_blankAtRight) {
        m_blankAtRight = width;
        updateMargins();
    }
}

int ChartFrame::widthForTime() const
{
    return std::max(0, width() - labelWidth() - m_master->rightMargin() + m_blankAtRight);
}

TimeRuler& ChartFrame::rulerAbove(const ChartDock& dock) const
{
    return dock.isFloating() ? dock.ruler() : *m_ruler;
}

std::vector<TimeRuler*> ChartFrame::rulers() const
{
    std::vector<TimeRuler*> all = {m_ruler};
    all.reserve(m_docks.size() + 1);
    for (const ChartDock* dock : m_docks) {
        all.push_back(&dock->ruler());
    }
    return all;
}

void ChartFrame::setPointer(const Chart* from, std::optional<Tick> tick)
{
    for (TimeRuler* ruler : rulers()) {
        ruler->setPointer(tick);
    }
    for (ChartDock* dock : m_docks) {
        dock->chart().setPointer(&dock->chart() == from ? std::nullopt : tick);
    }
    if (from != nullptr) {
        emit pointerMoved(tick);
    }
}

void ChartFrame::setDragged(const Chart* from, std::optional<TickRange> range)
{
    for (TimeRuler* ruler : rulers()) {
        ruler->setDragged(range);
    }
    for (ChartDock* dock : m_docks) {
        dock->chart().setDragged(&dock->chart() == from ? std::nullopt : range);
    }
}

void ChartFrame::showMenu(ChartDock* dock, QPoint globalPosition)
{
    auto* menu = new QMenu(dock);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const RegionRef function =
        dock->chart().functionAt(dock->chart().viewport()->mapFromGlobal(globalPosition));
    if (function.isDefined()) {
        emit functionMenuWanted(menu, function);
    }
    dock->chart().fillMenu(*menu);
    menu->addSeparator();
    dock->chart().fillZoomMenu(*menu);
    menu->addSeparator();
    if (dock->kind().make != nullptr) {
        menu->addAction(tr("&Another chart of this kind"), this, [this, dock] {
            openAnother(QLatin1String(dock->kind().name), dock->chart().settings());
        });
    }
    menu->addAction(
        tr("&Export picture…"), this, [this, dock] { emit pictureWanted(dock, false); });
    if (!theme::currentTheme().isPrint) {
        menu->addAction(tr("Export picture for prin&t…"), this, [this, dock] {
            emit pictureWanted(dock, true);
        });
    }
    menu->addAction(tr("&Close"), dock, &QDockWidget::close);
    menu->popup(globalPosition);
}

// ---- Heights --------------------------------------------------------------------------------

/// In another window other rows may be asked for, but not because filters took some away, nor because a bar came
/// above the charts: a filter brings one along.
void ChartFrame::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto& filters = m_context.view.state().filters;
    const bool isFiltered = filters != nullptr && filters != m_askedFilters;
    const bool isOtherWindow = std::exchange(m_window, window()->size()) != window()->size();
    m_needsAreOld = m_needsAreOld || (isOtherWindow && !isFiltered);
    if (m_spreads) {
        m_spreadSoon.start();
    }
}

bool ChartFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_host && event->type() == QEvent::MouseButtonPress) {
        beginHeights();  // an edge between two charts
        m_spreads = false;
    } else if (watched == m_host && event->type() == QEvent::MouseButtonRelease) {
        endHeights();
    }
    if (event->type() == QEvent::MouseButtonDblClick && watched == m_master->viewport()) {
        const QPoint position = static_cast<QMouseEvent*>(event)->position().toPoint();
        const auto location = m_master->locationAt(position.y());
        if (location && position.x() < m_master->labelWidth() - kLabelEdgePx) {
            showProcess(*location);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ChartFrame::spreadSoon()
{
    m_needsAreOld = true;
    if (m_spreads) {
        m_spreadSoon.start();
    }
}

void ChartFrame::askForHeights()
{
    m_needs.clear();
    for (ChartDock* dock : docks()) {
        if (!dock->isFloating()) {
            const int header = dock->header().sizeHint().height();
            const int usual = header + dock->chart().sizeHint().height();
            const int most = std::max(usual, header + dock->chart().mostHeight());
            m_needs.push_back({.dock = dock, .usual = usual, .most = most});
        }
    }
    m_needsAreOld = false;
    m_askedFilters = m_context.view.state().filters;
}

/// All get what they need; what is left goes to those that can use it, what is missing is missing to
/// all alike.
void ChartFrame::spreadHeights()
{
    if (m_needsAreOld) {
        askForHeights();
    }
    QList<QDockWidget*> docked;
    QList<int> heights;
    QList<int> most;
    for (const Need& need : m_needs) {
        docked.append(need.dock);
        heights.append(need.usual);
        most.append(need.most);
    }
    constexpr int kRounds = 4;  // what one does not take goes to the others
    for (int round = 0; round < kRounds; ++round) {
        double all = 0;
        double growing = 0;
        for (qsizetype i = 0; i < heights.size(); ++i) {
            all += heights[i];
            growing += heights[i] < most[i] ? heights[i] : 0;
        }
        const double left = m_host->height() - all;
        const double basis = left > 0 ? growing : all;
        for (qsizetype i = 0; i < heights.size() && basis > 0; ++i) {
            if (left < 0 || heights[i] < most[i]) {
                const double wanted = heights[i] * (1 + left / basis);
                heights[i] = std::clamp(static_cast<int>(wanted), 1, most[i]);
            }
        }
    }
    if (docked.size() > 1) {
        m_host->resizeDocks(docked, heights, Qt::Vertical);
    }
    emit exactnessChanged();
}

}  // namespace vellum::gui::charts
