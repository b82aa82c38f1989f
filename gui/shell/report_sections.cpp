#include "gui/shell/report_sections.h"

#include "common/compare/measurement.h"
#include "common/time/clock_properties.h"
#include "gui/charts/flame/flame_canvas.h"
#include "gui/charts/picture_export.h"
#include "gui/charts/steps/step_canvas.h"
#include "gui/charts/table/answer_model.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/report/report_page.h"
#include "gui/shell/differences_look.h"
#include "gui/shell/trace_information.h"
#include "gui/shell/trace_tab.h"
#include "gui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace vellum::gui::shell {

namespace {

using report::Cell;
using report::Column;
using report::Picture;
using report::Section;
using report::Table;

constexpr QSize kSummarySize(580, 420);
constexpr int kFlameWidthPx = 1200;
constexpr int kMostFlamePx = 1600;  // two pages of paper
constexpr int kStepNamesPx = 220;
constexpr int kStepMarginPx = 12;

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::shell", text);
}

/// Of several traces "A · job.otf2", of one "job.otf2".
QString nameOf(const ReportTrace& trace)
{
    const QString name = TraceTab::titleOf(trace.view->trace().path);
    return trace.letter.isEmpty() ? name : trace.letter + QStringLiteral(" · ") + name;
}

/// A column for what the lines are of, and one for each trace.
std::vector<Column> columnsOf(const std::vector<ReportTrace>& traces)
{
    std::vector<Column> columns = {{.title = {}, .isNumber = false}};
    for (const ReportTrace& trace : traces) {
        columns.push_back({.title = nameOf(trace), .isNumber = false});
    }
    return columns;
}

using RowsOf = std::function<QList<QStringList>(const ReportTrace&)>;

/// Lines of the same word are one row. Not every trace has every line.
std::vector<std::vector<Cell>> beside(const std::vector<ReportTrace>& traces, const RowsOf& rowsOf)
{
    std::vector<std::vector<Cell>> rows;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        for (const QStringList& line : rowsOf(traces[i])) {
            auto row = std::ranges::find(
                rows, line.front(), [](const auto& one) { return one.front().text; });
            if (row == rows.end()) {
                rows.emplace_back(traces.size() + 1);
                row = rows.end() - 1;
                row->front().text = line.front();
            }
            (*row)[i + 1].text = line.back();
        }
    }
    return rows;
}

/// Takes away the lines that say \p word of all traces, and returns what they are of.
QStringList takeAll(std::vector<std::vector<Cell>>& rows, const QString& word)
{
    QStringList taken;
    std::erase_if(rows, [&](const std::vector<Cell>& row) {
        const bool isOfAll = std::all_of(
            row.begin() + 1, row.end(), [&word](const Cell& cell) { return cell.text == word; });
        if (isOfAll) {
            taken << row.front().text;
        }
        return isOfAll;
    });
    return taken;
}

QString damageOf(const data::Trace& trace)
{
    const data::ImportErrors errors = data::importErrors(trace.info);
    QStringList parts;
    if (errors.count > 0) {
        parts << data::counted(errors.count, tr("error"), tr("errors")) + QStringLiteral(", ")
                     + tr("such as: ") + errors.example;
    }
    if (errors.warnings > 0) {
        parts << data::counted(errors.warnings, tr("warning"), tr("warnings"));
    }
    if (!trace.info.complete) {
        parts << tr("only its beginning was read");
    }
    return parts.isEmpty() ? tr("none") : parts.join(QStringLiteral("; "));
}

report::Tone toneOf(const DifferencesLook& look, const QString& key, const void* row)
{
    const QVariant color = look.color(key.toStdString(), row);
    return color == QVariant(theme::currentTheme().slower)   ? report::Tone::Slower
           : color == QVariant(theme::currentTheme().faster) ? report::Tone::Faster
                                                             : report::Tone::Plain;
}

const char* titleOf(compare::ComparisonBy by)
{
    return by == compare::ComparisonBy::Function ? QT_TR_NOOP("Functions")
           : by == compare::ComparisonBy::Group  ? QT_TR_NOOP("Function groups")
                                                 : QT_TR_NOOP("Call paths");
}

