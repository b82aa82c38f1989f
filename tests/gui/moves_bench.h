#pragma once

#include "gui/shell/moves.h"
#include "tests/gui/window_bench.h"

#include <QStatusBar>

#include <optional>

// A window in which one goes from visit to visit by keys.

namespace vellum::tests {

inline constexpr const char* kTalk = R"(
ticks-per-second 1000
location 0 "a"
location 1 "b"
enter 0 @0 main
enter 0 @1000 send
send 0 @1010 to 1 tag 1 bytes 8
leave 0 @1100 send
enter 0 @2000 work
leave 0 @2500 work
enter 0 @3000 send
leave 0 @3100 send
leave 0 @9000 main
enter 1 @0 main
enter 1 @7000 receive
recv 1 @7100 from 0 tag 1 bytes 8
leave 1 @7100 receive
leave 1 @9000 main
)";

struct MovesWindow : OpenWindow {
    explicit MovesWindow(const QString& folder, const char* trace = kTalk)
        : OpenWindow(folder, trace)
    {
    }

    void key(Qt::Key which, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&view().chart(), which, modifiers);
        settle();
    }
    void select(LocationRef location, Tick tick)
    {
        view().goTo(location, tick);
        settle();
    }
    [[nodiscard]] std::optional<gui::models::SelectedVisit> selected() const
    {
        return view().selection().visit();
    }
    [[nodiscard]] QString said() const { return window.statusBar()->currentMessage(); }
};

}  // namespace vellum::tests
