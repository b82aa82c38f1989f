#include "gui/charts/picture_export.h"

#include "gui/charts/chart_frame.h"
#include "gui/theme/theme.h"

#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

namespace vellum::gui::charts {

namespace {

Error cannotWrite(const QString& file)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = "'" + file.toStdString() + "' cannot be written"};
}

void render(QPainter& painter, TimeRuler& ruler, ChartDock& dock)
{
    ruler.render(&painter, {}, {}, QWidget::DrawChildren);
    const int headerTop = ruler.height();
    dock.header().render(&painter, {0, headerTop}, {}, {});  // its children are buttons
    dock.chart().render(&painter, {0, headerTop + dock.header().height()});
}

}  // namespace

Result<void> exportPicture(TimeRuler& ruler, ChartDock& dock, const QString& file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    const QSize size(
        dock.chart().width(), ruler.height() + dock.header().height() + dock.chart().height());
    if (suffix == QLatin1String("png")) {
        const double ratio = dock.chart().devicePixelRatioF();
        QImage image(size * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(theme::currentTheme().window);
        QPainter painter(&image);
        render(painter, ruler, dock);
        painter.end();
        return image.save(file) ? Result<void>() : Result<void>(cannotWrite(file));
    }
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(file);
        svg.setSize(size);
        svg.setViewBox(QRect({}, size));
        svg.setTitle(dock.chart().title());
        svg.setDescription(dock.chart().sentence());
        QPainter painter;
        if (!painter.begin(&svg)) {
            return cannotWrite(file);
        }
        painter.fillRect(QRect({}, size), theme::currentTheme().window);
        render(painter, ruler, dock);
        return painter.end() ? Result<void>() : Result<void>(cannotWrite(file));
    }
    return Error{
        .kind = ErrorKind::InvalidArgument,
        .message = "'" + file.toStdString() + "' does not end in .png or .svg"};
}

}  // namespace vellum::gui::charts
