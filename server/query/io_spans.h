#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"

#include <cstdint>
#include <map>
#include <vector>

namespace vellum::server::query {

/// Gathers when the handles of one location are open, and when non-blocking operations are under way.
///
/// Rule     A handle is open from its creation, or its making as a copy, to its next destruction on the same
///          location; without that to the end of the trace. Made again while it is open, it stays open. One
///          whose first record of these is a destruction was open from the begin of the trace on.
/// Exact    All ticks; what shares a column is one span of the answer.
/// Threads  One.
class IoSpans {
public:
    /// \param whole  the trace's range
    IoSpans(const Columns& columns, TickRange whole) : m_columns(columns), m_whole(whole) {}

    // In the order of the records.
    void open(std::uint64_t handle, Tick tick);
    void close(std::uint64_t handle, Tick tick);

    /// In any order.
    void addAsynchronous(std::uint64_t handle, TickRange range);

    /// Those in the window, by handle.
    [[nodiscard]] std::map<std::uint64_t, std::vector<vellum::query::IoSpan>> take();

private:
    struct Handle {
        bool isKnown = false;
        bool isOpen = false;
        Tick since = 0;
        std::vector<vellum::query::IoSpan> spans;
    };

    [[nodiscard]] std::vector<vellum::query::IoSpan> joined(
        std::vector<vellum::query::IoSpan> spans) const;
    [[nodiscard]] bool isInWindow(TickRange range) const;

    Columns m_columns;
    TickRange m_whole;
    std::map<std::uint64_t, Handle> m_handles;
};

}  // namespace vellum::server::query
