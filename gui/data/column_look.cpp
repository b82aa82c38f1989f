#include "gui/data/column_look.h"

#include "common/time/columns.h"

#include <QLocale>

namespace vellum::gui::data {

QString sharesText(const WinnerTime& time, const QString& function, const QString& group)
{
    const auto text = [&time](Tick ticks, const QString& name) {
        const double share = static_cast<double>(ticks) / static_cast<double>(time.whole);
        return QStringLiteral("%1 % %2").arg(QLocale::c().toString(100 * share, 'f', 1), name);
    };
    return time.whole <= 0
               ? QString()
               : text(time.function, function) + QStringLiteral(", ") + text(time.group, group);
}

bool hasShares(const query::TimelineRow& row, const query::Timeline& timeline)
{
    const Columns columns{.range = timeline.window, .count = timeline.columns};
    // Of the narrowest column: a group that misses no more has half of all.
    const Tick half = columns.range.length() / std::max<std::int64_t>(columns.count, 1) / 2;
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const query::TimelineRun& run = row.runs[i];
        const bool isLast = i + 1 == row.runs.size();
        const std::int64_t end = isLast ? columns.count : row.runs[i + 1].firstColumn;
        if (run.winner.value == query::Key::kNone || run.groupMissing <= half) {
            continue;
        }
        const Tick whole = columns.boundary(end) - columns.boundary(run.firstColumn);
        const WinnerTime time = winnerTime(run, end - run.firstColumn, whole);
        if (lookOf(shownTime(run, time)) == Look::Shares) {
            return true;
        }
    }
    return false;
}

}  // namespace vellum::gui::data
