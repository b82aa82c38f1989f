#include "gui/charts/picture_export.h"

#include "gui/charts/chart_frame.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include <utility>
#include <vector>

namespace vellum::gui::charts {

namespace {

Error cannotWrite(const QString& file)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = "'" + file.toStdString() + "' cannot be written"};
}

/// While it lives, a chart and what is above it are painted in another theme.
class PaintedIn {
public:
    PaintedIn(const theme::Theme& theme, std::vector<QWidget*> widgets)
        : m_before(theme::currentTheme())
        , m_widgets(std::move(widgets))
    {
        change(theme, theme.palette());
    }
    ~PaintedIn() { change(m_before, {}); }
    PaintedIn(const PaintedIn&) = delete;
    PaintedIn& operator=(const PaintedIn&) = delete;

private:
    /// Charts keep what they painted until they hear that it is to look otherwise.
    void change(const theme::Theme& theme, const QPalette& palette)
    {
        theme::setCurrentTheme(theme);
        for (QWidget* widget : m_widgets) {
            widget->setPalette(palette);
            QEvent changed(QEvent::PaletteChange);
            QCoreApplication::sendEvent(widget, &changed);
        }
    }

    theme::Theme m_before;
    std::vector<QWidget*> m_widgets;
};

void render(QPainter& painter, TimeRuler& ruler, ChartDock& dock)
{
    ruler.render(&painter, {}, {}, QWidget::DrawChildren);
    const int headerTop = ruler.height();
    dock.header().render(&painter, {0, headerTop}, {}, {});  // its children are buttons
    dock.chart().render(&painter, {0, headerTop + dock.header().height()});
}

}  // namespace

Result<void> exportPicture(
    TimeRuler& ruler, ChartDock& dock, const QString& file, const theme::Theme& theme)
{
    const PaintedIn painted(theme, {&ruler, &dock.header(), &dock.chart()});
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
