#include "gui/shell/compare_tab.h"

#include "gui/data/time_text.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vellum::gui::shell {

namespace {

constexpr int kTextGapPx = 12;

constexpr QLatin1String kZeros("zeros");
constexpr QLatin1String kByLength("sameLength");
constexpr QLatin1String kCoupled("coupled");
constexpr QLatin1String kLayouts("traces");
constexpr QLatin1String kAreDifferencesShown("differencesShown");
constexpr QLatin1String kDifferences("differences");

/// Whether \p widget is \p ancestor or in it, also in a window of its own that belongs to it.
bool isIn(const QWidget* widget, const QWidget* ancestor)
{
    while (widget != nullptr && widget != ancestor) {
        widget = widget->parentWidget();
    }
    return widget != nullptr;
}

}  // namespace

CompareTab::CompareTab(
    data::DataSource& source, const std::vector<TraceTab*>& tabs, QWidget* parent)
    : QWidget(parent)
    , m_coupled(new QToolButton)
    , m_align(new QToolButton)
    , m_text(new QLabel)
    , m_rows(new QSplitter(Qt::Vertical))
    , m_scroll(new QScrollArea)
    , m_side(new QStackedWidget)
    , m_differencesButton(new QToolButton)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(makeBar());
    layout->addWidget(makeRows(source), 1);
    makeShiftDrag(source);

    for (TraceTab* tab : tabs) {
        add(tab);
    }
    connect(m_coupled, &QToolButton::clicked, this, &CompareTab::setCoupled);
    connect(&m_link, &models::TimeLink::changed, this, &CompareTab::showLink);
    connect(
        qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { onFocus(now); });
    showCurrent();
}

QLayout* CompareTab::makeBar()
{
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 2, 8, 2);
    bar->addWidget(m_coupled);
    bar->addWidget(m_align);
    bar->addWidget(m_differencesButton);
    m_differencesButton->setAutoRaise(true);
    bar->addSpacing(kTextGapPx);
    bar->addWidget(m_text, 1);
    m_coupled->setText(tr("Coupled"));
    m_coupled->setToolTip(tr("What is shown of one trace is shown of all (C)"));
    m_coupled->setCheckable(true);
    m_coupled->setChecked(true);
    m_coupled->setAutoRaise(true);
    m_align->setText(tr("Align"));
    m_align->setPopupMode(QToolButton::InstantPopup);
    m_align->setAutoRaise(true);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setTextFormat(Qt::PlainText);
    return bar;
}

/// The traces with their numbers below, and the panels of the current one beside them.
QWidget* CompareTab::makeRows(data::DataSource& source)
{
    m_rows->setHandleWidth(3);
    m_rows->setChildrenCollapsible(false);
    auto* all = new QSplitter(Qt::Horizontal);
    // More traces than the window is high for are scrolled.
    m_scroll->setWidget(m_rows);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeDifferences(source);
    auto* column = new QSplitter(Qt::Vertical);
    column->setHandleWidth(3);
    column->setChildrenCollapsible(false);
    column->addWidget(m_scroll);
    column->addWidget(m_differences);
    column->setStretchFactor(0, 1);
    column->setSizes({500, 240});
    all->addWidget(column);
    all->addWidget(m_side);
    all->setHandleWidth(1);
    all->setStretchFactor(0, 1);
    all->setStretchFactor(1, 0);
    all->setSizes({1244, 356});
    all->setChildrenCollapsible(false);
    m_side->hide();
    return all;
}

CompareTab::~CompareTab()
{
    disconnect(qApp, nullptr, this, nullptr);
    m_longest->setViews(nullptr, nullptr);
    m_differences->setSides({}, {});
    m_differences->setTimeOf(nullptr);
    // Views before the links that speak of them.
    m_link.disconnect(this);
    for (ComparePlace* place : m_places) {
        if (TraceView* view = place->tab().view()) {
            m_link.remove(view->history());
            m_marks.remove(view->selection());
        }
        delete place;
    }
}

void CompareTab::add(TraceTab* tab)
{
    const std::size_t number = m_places.size();
    auto* place = new ComparePlace(tab, static_cast<int>(number));
    m_places.push_back(place);
    m_rows->addWidget(place);
    m_rows->setStretchFactor(static_cast<int>(number), 1);
    auto* panels = new QWidget;
    auto* column = new QVBoxLayout(panels);
    column->setContentsMargins(0, 0, 0, 0);
    m_panels.push_back(panels);
    m_side->addWidget(panels);
    connect(&place->strip(), &NameStrip::clicked, this, [this, place] {
        setCurrent(place->tab());
        if (TraceView* view = place->tab().view()) {
            view->chart().setFocus();
        }
    });
    connect(tab, &TraceTab::opened, this, [this, number] { onOpened(number); });
}

