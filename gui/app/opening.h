#pragma once

#include "common/base/result.h"
#include "gui/app/options.h"

namespace vellum::gui::shell {
class TraceView;
}  // namespace vellum::gui::shell

namespace vellum::gui::app {

/// Does to an opened trace what the command line asks for: its window and its selection.
///
/// Errors   invalidArgument: in a sentence that names the option and what it holds.
[[nodiscard]] Result<void> applyOptions(const Options& options, shell::TraceView& view);

/// What of the options is done to the trace of that number, 0-based: of those that are compared the others follow the first.
[[nodiscard]] Options optionsOf(const Options& options, std::size_t number);

/// Why nothing is selected, once what the options ask for has been looked up in vain.
[[nodiscard]] Error missing(const Options& options);

}  // namespace vellum::gui::app
