#pragma once

#include "gui/data/data_source.h"

class QTabWidget;

namespace vellum::gui::shell {

/// What a trace is: its numbers, the machine it ran on with what is known of its parts, and what was
/// recorded and what was not.
[[nodiscard]] QTabWidget* makeTraceInformation(const data::Trace& trace);

}  // namespace vellum::gui::shell
