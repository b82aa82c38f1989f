#pragma once

#include "gui/data/data_source.h"

#include <QList>
#include <QStringList>

class QTabWidget;

namespace vellum::gui::shell {

/// What a trace is: its numbers, the machine it ran on with what is known of its parts, and what was
/// recorded and what was not.
[[nodiscard]] QTabWidget* makeTraceInformation(const data::Trace& trace);

/// A word and its value for each line: file, format, duration, how much of what there is.
[[nodiscard]] QList<QStringList> summaryRows(const data::Trace& trace);
/// A word and a number for each kind of record: how many there are, or "not recorded".
[[nodiscard]] QList<QStringList> recordedRows(const data::Trace& trace);

}  // namespace vellum::gui::shell
