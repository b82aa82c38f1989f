#pragma once

#include "common/compare/comparison.h"
#include "common/compare/step_differences.h"
#include "gui/charts/picture_export.h"
#include "gui/models/flame_tree.h"
#include "gui/report/report.h"
#include "gui/shell/trace_view.h"
#include "gui/theme/theme.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace vellum::gui::shell {

// The parts of a report, each from what is known and drawn already: report_maker.h waits for that.

/// One of the traces that a report is of.
struct ReportTrace {
    QString letter;  ///< "A"; empty of a single one
    TraceView* view = nullptr;
    QString note;         ///< how it stands beside the first: "+0.3 s"; empty: as it
    int blankAtLeft = 0;  ///< pixels beside its charts, where it begins later than others

    friend bool operator==(const ReportTrace&, const ReportTrace&) = default;
};

/// What a report is of: as all of it is at one instant.
struct ReportOf {
    std::vector<ReportTrace> traces{};  ///< one or more
    QString beside{};  ///< letter of the one that stands beside the first; none of them: the second
    QStringList alignment{};       ///< sentences about how they stand
    compare::Matching matching{};  ///< of the names of these two
    QString step{};                ///< what their steps are; empty: what is likeliest

    friend bool operator==(const ReportOf&, const ReportOf&) = default;
};

/// Longer tables are cut: nobody reads more on a page, and a shell prints the rest.
inline constexpr int kMostReportRows = 200;

/// A drawing in both themes, both of one kind.
using Draw = std::function<charts::DrawnPicture(const theme::Theme& theme, qsizetype mostSvgBytes)>;
[[nodiscard]] report::Picture drawnTwice(
    const QString& title, const QString& sentence, const Draw& draw);

/// What each trace is, and what was recorded in it.
[[nodiscard]] report::Section tracesSection(const std::vector<ReportTrace>& traces);

/// Which part of each is shown, and how they stand beside each other.
///
/// \param alignment  sentences
[[nodiscard]] report::Section windowsSection(
    const std::vector<ReportTrace>& traces, const QStringList& alignment);

/// The charts of all, as they are in the window. Their widgets are drawn in two themes, and left as they were.
[[nodiscard]] report::Section chartsSection(const std::vector<ReportTrace>& traces);
[[nodiscard]] report::Section summarySection(const std::vector<ReportTrace>& traces);

/// What a comparison says, in the columns that the window shows at first.
///
/// \param answer  a compare::Comparison
[[nodiscard]] report::Table differencesTable(
    const std::shared_ptr<const query::Answer>& answer, const QString& a, const QString& b);

/// How much longer each step takes in B, drawn on the time of A that is shown, and as a table.
///
/// \param step   what the steps are
/// \param range  of A, not empty
[[nodiscard]] report::Section stepsSection(
    const std::shared_ptr<const compare::StepComparison>& comparison,
    const QString& step,
    TickRange range,
    const QString& a,
    const QString& b);

/// Call paths of two traces over each other.
[[nodiscard]] report::Section flameSection(
    const std::shared_ptr<const models::FlameTree>& tree,
    const ClockProperties& clock,
    const QString& a,
    const QString& b);

}  // namespace vellum::gui::shell