/// "time in all 1.00 s in A, 800 ms in B · 200 of 1,234 rows, …".
QString noteOf(const compare::Comparison& comparison, int shown, const QString& a, const QString& b)
{
    const auto timeOf = [](std::int64_t ns) { return data::text(formatDuration(ns, {})); };
    QString note =
        tr("exclusive time in the window on all locations that are shown, %1 in %2, %3 in %4 · ")
            .arg(timeOf(comparison.totalA), a, timeOf(comparison.totalB), b);
    if (comparison.guessed > 0) {
        note +=
            tr("%1 guessed: other names in %2, taken for the same (≈) by likeness and place in the call tree · ")
                .arg(data::grouped(comparison.guessed), b);
    }
    const auto word = compare::kComparisonByWords[static_cast<std::size_t>(comparison.by)];
    note += static_cast<std::uint64_t>(shown) == comparison.count
                ? data::counted(comparison.count, tr("row"), tr("rows"))
                : tr("the %1 of %2 rows that differ most; vellum-query compare --by %3 has all")
                      .arg(
                          data::grouped(static_cast<std::uint64_t>(shown)),
                          data::grouped(comparison.count),
                          data::text(word));
    return note;
}

}  // namespace

Picture drawnTwice(const QString& title, const QString& sentence, const Draw& draw)
{
    charts::DrawnPicture light = draw(theme::lightTheme(), charts::kMostSvgBytes);
    charts::DrawnPicture dark = draw(theme::darkTheme(), light.isSvg ? charts::kMostSvgBytes : 0);
    if (light.isSvg && !dark.isSvg) {
        light = draw(theme::lightTheme(), 0);
    }
    const auto bytesOf = [](const charts::DrawnPicture& one) {
        return one.isSvg ? report::withoutForbidden(one.bytes) : one.bytes;
    };
    return {
        .title = title,
        .sentence = sentence,
        .size = light.size,
        .light = bytesOf(light),
        .dark = bytesOf(dark),
        .isSvg = light.isSvg};
}

Section tracesSection(const std::vector<ReportTrace>& traces)
{
    Section section{.title = traces.size() == 1 ? tr("The trace") : tr("The traces")};
    const auto identity = [](const ReportTrace& trace) {
        QList<QStringList> rows = summaryRows(trace.view->trace());
        const compare::RunFacts facts = compare::factsOf(
            trace.view->trace().info, *trace.view->trace().definitions, query::Scope());
        rows << QStringList{tr("Ranks"), data::grouped(facts.ranks)};
        return rows;
    };
    Table table{
        .title = tr("Identity"),
        .note = {},
        .columns = columnsOf(traces),
        .rows = beside(traces, identity)};
    takeAll(table.rows, tr("none"));
    const auto damage = beside(traces, [](const ReportTrace& trace) {
        return QList<QStringList>{{tr("Damage"), damageOf(trace.view->trace())}};
    });
    table.rows.insert(table.rows.end(), damage.begin(), damage.end());
    section.tables.push_back(std::move(table));
    Table recorded{
        .title = tr("What was recorded"),
        .note = tr("records"),
        .columns = columnsOf(traces),
        .rows = beside(
            traces, [](const ReportTrace& trace) { return recordedRows(trace.view->trace()); })};
    const QStringList missing = takeAll(recorded.rows, tr("not recorded"));
    if (!missing.isEmpty()) {
        recorded.note += tr("; not recorded: ") + missing.join(QStringLiteral(", "));
    }
    section.tables.push_back(std::move(recorded));
    return section;
}

Section windowsSection(const std::vector<ReportTrace>& traces, const QStringList& alignment)
{
    Section section{
        .title = traces.size() == 1 ? tr("Window") : tr("Windows and alignment"),
        .sentences = alignment};
    const auto rowsOf = [&traces](const ReportTrace& trace) {
        const models::ViewHistory& view = trace.view->history();
        const Definitions& definitions = *trace.view->trace().definitions;
        const QString filters = view.filters().sentence(definitions);
        QList<QStringList> rows = {
            {tr("From"), data::instantText(view.range().begin, definitions.clock)},
            {tr("To"), data::instantText(view.range().end, definitions.clock)},
            {tr("Length"), data::exactDurationText(view.range().length(), definitions.clock)},
            {tr("Filters"), filters.isEmpty() ? tr("none") : filters}};
        if (traces.size() > 1) {
            rows << QStringList{
                tr("Shown later than the first by"),
                trace.note.isEmpty() ? QStringLiteral("0 s") : trace.note};
        }
        return rows;
    };
    section.tables.push_back(
        {.title = tr("What is shown"),
         .note = tr("seconds since each trace begins"),
         .columns = columnsOf(traces),
         .rows = beside(traces, rowsOf)});
    return section;
}

