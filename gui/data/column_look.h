#pragma once

#include "common/query/answers.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace vellum::gui::data {

/// What can be said of some columns, and so how they are drawn, without making a few calls look as if they were all.
enum class Look : std::uint8_t {
    Function,  ///< the winner has at least half of them, or they show a single visit
    Group,     ///< the winner's function group has at least half, and the winner has not
    Shares,    ///< neither has: of several groups, or of time in none, each has a part
};

/// How much of some columns the winner and its function group have.
///
/// Units    Ticks, 0 <= function <= group <= whole, whatever a server says.
struct WinnerTime {
    Tick whole = 0;
    Tick function = 0;
    Tick group = 0;

    WinnerTime& operator+=(const WinnerTime& other)
    {
        whole += other.whole;
        function += other.function;
        group += other.group;
        return *this;
    }
    friend bool operator==(const WinnerTime&, const WinnerTime&) = default;
};

// Inline, as they are asked of each run of each row that is painted.

/// Of \p columns columns of \p run, more than 0, which are \p whole ticks wide together.
[[nodiscard]] inline WinnerTime winnerTime(
    const query::TimelineRun& run, std::int64_t columns, Tick whole)
{
    const Tick width = columns == 1 ? whole : whole / columns;
    const Tick missing = std::clamp<Tick>(run.missing, 0, width);
    const Tick groupMissing = std::clamp<Tick>(run.groupMissing, 0, missing);
    return {
        .whole = whole,
        .function = whole - columns * missing,
        .group = whole - columns * groupMissing};
}

/// \p time, that of \p run, as it counts for the look: a column in which no second visit begins shows a single visit,
/// which is told by its name however short it is. That counts as all of the column.
[[nodiscard]] inline WinnerTime shownTime(const query::TimelineRun& run, const WinnerTime& time)
{
    const bool isOne = run.visits <= 1 && run.visit != std::numeric_limits<std::uint64_t>::max();
    return isOne ? WinnerTime{.whole = time.whole, .function = time.whole, .group = time.whole}
                 : time;
}

[[nodiscard]] inline Look lookOf(const WinnerTime& time)
{
    if (time.function >= time.whole - time.function) {
        return Look::Function;
    }
    return time.group >= time.whole - time.group ? Look::Group : Look::Shares;
}

/// "8.1 % MPI_Send, 46.0 % MPI"
[[nodiscard]] QString sharesText(
    const WinnerTime& time, const QString& function, const QString& group);

/// Whether some columns of a row have the look of shares. Where bars of several columns are made of them there may be
/// fewer of these, never more.
[[nodiscard]] bool hasShares(const query::TimelineRow& row, const query::Timeline& timeline);

}  // namespace vellum::gui::data
