// The last part of ChartFrame: which charts are open and how they stand, as kept in files and as undone.

#include "gui/charts/chart_frame.h"

#include <algorithm>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kCharts("charts");
constexpr QLatin1String kKind("kind");
constexpr QLatin1String kName("name");
constexpr QLatin1String kSettings("settings");
constexpr QLatin1String kDocks("docks");
constexpr QLatin1String kLabelWidth("labelWidth");
constexpr QLatin1String kSpreads("spreads");
constexpr QLatin1String kChart("chart");
constexpr QLatin1String kChoices("choices");

QString nameOf(const QVariant& chart)
{
    return chart.toMap().value(kName).toString();
}

}  // namespace

QVariantMap ChartFrame::layoutState() const
{
    QVariantList charts;
    for (const ChartDock* dock : m_docks) {
        if (dock->isOpen()) {
            charts.append(QVariantMap{
                {kKind, QString::fromLatin1(dock->kind().name)},
                {kName, dock->objectName()},
                {kSettings, dock->chart().settings()}});
        }
    }
    return {
        {kCharts, charts},
        {kDocks, m_spreads ? QByteArray() : m_host->saveState()},
        {kLabelWidth, m_master->labelWidth()}};
}

void ChartFrame::closeAllButMaster()
{
    while (m_docks.size() > 1) {
        close(m_docks.back());
    }
}

void ChartFrame::applyLayout(const QVariantMap& layout)
{
    const QVariantList charts = layout.value(kCharts).toList();
    if (charts.isEmpty()) {
        return;
    }
    closeAllButMaster();
    bool showsMaster = false;
    for (const QVariant& entry : charts) {
        const QVariantMap one = entry.toMap();
        const QString kind = one.value(kKind).toString();
        showsMaster = showsMaster || kind == QLatin1String(kMasterKind);
        const bool isMaster = kind == QLatin1String(kMasterKind);
        if (isMaster) {
            m_master->applySettings(one.value(kSettings).toMap());
        }
        const Chart* chart = isMaster ? nullptr : open(kind, one.value(kSettings).toMap());
        const QString name = one.value(kName).toString();
        if (chart != nullptr && !name.isEmpty()) {
            m_docks.back()->setObjectName(name);
        }
    }
    m_docks.front()->setOpen(showsMaster);
    const int width = layout.value(kLabelWidth).toInt();
    if (width > 0) {
        m_master->setLabelWidth(width);
        setLabelWidth(m_master);
    }
    const QByteArray state = layout.value(kDocks).toByteArray();
    m_spreads = state.isEmpty() || !m_host->restoreState(state);
    updateMargins();
    emit chartsChanged();
    emit exactnessChanged();
}

// ---- Undo -----------------------------------------------------------------------------------

/// Other than a layout it knows the places of all docks and all that was chosen, but the settings of the master
/// timeline only where these change with it.
QVariantMap ChartFrame::arrangement(bool withSettings) const
{
    QVariantMap all = layoutState();
    QVariantList charts;
    for (const ChartDock* dock : docks()) {
        charts.append(QVariantMap{
            {kKind, QString::fromLatin1(dock->kind().name)},
            {kName, dock->objectName()},
            {kSettings, dock->chart().choices()}});
    }
    all.insert(kCharts, charts);
    all.insert(kDocks, m_host->saveState());
    all.insert(kSpreads, m_spreads);
    if (withSettings) {
        all.insert(kSettings, m_master->settings());
    }
    return all;
}

void ChartFrame::recordChange(
    const QString& action, bool withSettings, const std::function<void()>& change)
{
    const std::vector<ChartDock*> opened = docks();
    const QVariantMap was = arrangement(withSettings);
    change();
    if (withSettings || docks() != opened) {
        m_context.view.addChartsChange({.before = was, .after = arrangement(withSettings)}, action);
    }
}

void ChartFrame::changeLayout(const QVariantMap& layout)
{
    recordChange(tr("layout"), true, [&] { applyLayout(layout); });
}