Section chartsSection(const std::vector<ReportTrace>& traces)
{
    Section section{.title = tr("Charts")};
    for (const ReportTrace& trace : traces) {
        charts::ChartFrame& frame = trace.view->frame();
        for (charts::ChartDock* dock : frame.docks()) {
            if (!dock->isOpen()) {
                continue;
            }
            const auto draw = [&](const theme::Theme& theme, qsizetype most) {
                return charts::drawChart(
                    frame.rulerAbove(*dock), *dock, theme, trace.blankAtLeft, most);
            };
            section.pictures.push_back(drawnTwice(
                nameOf(trace) + QStringLiteral(" · ") + dock->chart().title(),
                dock->chart().sentence(),
                draw));
        }
    }
    return section;
}

Section summarySection(const std::vector<ReportTrace>& traces)
{
    Section section{.title = tr("Function summary")};
    for (const ReportTrace& trace : traces) {
        charts::SummaryBars bars;
        bars.setFrameShape(QFrame::NoFrame);
        bars.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        bars.setItems(trace.view->summary().bars().items());
        bars.resize(kSummarySize);
        section.pictures.push_back(drawnTwice(
            nameOf(trace),
            trace.view->summary().header()->sentence(),
            [&bars](const theme::Theme& theme, qsizetype most) {
                return charts::drawArea(bars, theme, most);
            }));
    }
    return section;
}

