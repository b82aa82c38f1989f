#pragma once

#include "common/trace/function_group.h"
#include "gui/theme/theme.h"

#include <QByteArray>
#include <QColor>
#include <QString>
#include <QStringList>

#include <array>

namespace vellum::gui::theme {

using GroupColors = std::array<QColor, kFunctionGroupCount>;  ///< by FunctionGroup

/// A palette as a file has it: an object of roles and colours, `{"ink": "#1c2127", "selection": "#2563c9 13%"}`. A colour is
/// "#rrggbb", with how opaque it is behind it where it is translucent; `series` is a list of eight.
///
/// Colours that the file does not name stay as they are in \p theme, so a file may have a single line.
/// \param where   how a mistake names the file
/// \return a sentence for each mistake; what it is about stays as it is
QStringList readPalette(const QByteArray& json, const QString& where, Theme& theme);

/// The same of colours of function groups, by their names: `{"MPI": "#ea6e3d"}`.
QStringList readGroupColors(const QByteArray& json, const QString& where, GroupColors& colors);

}  // namespace vellum::gui::theme
