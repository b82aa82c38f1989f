#pragma once

#include "common/base/result.h"
#include "common/trace/definitions.h"
#include "gui/theme/theme.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <utility>
#include <vector>

class QAbstractScrollArea;

namespace vellum::gui::charts {

class ChartDock;
class TimeRuler;

/// What stands below a picture that is to be read without the window.
struct Caption {
    QString trace;                                          ///< its name
    std::vector<std::pair<FunctionGroup, QString>> legend;  ///< with their colours and patterns
};

/// Of a trace of that name, with the groups that its functions are in.
[[nodiscard]] Caption captionOf(const QString& trace, const Definitions& definitions);

/// Writes a chart below its header and the ruler to a .png or .svg file, as it is on the screen, without
/// pointer, buttons and scroll bar; in \p theme.
///
/// \param caption  null: none. With one it is for paper: a PNG has three pixels at least for each of the screen's
///
/// Errors   invalidArgument: another suffix; unavailable: the file cannot be written.
[[nodiscard]] Result<void> exportPicture(
    TimeRuler& ruler,
    ChartDock& dock,
    const QString& file,
    const theme::Theme& theme = theme::currentTheme(),
    const Caption* caption = nullptr);

/// A picture for a page of pictures.
struct DrawnPicture {
    QSize size;  ///< logical pixels
    QByteArray bytes;
    bool isSvg = true;  ///< false: PNG, with two pixels for each of the screen's
};

/// Larger drawings become pixels: a browser takes long for many thousand shapes, and a page with several such pictures
/// can hardly be sent.
inline constexpr qsizetype kMostSvgBytes = 300'000;

/// A chart below its header and the ruler, as `exportPicture` writes it.
///
/// \param blankAtLeft   so many pixels stay free there: where a trace begins later than the one above it
/// \param mostSvgBytes  0: pixels in any case
[[nodiscard]] DrawnPicture drawChart(
    TimeRuler& ruler,
    ChartDock& dock,
    const theme::Theme& theme,
    int blankAtLeft = 0,
    qsizetype mostSvgBytes = kMostSvgBytes);
/// What \p area shows, without scroll bars; it need not be on the screen.
[[nodiscard]] DrawnPicture drawArea(
    QAbstractScrollArea& area, const theme::Theme& theme, qsizetype mostSvgBytes = kMostSvgBytes);

}  // namespace vellum::gui::charts
