#pragma once

#include "common/base/result.h"
#include "gui/data/data_source.h"

#include <QLatin1String>
#include <QString>
#include <QVariantMap>

#include <optional>

namespace vellum::gui::shell::layouts {

// Which charts a trace opens with: as it was left, else as the user wants traces of its kind, else what
// suits that kind. Kept in the user's settings.

/// The entry of a layout that has what is filtered in its trace (models::filterState); defaults have none.
inline constexpr QLatin1String kFilters("filters");
/// Likewise that which has how its rows stand (models::rowState).
inline constexpr QLatin1String kRows("rows");

/// What kind of trace it is: layouts are kept by it.
enum class TraceKind : std::uint8_t {
    Mpi,         ///< several processes that send messages or meet in collectives
    Gpu,         ///< device work, and not the above
    OneProcess,  ///< all others
};

[[nodiscard]] TraceKind kindOf(const data::Trace& trace);
/// "MPI traces", for menus.
[[nodiscard]] QString nameOf(TraceKind kind);

/// What suits the trace where nothing else is known: the more charts, the more \p heightPx there is.
[[nodiscard]] QVariantMap firstLayout(const data::Trace& trace, int heightPx);

/// Likewise with the master timeline's rows as the system tree has them.
[[nodiscard]] QVariantMap plainLayout(const data::Trace& trace, int heightPx);

/// Of charts without settings, from top to bottom.
[[nodiscard]] QVariantMap layoutOf(const QStringList& kinds);

/// "master, process, summary": the kinds of charts there are.
[[nodiscard]] QString chartNames();
/// What a command line asks for: "NAME" or "NAME=WHAT", with commas between.
///
/// Errors   invalidArgument: no such chart, or it has nothing to choose.
[[nodiscard]] Result<QVariantMap> parseCharts(const QString& text);

/// Whether the trace has what the charts of a command line are asked to show.
///
/// Errors   as `charts::checkChoice`.
[[nodiscard]] Result<void> checkChoices(const QVariantMap& layout, const data::Trace& trace);

/// A layout as a file, JSON: which charts, with their settings, places and heights.
///
/// Errors   internal: it cannot be written; notFound, dataLoss: it cannot be read, is no layout, or names a
///          chart that there is not. Each names the file.
[[nodiscard]] Result<void> writeFile(const QString& file, const QVariantMap& layout);
[[nodiscard]] Result<QVariantMap> readFile(const QString& file);

/// As the trace of that name was left, or the default of its kind; nothing if neither was kept.
[[nodiscard]] std::optional<QVariantMap> kept(const QString& name, TraceKind kind);
[[nodiscard]] std::optional<QVariantMap> kept(const QString& name);
/// Keeps the layout of a trace; the oldest of many are forgotten.
void keep(const QString& name, const QVariantMap& layout);
void keepAsDefault(TraceKind kind, const QVariantMap& layout);
/// Forgets what was kept for the trace and for its kind.
void forget(const QString& name, TraceKind kind);

}  // namespace vellum::gui::shell::layouts
