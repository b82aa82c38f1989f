#pragma once

#include "common/query/trace_selection.h"

#include <QSize>
#include <QString>
#include <QVariantMap>

#include <optional>
#include <vector>

namespace vellum::gui::app {

/// What the command line says.
struct Options {
    std::vector<query::TraceSelection> traces;  ///< each opens in a tab of its own
    bool compare = false;                       ///< all in one tab instead
    QString
        differences;  ///< "function", "group", "path", "flame", "timeline", "counters": numbers below them; empty: as they were last
    QString match;    ///< "name", "structure": of names that differ; empty: as it was last
    QString connectTo;
    QString window;             ///< "A:B", as given
    QString screenshot;         ///< file to render to; empty: show a window
    QString report;             ///< file to write a report to; empty: none
    QVariantMap charts;         ///< a layout of ChartFrame; empty: what suits the trace
    QVariantMap layout;         ///< what a file of --layout says, likewise
    QSize size = {1600, 1000};  ///< of the window that is rendered
    /// Whether it ends once it has rendered, without a window.
    [[nodiscard]] bool isHeadless() const { return !screenshot.isEmpty() || !report.isEmpty(); }
    QString theme;          ///< "light", "dark", "system"; empty: as the user set it
    QString language;       ///< "de", "pseudo"; empty: as the desktop wishes
    QString select;         ///< "LOC@TIME": the visit to be selected
    QString selectMessage;  ///< "LOC@TIME": the first message sent there at or after
};

/// Reads the command line; nothing if the program is to end with \p exitStatus, after help, a version
/// or a sentence has been printed.
[[nodiscard]] std::optional<Options> readOptions(int argc, char** argv, int& exitStatus);

}  // namespace vellum::gui::app
