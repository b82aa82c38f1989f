#include "gui/shell/trace_view.h"

#include "common/query/limits.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/models/filter_state.h"
#include "gui/models/row_state.h"
#include "gui/shell/layouts.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <variant>

namespace vellum::gui::shell {

using models::Exactness;

namespace {

constexpr QLatin1String kSummary("functionSummary");

/// Why not all of the trace was read; empty if it was.
QString missingOf(const query::TraceInfo& info)
{
    const std::uint64_t errors = data::importErrors(info).count;
    const QString counted = data::counted(errors, TraceView::tr("error"), TraceView::tr("errors"));
    if (info.complete) {
        return errors > 0 ? counted : QString();
    }
    return errors > 0 ? TraceView::tr("cancelled, %1").arg(counted) : TraceView::tr("cancelled");
}

}  // namespace

TraceView::TraceView(
    data::DataSource& source, std::shared_ptr<const data::Trace> trace, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_trace(std::move(trace))
    , m_history(m_trace->info.range)
    , m_timeline(source, m_trace, m_history)
    , m_search(source, *m_trace)
    , m_goToSlot(source, m_trace->id)
    , m_overview(std::make_unique<charts::OverviewStrip>(source, m_trace, m_history))
    , m_chart(new charts::TimelineChart(source, m_timeline, m_history, m_selection))
    , m_frame(new charts::ChartFrame(
          {.source = source, .trace = m_trace, .view = m_history, .selection = m_selection},
          m_chart))
    , m_summary(new charts::SummaryPanel(source, m_trace, m_history, m_selection))
    , m_details(new charts::DetailsPanel(source, m_trace, m_selection))
    , m_legend(new charts::LegendPanel(*m_trace->definitions, m_selection))
{
    const auto& [bulk, whole] = std::pair(m_trace->info.bulk, m_trace->info.range);
    if (bulk.begin >= whole.begin && bulk.begin < bulk.end && bulk.end <= whole.end) {
        m_history.beginAt(bulk, m_history.state().alignment);
    }
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_details);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_detailsArea = scroll;
    auto* lower = new QWidget;
    auto* lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    lowerLayout->setSpacing(0);
    lowerLayout->addWidget(scroll, 1);
    lowerLayout->addWidget(m_legend);
    auto* side = new QSplitter(Qt::Vertical);
    side->addWidget(m_summary);
    side->addWidget(lower);
    side->setHandleWidth(1);
    side->setSizes(
        {360, 540});  // the summary scrolls to what is short; details are to be read at once
    side->setChildrenCollapsible(false);
    m_side = side;

    auto* all = new QSplitter(Qt::Horizontal);
    all->addWidget(m_frame);
    all->addWidget(side);
    all->setHandleWidth(1);
    all->setStretchFactor(0, 1);
    all->setStretchFactor(1, 0);
    all->setSizes({1244, 356});
    all->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(all);
    setFocusProxy(m_chart);
    for (QComboBox* list : m_summary->findChildren<QComboBox*>()) {
        list->installEventFilter(this);
    }

    connect(m_frame, &charts::ChartFrame::pathHovered, this, &TraceView::pathHovered);
    connect(m_frame, &charts::ChartFrame::findWanted, this, &TraceView::findWanted);
    connect(m_frame, &charts::ChartFrame::exactnessChanged, this, &TraceView::exactnessChanged);
    connect(m_frame, &charts::ChartFrame::reportWanted, this, &TraceView::reportWanted);
    connect(m_summary, &charts::SummaryPanel::changed, this, &TraceView::exactnessChanged);
    connect(
        m_summary,
        &charts::SummaryPanel::chosen,
        this,
        [this](const QString& action, const QVariantMap& before, const QVariantMap& after) {
            m_history.addChartsChange(
                {.before = {{kSummary, before}}, .after = {{kSummary, after}}},
                action,
                tr("Function summary"));
        });
    connect(
        &m_history, &models::ViewHistory::chartsWanted, this, [this](const QVariantMap& wanted) {
            if (wanted.contains(kSummary)) {
                m_summary->applyChoices(wanted.value(kSummary).toMap());
            }
        });
    connect(m_details, &charts::DetailsPanel::changed, this, &TraceView::exactnessChanged);
    connect(m_details, &charts::DetailsPanel::locationWanted, this, &TraceView::goTo);
    connect(&m_search, &models::SearchModel::hitSelected, this, &TraceView::showHit);
    m_search.setView(&m_history);
    m_chart->setSearch(&m_search);
    m_overview->setSearch(&m_search);
    m_moves = new Moves(source, m_trace, m_history, m_selection, *m_chart, this);
    m_details->setFlows(&m_moves->flows());
    connect(m_moves, &Moves::wanted, this, &TraceView::goTo);
    m_goToSlot.setHandler([this](const auto& answer, const Error&) {
        const bool found = answer && (selectTopOf(*answer) || selectMessageOf(*answer));
        m_lookUp = found ? LookUp::Found : LookUp::Missing;
        emit lookUpEnded();
    });
    m_frame->setMissing(missingOf(m_trace->info));
    m_summary->header()->setMissing(missingOf(m_trace->info));
    connect(
        m_summary->header(), &charts::ChartHeader::reportWanted, this, &TraceView::reportWanted);
}

TraceView::~TraceView()
{
    delete m_side.data();  // it may lie elsewhere, and shows what is ours
}

void TraceView::keyPressEvent(QKeyEvent* event)
{
    if (!m_chart->handleKey(*event)) {
        QWidget::keyPressEvent(event);
    }
}

/// A closed list would take letters, to seek an entry that begins with them: there are two.
bool TraceView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isLetter = !key->text().trimmed().isEmpty() && key->key() < Qt::Key_Escape;
        if ((isLetter || key->key() == Qt::Key_Home) && m_chart->handleKey(*key)) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QWidget* TraceView::panelOf(Panel panel) const
{
    switch (panel) {
    case Panel::Summary:
        return m_summary;
    case Panel::Details:
        return m_detailsArea;
    case Panel::Legend:
        return m_legend;
    }
    return nullptr;
}

void TraceView::setPanelVisible(Panel panel, bool visible)
{
    panelOf(panel)->setVisible(visible);
    // An empty column would still take its width.
    const bool lower = !m_detailsArea->isHidden() || !m_legend->isHidden();
    m_legend->parentWidget()->setVisible(lower);
    m_side->setVisible(lower || !m_summary->isHidden());
    emit panelsChanged();
}

bool TraceView::hasVisiblePanel() const
{
    return !m_side->isHidden();
}

void TraceView::movePanels(QLayout& into)
{
    const bool isHidden = m_side->isHidden();
    into.addWidget(m_side);
    m_side->setHidden(isHidden);
}

bool TraceView::isPanelVisible(Panel panel) const
{
    return !panelOf(panel)->isHidden();
}

Exactness TraceView::exactness() const
{
    Exactness worst = Exactness::Exact;
    for (const Exactness one :
         {m_frame->exactness(),
          m_summary->exactness(),
          m_details->exactness(),
          m_overview->exactness()}) {
        worst = std::max(worst, one);
    }
    return worst;
}

QString TraceView::errorText() const
{
    return m_frame->errorText();
}

QString TraceView::windowText() const
{
    const ClockProperties& clock = m_trace->definitions->clock;
    return tr("Window %1 of %2")
        .arg(
            data::durationText(m_history.range().length(), clock),
            data::durationText(m_history.whole().length(), clock));
}

void TraceView::showTick(Tick tick)
{
    const TickRange range = m_history.range();
    if (!range.contains(tick)) {
        const Tick begin = tick - range.length() / 2;
        m_history.showRange({.begin = begin, .end = begin + range.length()}, tr("go to"));
    }
}

void TraceView::showInMiddle(Tick tick)
{
    const TickRange range = m_history.range();
    const Tick begin = tick - range.length() / 2;
    m_history.showRange({.begin = begin, .end = begin + range.length()}, tr("go to"));
    m_selection.setInstant(tick);
}

void TraceView::goTo(LocationRef location, Tick tick)
{
    showTick(tick);
    m_chart->reveal(location);
    m_lookUp = LookUp::UnderWay;
    m_goToSlot.reset();
    m_goToSlot.ask(query::DetailRequest{.location = location, .tick = tick});
}

void TraceView::goToMessage(LocationRef sender, Tick from)
{
    m_sender = sender;
    m_sentFrom = from;
    m_lookUp = LookUp::UnderWay;
    m_goToSlot.reset();
    const TickRange range = m_history.range();
    m_goToSlot.ask(query::MessagesRequest{
        .scope =
            {.window = {.begin = std::max(range.begin, from), .end = range.end},
             .locations = {sender},
             .filter = m_history.filters().records(models::Filter::Kind::Messages)},
        .limit = query::kMaxItems});
}

bool TraceView::selectTopOf(const query::Answer& answer)
{
    const auto* detail = std::get_if<query::VisitDetail>(&answer);
    if (detail == nullptr || detail->stack.empty()) {
        return false;
    }
    const query::DetailLevel& top = detail->stack.back();
    m_selection.selectVisit(
        {.location = detail->location,
         .region = top.region,
         .visit = top.visit,
         .depth = static_cast<std::uint32_t>(detail->stack.size())});
    return true;
}

bool TraceView::selectMessageOf(const query::Answer& answer)
{
    const auto* messages = std::get_if<query::Messages>(&answer);
    if (messages == nullptr) {
        return false;
    }
    const auto found = std::ranges::find_if(messages->messages, [this](const auto& message) {
        return message.sender == m_sender && message.send >= m_sentFrom;
    });
    if (found == messages->messages.end()) {
        return false;
    }
    m_selection.selectMessage(*found);
    return true;
}

void TraceView::showHit()
{
    const query::SearchHit* hit = m_search.currentHit();
    if (hit == nullptr) {
        return;
    }
    m_selection.selectVisit(
        {.location = hit->location,
         .region = hit->region,
         .visit = hit->visit,
         .depth = hit->depth});
    const TickRange range = m_history.range();
    const bool isSeen = hit->visit.begin >= range.begin && hit->visit.begin < range.end;
    if (!isSeen) {
        const Tick middle = hit->visit.begin + hit->visit.length() / 2;
        const Tick begin = middle - range.length() / 2;
        m_history.showRange({.begin = begin, .end = begin + range.length()}, tr("show hit"));
    }
    m_chart->reveal(hit->location);
}

QVariantMap TraceView::layoutState() const
{
    QVariantMap layout = m_frame->layoutState();
    const QVariantMap filters = models::filterState(m_history.filters(), m_trace->info);
    if (!filters.isEmpty()) {
        layout.insert(layouts::kFilters, filters);
    }
    const QVariantMap rows = models::rowState(m_history.state(), m_trace->info);
    if (!rows.isEmpty()) {
        layout.insert(layouts::kRows, rows);
    }
    return layout;
}

void TraceView::applyLayout(const QVariantMap& layout)
{
    if (auto filters = filtersIn(layout)) {
        m_history.beginWith(std::move(filters));
    }
    if (const auto rows = rowsIn(layout)) {
        m_history.beginWithRows(*rows);
    }
    m_frame->applyLayout(layout);
}

void TraceView::changeLayout(const QVariantMap& layout)
{
    if (auto filters = filtersIn(layout)) {
        m_history.setFilters(std::move(filters), tr("filters of the layout"));
    }
    if (auto rows = rowsIn(layout)) {
        m_history.show(std::move(*rows), tr("rows of the layout"));
    }
    m_frame->changeLayout(layout);
}

std::shared_ptr<const models::FilterSet> TraceView::filtersIn(const QVariantMap& layout) const
{
    return models::filtersOf(
        layout.value(layouts::kFilters).toMap(), *m_trace->definitions, m_trace->info);
}

std::optional<models::ViewState> TraceView::rowsIn(const QVariantMap& layout) const
{
    return models::withRows(m_history.state(), layout.value(layouts::kRows).toMap(), m_trace->info);
}

void TraceView::refresh()
{
    m_frame->refresh();
    m_summary->refresh();
    m_overview->refresh();
}

}  // namespace vellum::gui::shell
