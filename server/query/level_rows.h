#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"
#include "server/query/key_table.h"
#include "server/query/winner.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// One call level of one location in columns, filled from left to right.
///
/// Exact    As a timeline's row, but only of the visits at one level.
class LevelRow {
public:
    LevelRow(const Columns& columns, const KeyTable& keys) : m_columns(columns), m_keys(keys) {}

    /// A visit begins at \p tick; not before anything that was added.
    void countVisit(Tick tick);
    /// \p visit is there for \p stretch, inside the columns; stretches follow each other.
    void add(KeyTable::Slot slot, std::uint64_t visit, TickRange stretch);
    /// No more comes.
    [[nodiscard]] std::vector<vellum::query::TimelineRun> finish();

private:
    void advanceTo(Tick tick);
    void finishColumn();
    void addPart(KeyTable::Slot slot, std::uint64_t visit, Tick ticks);

    struct Part {
        Tick ticks = 0;
        std::uint64_t longest = 0;  ///< the visit with the most time
        Tick longestTicks = 0;
        std::uint64_t current = 0;  ///< the one added last
        Tick currentTicks = 0;
    };

    Columns m_columns;
    const KeyTable& m_keys;
    std::int64_t m_column = 0;
    std::unordered_map<KeyTable::Slot, Part> m_parts;  ///< of the column
    std::uint32_t m_visits = 0;                        ///< likewise
    WinnerSearch<Tick> m_search;
    std::vector<Candidate> m_candidates;  ///< of the column that is finished
    std::vector<vellum::query::TimelineRun> m_runs;
};

/// The stack of one location, from one enter or leave to the next, laid into rows by level.
class LevelRows {
public:
    /// \param most           levels below it are left out
    /// \param exclusiveOnly  a visit counts only while it is on top of the stack
    LevelRows(const Columns& columns, const KeyTable& keys, std::uint32_t most, bool exclusiveOnly);

    /// A visit that began at \p tick, or before the window; it lies on the stack as it is.
    ///
    /// \param isSeen  it begins in the window or reaches into it: its level has a row
    void enter(Tick tick, KeyTable::Slot slot, std::uint64_t visit, bool isSeen);
    void leave(Tick tick);
    /// Leaves what is still there at the window's end.
    [[nodiscard]] std::vector<std::vector<vellum::query::TimelineRun>> finish();

private:
    struct Level {
        KeyTable::Slot slot = 0;
        std::uint64_t visit = 0;
        Tick since = 0;  ///< up to here it has been added
    };

    void addTop(Tick until);

    Columns m_columns;
    const KeyTable& m_keys;
    std::uint32_t m_most;
    bool m_exclusiveOnly;
    std::vector<Level> m_stack;
    std::vector<LevelRow> m_rows;
};

}  // namespace vellum::server::query