void ChartFrame::addChoice(
    const Chart& chart, const QString& action, const QVariantMap& before, const QVariantMap& after)
{
    const auto dock = std::ranges::find_if(
        m_docks, [&chart](const ChartDock* one) { return &one->chart() == &chart; });
    if (dock == m_docks.end()) {
        return;
    }
    const auto inIt = [name = (*dock)->objectName()](const QVariantMap& choices) {
        return QVariantMap{{kChart, name}, {kChoices, choices}};
    };
    m_context.view.addChartsChange(
        {.before = inIt(before), .after = inIt(after)}, action, chart.title());
}

void ChartFrame::recordLabelWidth(int before)
{
    m_context.view.addChartsChange(
        {.before = {{kLabelWidth, before}}, .after = {{kLabelWidth, m_master->labelWidth()}}},
        tr("width of labels"));
}

void ChartFrame::beginHeights()
{
    m_heightsBefore = heights();
    m_arrangementBefore = arrangement(false);
}

void ChartFrame::endHeights()
{
    if (!m_arrangementBefore.isEmpty() && heights() != m_heightsBefore) {
        m_context.view.addChartsChange(
            {.before = m_arrangementBefore, .after = arrangement(false)}, tr("heights of charts"));
    }
    m_arrangementBefore.clear();
}

QList<int> ChartFrame::heights() const
{
    QList<int> all;
    for (const ChartDock* dock : docks()) {
        all.append(dock->height());
    }
    return all;
}

/// Of what was chosen in a chart only that: it stays where it is, and shows what it shows besides.
void ChartFrame::restore(const QVariantMap& charts)
{
    if (charts.contains(kCharts)) {
        restoreArrangement(charts);
        return;
    }
    if (charts.contains(kLabelWidth)) {
        m_master->setLabelWidth(charts.value(kLabelWidth).toInt());
        setLabelWidth(m_master);
        return;
    }
    const QString name = charts.value(kChart).toString();
    for (ChartDock* dock : m_docks) {
        if (dock->objectName() == name) {
            dock->chart().applySettings(charts.value(kChoices).toMap());
        }
    }
}

/// Those that are open stay what they are, unless another layout has changed that; the others come and go.
void ChartFrame::restoreArrangement(const QVariantMap& arrangement)
{
    const QVariantList charts = arrangement.value(kCharts).toList();
    for (ChartDock* dock : std::vector<ChartDock*>(m_docks)) {
        const bool stays = std::ranges::any_of(
            charts, [dock](const QVariant& chart) { return nameOf(chart) == dock->objectName(); });
        if (!stays && dock->kind().make != nullptr) {
            close(dock);
        }
    }
    reopen(charts, arrangement.contains(kSettings));
    if (arrangement.contains(kSettings)) {
        m_master->applySettings(arrangement.value(kSettings).toMap());
    }
    m_spreads = arrangement.value(kSpreads).toBool();
    m_host->restoreState(arrangement.value(kDocks).toByteArray());
    const bool showsMaster = std::ranges::any_of(charts, [](const QVariant& chart) {
        return chart.toMap().value(kKind).toString() == QLatin1String(kMasterKind);
    });
    m_docks.front()->setOpen(showsMaster);
    updateMargins();
    emit chartsChanged();
    emit exactnessChanged();
}

/// In the order in which they were opened once.
void ChartFrame::reopen(const QVariantList& charts, bool withSettings)
{
    std::vector<ChartDock*> ordered = {m_docks.front()};
    for (const QVariant& chart : charts) {
        const QVariantMap one = chart.toMap();
        const auto isIt = [&](const ChartDock* dock) {
            return dock->objectName() == nameOf(chart);
        };
        const auto known = std::ranges::find_if(m_docks, isIt);
        if (known == m_docks.end()) {
            if (open(one.value(kKind).toString(), one.value(kSettings).toMap()) == nullptr) {
                continue;
            }
            m_docks.back()->setObjectName(nameOf(chart));
            ordered.push_back(m_docks.back());
        } else if (*known != m_docks.front()) {
            ordered.push_back(*known);
            const QVariantMap settings = one.value(kSettings).toMap();
            if (withSettings && settings != (*known)->chart().choices()) {
                (*known)->chart().applySettings(settings);
            }
        }
    }
    m_docks = std::move(ordered);
}

}  // namespace vellum::gui::charts