void CompareTab::onOpened(std::size_t place)
{
    TraceView* view = m_places[place]->tab().view();
    view->movePanels(*m_panels[place]->layout());
    connect(view, &TraceView::panelsChanged, this, &CompareTab::showPanels);
    connect(
        &view->frame(), &charts::ChartFrame::labelWidthChanged, this, &CompareTab::shareLabelWidth);
    connect(
        &view->frame(),
        &charts::ChartFrame::pointerMoved,
        this,
        [this, view](std::optional<Tick> tick) { sharePointer(*view, tick); });
    const auto opened = views();
    if (opened.size() > 1) {
        TraceView* other = opened.front() == view ? opened.back() : opened.front();
        view->frame().setLabelWidth(other->frame().labelWidth());
    }
    m_link.add(view->history(), view->trace().definitions->clock.ticksPerSecond);
    m_marks.add(view->selection(), view->trace().definitions);
    m_axes.add(view->frame());
    connect(
        &view->history(), &models::ViewHistory::chartsWanted, this, &CompareTab::takeProcessMap);
    m_shift->watch(m_places[place]->strip(), *view, false);
    m_shift->watch(*view->chart().viewport(), *view, true);
    updateDifferences();
    if (!m_isChosen && (current().view() == nullptr || place < m_current)) {
        makeCurrent(place);
    }
    showPanels();
    showLink();
    if (opened.size() == m_places.size()) {
        emit allOpened();
    }
}

std::vector<TraceTab*> CompareTab::tabs() const
{
    std::vector<TraceTab*> all;
    all.reserve(m_places.size());
    for (const ComparePlace* place : m_places) {
        all.push_back(&place->tab());
    }
    return all;
}

std::vector<TraceView*> CompareTab::views() const
{
    std::vector<TraceView*> all;
    for (const ComparePlace* place : m_places) {
        if (TraceView* view = place->tab().view()) {
            all.push_back(view);
        }
    }
    return all;
}

QString CompareTab::title() const
{
    QStringList names;
    for (const ComparePlace* place : m_places) {
        names << place->tab().title();
    }
    return names.join(QStringLiteral(" ↔ "));
}

QString CompareTab::name() const
{
    QStringList paths;
    for (const ComparePlace* place : m_places) {
        paths << place->tab().path();
    }
    return QStringLiteral("compare\n") + paths.join(QLatin1Char('\n'));
}

QString CompareTab::letterOf(const TraceView& view) const
{
    for (const ComparePlace* place : m_places) {
        if (place->tab().view() == &view) {
            return place->letter();
        }
    }
    return {};
}

// ---- Which one is meant ---------------------------------------------------------------------

void CompareTab::onFocus(QWidget* now)
{
    for (const ComparePlace* place : m_places) {
        if (now != nullptr && isIn(now, place)) {
            setCurrent(place->tab());
        }
    }
}

void CompareTab::setCurrent(const TraceTab& tab)
{
    const auto found = std::ranges::find(m_places, &tab, [](ComparePlace* one) {
        return static_cast<const TraceTab*>(&one->tab());
    });
    const auto number = static_cast<std::size_t>(found - m_places.begin());
    if (number < m_places.size() && number != m_current) {
        m_isChosen = true;
        makeCurrent(number);
    }
}

void CompareTab::makeCurrent(std::size_t place)
{
    m_current = place;
    m_scroll->ensureWidgetVisible(m_places[place], 0, 0);
    showCurrent();
    if (m_isChosen && place > 0) {
        m_beside = m_places[place]->letter();
        updateDifferences();
    }
    emit currentChanged();
}

void CompareTab::goToNext(bool forward)
{
    const std::size_t count = m_places.size();
    setCurrent(m_places[(m_current + (forward ? 1 : count - 1)) % count]->tab());
    if (TraceView* view = current().view()) {
        view->chart().setFocus();
    } else {
        current().setFocus();
    }
}

void CompareTab::showCurrent()
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        m_places[i]->strip().setCurrent(i == m_current);
    }
    m_side->setCurrentWidget(m_panels[m_current]);
    setFocusProxy(&current());
    showPanels();
}

void CompareTab::showPanels()
{
    const TraceView* view = current().view();
    m_side->setVisible(view != nullptr && view->hasVisiblePanel());
}

void CompareTab::keyPressEvent(QKeyEvent* event)
{
    TraceView* view = current().view();
    if (view == nullptr || !view->chart().handleKey(*event)) {
        QWidget::keyPressEvent(event);
    }
}

/// One x is one instant: labels are as wide in all places.
void CompareTab::shareLabelWidth(int width)
{
    if (m_isSharing) {
        return;
    }
    m_isSharing = true;
    for (TraceView* view : views()) {
        view->frame().setLabelWidth(width);
    }
    m_isSharing = false;
}

/// Where the same time is in the others.
void CompareTab::sharePointer(TraceView& from, std::optional<Tick> tick)
{
    for (TraceView* view : views()) {
        if (view == &from) {
            continue;
        }
        std::optional<Tick> there;
        if (tick && m_link.isCoupled()) {
            const models::ViewHistory& history = view->history();
            there = m_link.tickIn(history, *tick, from.history());
            there = m_link.isAligned(history) && history.range().contains(*there) ? there
                                                                                  : std::nullopt;
        }
        view->frame().showPointer(there);
    }
}

