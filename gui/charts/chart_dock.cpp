#include "gui/charts/chart_dock.h"

#include <QCloseEvent>
#include <QGuiApplication>
#include <QVBoxLayout>

namespace vellum::gui::charts {

ChartDock::ChartDock(const ChartKind& kind, Chart& chart, TimeRuler* ruler, QWidget* parent)
    : QDockWidget(parent)
    , m_kind(kind)
    , m_chart(chart)
    , m_header(new ChartHeader(chart.title()))
    , m_ruler(ruler)
{
    setAllowedAreas(Qt::LeftDockWidgetArea);
    setTitleBarWidget(m_header);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(ruler);
    column->addWidget(&chart, 1);
    ruler->hide();
    setWidget(content);
    connect(this, &QDockWidget::topLevelChanged, ruler, &QWidget::setVisible);
    auto* options = m_header->addButton(HeaderButton::Kind::Options, tr("Options of this chart"));
    auto* floats =
        m_header->addButton(HeaderButton::Kind::Float, tr("In a window of its own, or back"));
    auto* close = m_header->addButton(HeaderButton::Kind::Close, tr("Close"));
    connect(options, &HeaderButton::clicked, this, [this, options] {
        emit menuWanted(options->mapToGlobal(QPoint(0, options->height())));
    });
    connect(m_header, &ChartHeader::menuWanted, this, &ChartDock::menuWanted);
    connect(floats, &HeaderButton::clicked, this, &ChartDock::toggleFloating);
    // Later: the dock has still to hear that the button was released.
    connect(
        m_header,
        &ChartHeader::floatWanted,
        this,
        &ChartDock::toggleFloating,
        Qt::QueuedConnection);
    connect(close, &HeaderButton::clicked, this, &QDockWidget::close);
    connect(&chart, &Chart::changed, this, &ChartDock::updateHeader);
    m_frameSoon.setSingleShot(true);
    m_frameSoon.setInterval(0);
    connect(&m_frameSoon, &QTimer::timeout, this, &ChartDock::frameWindow);
    updateHeader();
}

void ChartDock::closeEvent(QCloseEvent* event)
{
    QDockWidget::closeEvent(event);
    emit closed();
}

bool ChartDock::event(QEvent* event)
{
    const bool isDone = QDockWidget::event(event);
    // Shown by a layout that comes back, or dragged out and let go; later, as Qt is still about it.
    if (event->type() == QEvent::Show || event->type() == QEvent::MouseButtonRelease) {
        m_frameSoon.start();
    }
    return isDone;
}

void ChartDock::toggleFloating()
{
    emit aboutToFloat();
    if (isFloating()) {
        setFloating(false);
    } else {
        setFloatingAside();
    }
    emit floated();
}

/// A little aside, or it would look as if it were still where it was; as large as it was, below a ruler.
void ChartDock::setFloatingAside()
{
    constexpr QPoint kAside(32, 32);
    const QSize size = this->size() + QSize(0, m_ruler->sizeHint().height());
    const QRect place(mapToGlobal(QPoint()) + kAside, size);
    // Hidden until it has its frame: a window that is shown, replaced and shown again within a
    // millisecond is one that window managers lose now and then.
    setVisible(false);
    setFloating(true);
    frameWindow();
    setGeometry(place);
    setVisible(true);
    activateWindow();
}

/// Qt gives no frame to a dock that has a header of its own.
void ChartDock::frameWindow()
{
    const bool isDragged = QGuiApplication::mouseButtons() != Qt::NoButton;
    if (!isFloating() || isDragged || !windowFlags().testFlag(Qt::FramelessWindowHint)) {
        return;
    }
    const QRect place = geometry();
    const bool isShown = isVisible();
    // Of a tool window alone does Qt take the main window's keys.
    setWindowFlags(
        Qt::Tool | Qt::CustomizeWindowHint | Qt::WindowTitleHint | Qt::WindowSystemMenuHint
        | Qt::WindowMaximizeButtonHint | Qt::WindowCloseButtonHint);
    setGeometry(place);
    setVisible(isShown);
}

void ChartDock::setTraceName(const QString& name)
{
    m_traceName = name;
    updateHeader();
}

void ChartDock::setOpen(bool open)
{
    m_isOpen = open;
    setVisible(open);
}

void ChartDock::updateHeader()
{
    m_header->setTitle(m_chart.title());
    m_header->setSentence(m_chart.sentence());
    m_header->setExactness(m_chart.exactness(), m_chart.errorText());
    setWindowTitle(
        m_traceName.isEmpty() ? m_chart.title() : tr("%1 — %2").arg(m_chart.title(), m_traceName));
}

}  // namespace vellum::gui::charts
