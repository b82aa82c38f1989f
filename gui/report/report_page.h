#pragma once

#include "gui/report/report.h"

#include <QByteArray>

namespace vellum::gui::report {

/// The report as one file: HTML that is well-formed XML, in UTF-8. It has no script and allows none, and refers to nothing
/// outside itself. Numbers stand in `<data value="…">` with all their digits.
///
/// Odd case Characters that XML forbids, such as escapes of a terminal in a name, are shown as U+FFFD.
/// Size     4/3 of the pictures, and about 100 bytes for each cell.
[[nodiscard]] QByteArray pageOf(const Report& report);

/// \p text without characters that XML forbids. The second takes UTF-8, such as an SVG drawing.
[[nodiscard]] QString withoutForbidden(QString text);
[[nodiscard]] QByteArray withoutForbidden(const QByteArray& utf8);

}  // namespace vellum::gui::report