// ---- Coupling -------------------------------------------------------------------------------

void CompareTab::setCoupled(bool isOn)
{
    const auto opened = views();
    if (opened.empty()) {
        m_coupled->setChecked(m_link.isCoupled());
        return;
    }
    TraceView* leader = current().view() != nullptr ? current().view() : opened.front();
    m_link.setCoupled(isOn, leader->history());
}

void CompareTab::setAlignMenu(QMenu* menu)
{
    m_align->setMenu(menu);
}

QString CompareTab::offsetNote(const TraceView& view) const
{
    const auto opened = views();
    const Tick offset = m_link.offset(view.history(), opened.front()->history());
    if (!m_link.isCoupled() || m_link.isByLength() || offset == 0) {
        return {};
    }
    return (offset > 0 ? QStringLiteral("+") : QString())
           + data::exactDurationText(offset, view.trace().definitions->clock);
}

QStringList CompareTab::linkSentences() const
{
    if (!m_link.isCoupled()) {
        return {tr("each trace moves alone")};
    }
    QStringList words;
    if (m_link.isByLength()) {
        words << tr("all are shown as long as each other");
    }
    const auto opened = views();
    for (const TraceView* view : opened) {
        const Tick offset = m_link.offset(view->history(), opened.front()->history());
        if (!offsetNote(*view).isEmpty()) {
            const ClockProperties& clock = view->trace().definitions->clock;
            words << tr("%1 is shown %2 %3")
                         .arg(
                             letterOf(*view),
                             data::exactDurationText(std::abs(offset), clock),
                             offset > 0 ? tr("later") : tr("earlier"));
        }
        if (!m_link.isAligned(view->history())) {
            words << tr("%1 has nothing at this time: its nearest part is shown")
                         .arg(letterOf(*view));
        }
    }
    return words;
}

std::vector<ReportTrace> CompareTab::reportTraces() const
{
    std::vector<ReportTrace> traces;
    for (const ComparePlace* place : m_places) {
        if (TraceView* view = place->tab().view()) {
            traces.push_back(
                {.letter = place->letter(),
                 .view = view,
                 .note = offsetNote(*view),
                 .blankAtLeft = place->blankAtLeft()});
        }
    }
    return traces;
}

void CompareTab::showLink()
{
    m_coupled->setChecked(m_link.isCoupled());
    for (ComparePlace* place : m_places) {
        if (const TraceView* view = place->tab().view()) {
            const models::ViewHistory& history = view->history();
            place->strip().setNote(offsetNote(*view));
            place->setShown(
                m_link.isAligned(history) ? m_link.wanted(history) : history.range(),
                history.range());
        }
    }
    m_text->setText(linkSentences().join(QStringLiteral(" · ")));
    m_text->setToolTip(m_text->text());
    emit linkChanged();
}

// ---- Layout ---------------------------------------------------------------------------------

QVariantMap CompareTab::layoutState() const
{
    const auto opened = views();
    if (opened.size() != m_places.size()) {
        return {};
    }
    QVariantList traces;
    QVariantList zeros;
    for (TraceView* view : opened) {
        traces << view->layoutState();
        zeros << QVariant::fromValue<qlonglong>(view->history().state().alignment.zero);
    }
    QVariantMap layout = {
        {kLayouts, traces},
        {kZeros, zeros},
        {kByLength, m_link.isByLength()},
        {kCoupled, m_link.isCoupled()},
        {kAreDifferencesShown, m_areDifferencesShown},
        {kDifferences, m_differences->settings()}};
    keepProcessMap(layout);
    return layout;
}

void CompareTab::applyLayout(const QVariantMap& layout)
{
    m_differences->applySettings(layout.value(kDifferences).toMap());
    takeProcessMap(layout);
    setDifferencesShown(layout.value(kAreDifferencesShown, m_areDifferencesShown).toBool());
    const auto opened = views();
    const QVariantList traces = layout.value(kLayouts).toList();
    const QVariantList zeros = layout.value(kZeros).toList();
    const auto count = static_cast<qsizetype>(m_places.size());
    if (opened.size() != m_places.size() || traces.size() != count || zeros.size() != count) {
        return;
    }
    std::vector<models::TimeLink::Zero> wanted;
    for (qsizetype i = 0; i < count; ++i) {
        TraceView& view = *opened[static_cast<std::size_t>(i)];
        view.applyLayout(traces[i].toMap());
        wanted.push_back({.trace = &view.history(), .tick = zeros[i].toLongLong()});
    }
    m_link.beginWith(wanted, layout.value(kByLength).toBool());
    m_link.setCoupled(layout.value(kCoupled, true).toBool(), opened.front()->history());
}

}  // namespace vellum::gui::shell
