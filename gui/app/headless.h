#pragma once

#include "common/base/error.h"
#include "gui/app/options.h"

namespace vellum::gui::shell {
class CompareTab;
class MainWindow;
}  // namespace vellum::gui::shell

namespace vellum::gui::app {

/// Renders the window to `options.screenshot` without showing it, once all it shows is final.
///
/// \return the exit status of the program: 0 only if every chart is exact; 1 if that took too long
///         or the file cannot be written; 2 wrong options; 3 a trace that cannot be read; 4 no server
[[nodiscard]] int renderScreenshot(shell::MainWindow& window, const Options& options);

/// Writes a report of the traces to `options.report` without showing the window.
///
/// \return as of `renderScreenshot`; also 1 where the differences cannot be had
[[nodiscard]] int renderReport(shell::MainWindow& window, const Options& options);

/// Matches names of traces that are compared as the options say.
///
/// \param comparison  null: nothing is compared
void applyMatch(shell::CompareTab* comparison, const Options& options);

/// The exit status for a trace that could not be opened.
[[nodiscard]] int statusOf(const Error& error);

}  // namespace vellum::gui::app
