#pragma once

#include "common/query/answers.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace vellum::gui::data {

/// What can be said of some columns, and so how they are drawn, without making a few calls look as if they were all.
/// In the order of how many of winner and group have less than half.
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

    /// Ends at the end of the type: bars that are put together may be of a very long trace.
    WinnerTime& operator+=(const WinnerTime& other)
    {
        const auto add = [](Tick& to, Tick ticks) {
            to = __builtin_add_overflow(to, ticks, &to) ? std::numeric_limits<Tick>::max() : to;
        };
        add(whole, other.whole);
        add(function, other.function);
        add(group, other.group);
        return *this;
    }
    friend bool operator==(const WinnerTime&, const WinnerTime&) = default;
};

// Inline, as they are asked of each run of each row that is painted.

/// Of \p columns columns of \p run, more than 0, which are \p whole ticks wide together.
[[nodiscard]] inline WinnerTime winnerTime(
    const query::TimelineRun& run, std::int64_t columns, Tick whole)
{
    // Without a division, which would take most of the time.
    const auto ofAll = [columns](Tick missing, Tick most) {
        Tick all = 0;
        const bool isTooMuch = __builtin_mul_overflow(columns, std::max<Tick>(missing, 0), &all);
        return isTooMuch ? most : std::min(all, most);
    };
    const Tick missing = ofAll(run.missing, whole);
    const Tick groupMissing = ofAll(run.groupMissing, missing);
    return {.whole = whole, .function = whole - missing, .group = whole - groupMissing};
}

/// \p time, that of \p run, as it counts for the look: a column in which no second visit begins shows a single visit,
/// which is told by its name however short it is. That counts as all of the column.
[[nodiscard]] inline WinnerTime shownTime(const query::TimelineRun& run, const WinnerTime& time)
{
    const auto isOne = static_cast<bool>(
        static_cast<unsigned>(run.visits <= 1)
        & static_cast<unsigned>(run.visit != std::numeric_limits<std::uint64_t>::max()));
    return isOne ? WinnerTime{.whole = time.whole, .function = time.whole, .group = time.whole}
                 : time;
}

[[nodiscard]] inline Look lookOf(const WinnerTime& time)
{
    const int less = static_cast<int>(time.function < time.whole - time.function)
                     + static_cast<int>(time.group < time.whole - time.group);
    return static_cast<Look>(less);
}

/// "8.1 % MPI_Send, 46.0 % MPI"
[[nodiscard]] QString sharesText(
    const WinnerTime& time, const QString& function, const QString& group);

/// Whether some columns of a row have the look of shares. Where bars of several columns are made of them there may be
/// fewer of these, never more.
[[nodiscard]] bool hasShares(const query::TimelineRow& row, const query::Timeline& timeline);

}  // namespace vellum::gui::data