Table differencesTable(
    const std::shared_ptr<const query::Answer>& answer, const QString& a, const QString& b)
{
    const auto* comparison = std::get<query::Table>(*answer).answer.as<compare::Comparison>();
    const bool isMatched =
        std::ranges::any_of(comparison->rows, [](const auto& row) { return !row.nameInB.empty(); });
    const auto look =
        std::make_shared<const DifferencesLook>(a.toStdString(), b.toStdString(), isMatched);
    charts::AnswerModel model(noTrace());
    model.setLook(look);
    model.show(answer);
    const int shown = std::min(model.rowCount(), kMostReportRows);
    Table table{
        .title = tr(titleOf(comparison->by)),
        .note = noteOf(*comparison, shown, a, b),
        .columns = {},
        .rows = {}};
    std::vector<int> places;
    for (const QString& key : DifferencesLook::firstColumns()) {
        const int place = model.columnOf(key);
        if (!model.isShownAtFirst(place)) {
            continue;
        }
        places.push_back(place);
        table.columns.push_back(
            {.title = model.headerData(place, Qt::Horizontal, Qt::DisplayRole).toString(),
             .isNumber = !model.text()->columns()[static_cast<std::size_t>(place)].isText});
    }
    for (int row = 0; row < shown; ++row) {
        std::vector<Cell> cells;
        for (const int place : places) {
            const auto column = static_cast<std::size_t>(place);
            const auto value = model.text()->valueAt(static_cast<std::size_t>(row), column);
            const bool isWord = model.text()->columns()[column].isText;
            cells.push_back(
                {.text = model.data(model.index(row, place), Qt::DisplayRole).toString(),
                 .value = isWord ? QString() : data::text(table::plainText(value)),
                 .tone = toneOf(*look, model.keyOf(place), model.rowAt(row))});
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

namespace {

/// A time with all its digits for programs; with a sign where it is a difference.
Cell timeCell(std::int64_t ns, bool isDifference)
{
    const QString sign = isDifference && ns > 0 ? QStringLiteral("+") : QString();
    return {
        .text = sign + data::text(formatDuration(ns, {})),
        .value = QString::number(ns),
        .tone = !isDifference || ns == 0 ? report::Tone::Plain
                : ns > 0                 ? report::Tone::Slower
                                         : report::Tone::Faster};
}

std::vector<Cell> cellsOf(const compare::StepDifference& step, const QString& a, const QString& b)
{
    const Cell none{.text = QStringLiteral("–"), .value = {}};
    const bool isInA = step.in != compare::Presence::OnlyB;
    const bool isInB = step.in != compare::Presence::OnlyA;
    const double ratio = compare::stepRatio(step);
    Cell change = none;
    if (!std::isnan(ratio)) {
        change = {.text = QString::number(ratio, 'g', 4), .value = QString::number(ratio, 'g', 17)};
    }
    const QString location = data::text(step.location);
    return {
        {.text = step.locationB.empty()
                     ? location
                     : location + QStringLiteral(" ↔ ") + data::text(step.locationB),
         .value = {}},
        {.text = data::text(step.name), .value = {}},
        {.text = data::grouped(step.number), .value = QString::number(step.number)},
        isInA ? timeCell(step.durationA, false) : none,
        isInB ? timeCell(step.durationB, false) : none,
        isInA && isInB ? timeCell(step.difference, true)
                       : Cell{.text = tr("only in %1").arg(isInA ? a : b), .value = {}},
        change};
}

Table stepsTable(const compare::StepComparison& comparison, const QString& a, const QString& b)
{
    const std::size_t shown =
        std::min(comparison.rows.size(), static_cast<std::size_t>(kMostReportRows));
    Table table{
        .title = tr("Steps"),
        .note = shown == comparison.rows.size()
                    ? data::counted(shown, tr("step"), tr("steps"))
                    : tr("the first %1 of %2 steps; vellum-query compare --steps has all")
                          .arg(data::grouped(shown), data::grouped(comparison.rows.size())),
        .columns =
            {{.title = tr("Location")},
             {.title = tr("Step")},
             {.title = tr("Number"), .isNumber = true},
             {.title = a, .isNumber = true},
             {.title = b, .isNumber = true},
             {.title = b + QStringLiteral(" − ") + a, .isNumber = true},
             {.title = b + QStringLiteral(" / ") + a, .isNumber = true}},
        .rows = {}};
    for (std::size_t i = 0; i < shown; ++i) {
        table.rows.push_back(cellsOf(comparison.rows[i], a, b));
    }
    return table;
}

}  // namespace

Section stepsSection(
    const std::shared_ptr<const compare::StepComparison>& comparison,
    const QString& step,
    TickRange range,
    const QString& a,
    const QString& b)
{
    Section section{
        .title = tr("Step by step"),
        .sentences = {
            tr("How long each %1 takes: the steps of one name on one location side by side, number by number, of the whole traces.")
                .arg(step)}};
    charts::StepCanvas canvas;
    canvas.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    canvas.setLetters(a, b);
    canvas.setComparison(comparison);
    canvas.setRange(range);
    canvas.setTimePlace(kStepNamesPx, kFlameWidthPx - kStepNamesPx - kStepMarginPx);
    const int height = std::min(canvas.wholeHeight(), kMostFlamePx);
    canvas.resize(kFlameWidthPx, height);
    QString sentence =
        tr("On the time of %1 that is shown: a bar is orange and rises where the step takes longer in %2, blue and falls where it takes less, up to twice or half. An empty frame: only %1 has it.")
            .arg(a, b);
    if (height < canvas.wholeHeight()) {
        sentence += QLatin1Char(' ') + tr("More locations than there is room for are left out.");
    }
    section.pictures.push_back(drawnTwice(
        tr("Difference timeline"), sentence, [&canvas](const theme::Theme& theme, qsizetype most) {
            return charts::drawArea(canvas, theme, most);
        }));
    section.tables.push_back(stepsTable(*comparison, a, b));
    return section;
}

Section flameSection(
    const std::shared_ptr<const models::FlameTree>& tree,
    const ClockProperties& clock,
    const QString& a,
    const QString& b)
{
    Section section{.title = tr("Call paths of both")};
    if (tree == nullptr || tree->nodes.empty()) {
        section.sentences << tr("No function was called in these windows.");
        return section;
    }
    charts::FlameCanvas canvas;
    canvas.setFrameShape(QFrame::NoFrame);
    canvas.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    canvas.resize(kFlameWidthPx, kMostFlamePx);
    canvas.setTree(tree, &clock);
    const int height = std::min(canvas.wholeHeight(), kMostFlamePx);
    canvas.resize(kFlameWidthPx, height);
    QString sentence =
        tr("Boxes are as wide as inclusive times in %1; orange takes longer in %1 than in %2, blue less, and their names begin with the change.")
            .arg(b, a);
    const bool areMatched = std::ranges::any_of(
        tree->nodes, [](const models::FlameNode& node) { return node.regionBefore != nullptr; });
    if (areMatched) {
        sentence +=
            QLatin1Char(' ')
            + tr("Where two names stand with ≈ between them, the function is called otherwise in %1.")
                  .arg(b);
    }
    if (height < canvas.wholeHeight()) {
        sentence += QLatin1Char(' ') + tr("Deeper calls than there is room for are left out.");
    }
    section.pictures.push_back(drawnTwice(
        tr("Flame graph of the differences"),
        sentence,
        [&canvas](const theme::Theme& theme, qsizetype most) {
            return charts::drawArea(canvas, theme, most);
        }));
    return section;
}

}  // namespace vellum::gui::shell
