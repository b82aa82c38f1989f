#include "gui/charts/chart_kinds.h"

#include "gui/charts/counter_chart.h"
#include "gui/charts/flame/flame_chart.h"
#include "gui/charts/flow/flow_chart.h"
#include "gui/charts/io_chart.h"
#include "gui/charts/matrix/matrix_chart.h"
#include "gui/charts/message_summary_chart.h"
#include "gui/charts/pages/pages_chart.h"
#include "gui/charts/process_chart.h"
#include "gui/charts/radar_chart.h"
#include "gui/charts/source/source_chart.h"
#include "gui/charts/summary_chart.h"
#include "gui/charts/table/table_chart.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace vellum::gui::charts {

namespace {

template <typename Kind>
Chart* make(const ChartContext& context)
{
    return new Kind(context);
}

constexpr std::array kKinds = {
    ChartKind{
        .name = kMasterKind,
        .title = QT_TRANSLATE_NOOP("ChartKind", "Master timeline"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Master timeline"),
        .shortcut = "Alt+1",
        .make = nullptr,
        .mainSetting = ""},
    ChartKind{
        .name = "process",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Process timeline"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Process timeline"),
        .shortcut = "Alt+2",
        .make = make<ProcessChart>,
        .mainSetting = "location"},
    ChartKind{
        .name = "summary",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Summary timeline"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Summary timeline"),
        .shortcut = "Alt+3",
        .make = make<SummaryChart>,
        .mainSetting = "by"},
    ChartKind{
        .name = "counter",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Counter timeline"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Counter timeline"),
        .shortcut = "Alt+4",
        .make = make<CounterChart>,
        .mainSetting = "metric"},
    ChartKind{
        .name = "radar",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Performance radar"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "Performance &radar"),
        .shortcut = "Alt+5",
        .make = make<RadarChart>,
        .mainSetting = "what"},
    ChartKind{
        .name = "io",
        .title = QT_TRANSLATE_NOOP("ChartKind", "I/O timeline"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&I/O timeline"),
        .shortcut = "Alt+6",
        .make = make<IoChart>,
        .mainSetting = "by"},
    ChartKind{
        .name = "messages",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Message summary"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "Message s&ummary"),
        .shortcut = "Alt+7",
        .make = make<MessageSummaryChart>,
        .mainSetting = "by"},
    ChartKind{
        .name = "matrix",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Communication matrix"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "Communication m&atrix"),
        .shortcut = "Alt+M",
        .make = make<MatrixChart>,
        .mainSetting = "metric"},
    ChartKind{
        .name = "table",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Table"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Table"),
        .shortcut = "Alt+8",
        .make = make<TableChart>,
        .mainSetting = "question"},
    ChartKind{
        .name = "flame",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Flame graph"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Flame graph"),
        .shortcut = "Alt+A",
        .make = make<FlameChart>,
        .mainSetting = "roots",
        .isInToolBar = false},
    ChartKind{
        .name = "flow",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Value flow"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "&Value flow"),
        .shortcut = "Alt+9",
        .make = make<FlowChart>,
        .mainSetting = "slice",
        .needsValues = true,
        .isInToolBar = false},
    ChartKind{
        .name = "source",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Source"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "S&ource"),
        .shortcut = "Alt+0",
        .make = make<SourceChart>,
        .mainSetting = "file",
        .needsValues = true,
        .isInToolBar = false},
    ChartKind{
        .name = "pages",
        .title = QT_TRANSLATE_NOOP("ChartKind", "Pages"),
        .menuText = QT_TRANSLATE_NOOP("ChartKind", "Pa&ges"),
        .shortcut = "Alt+W",
        .make = make<PagesChart>,
        .mainSetting = "ranges",
        .needsValues = true,
        .isInToolBar = false},
};

}  // namespace

QString ChartKind::titleText() const
{
    return QCoreApplication::translate("ChartKind", title);
}

QString ChartKind::menu() const
{
    return QCoreApplication::translate("ChartKind", menuText);
}

std::span<const ChartKind> chartKinds()
{
    return kKinds;
}

const ChartKind* findChartKind(const QString& name)
{
    const auto found = std::ranges::find_if(
        kKinds, [&name](const ChartKind& kind) { return name == QLatin1String(kind.name); });
    return found == kKinds.end() ? nullptr : &*found;
}

}  // namespace vellum::gui::charts
