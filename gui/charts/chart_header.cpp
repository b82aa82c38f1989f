#include "gui/charts/chart_header.h"

#include "gui/charts/elided_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace vellum::gui::charts {

namespace {

struct Mark {
    QString text;
    QColor color;
};

Mark markOf(models::Exactness exactness)
{
    const theme::Theme& theme = theme::currentTheme();
    switch (exactness) {
    case models::Exactness::Exact:
        return {ChartHeader::tr("exact"), theme.good};
    case models::Exactness::Refining:
        return {ChartHeader::tr("refining…"), theme.refining};
    case models::Exactness::Failed:
        return {ChartHeader::tr("failed"), theme.error};
    }
    return {};
}

}  // namespace

// ---- Buttons --------------------------------------------------------------------------------

HeaderButton::HeaderButton(Kind kind, const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , m_kind(kind)
{
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(name);
    setToolTip(name);
    setCursor(Qt::ArrowCursor);
}

QSize HeaderButton::sizeHint() const
{
    const int side = fontMetrics().height() + 4;
    return {side, side};
}

void HeaderButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void HeaderButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void HeaderButton::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isHot = underMouse() || hasFocus();
    if (isHot) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.field);
        painter.drawRoundedRect(rect(), 3, 3);
    }
    const QColor ink = isHot ? theme.ink : theme.mutedInk;
    const double unit = height() / 20.0;
    painter.translate(width() / 2.0, height() / 2.0);
    painter.setPen(QPen(ink, 1.3 * unit, Qt::SolidLine, Qt::RoundCap));
    switch (m_kind) {
    case Kind::Options:
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        for (const double x : {-5.0, 0.0, 5.0}) {
            painter.drawEllipse(QPointF(x * unit, 0), 1.3 * unit, 1.3 * unit);
        }
        break;
    case Kind::Float:
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(-2 * unit, -5 * unit, 7 * unit, 7 * unit));
        painter.setBrush(theme.window);
        painter.drawRect(QRectF(-5 * unit, -2 * unit, 7 * unit, 7 * unit));
        break;
    case Kind::Close:
        painter.drawLine(QPointF(-4, -4) * unit, QPointF(4, 4) * unit);
        painter.drawLine(QPointF(-4, 4) * unit, QPointF(4, -4) * unit);
        break;
    }
}

// ---- The header -----------------------------------------------------------------------------

ChartHeader::ChartHeader(QString title, QWidget* parent)
    : QWidget(parent)
    , m_title(std::move(title))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateAccessibleText();
}

void ChartHeader::setTitle(const QString& title)
{
    if (title != m_title) {
        m_title = title;
        updateAccessibleText();
        update();
    }
}

HeaderButton* ChartHeader::addButton(HeaderButton::Kind kind, const QString& name)
{
    auto* button = new HeaderButton(kind, name, this);
    m_buttons.push_back(button);
    return button;
}

int ChartHeader::rightEnd() const
{
    return m_buttons.empty() ? width() : m_buttons.front()->x();
}

void ChartHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    int right = width() - 4;
    std::for_each(m_buttons.rbegin(), m_buttons.rend(), [&](HeaderButton* button) {
        const QSize size = button->sizeHint();
        right -= size.width();
        button->setGeometry(QRect({right, (height() - size.height()) / 2}, size));
    });
}

void ChartHeader::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

/// A dock drags what is above it: only a link is the header's own.
void ChartHeader::mousePressEvent(QMouseEvent* event)
{
    event->setAccepted(isDamaged() && event->position().x() >= m_markLeft);
}

/// Not left to the dock, which would float where it stands, and with the button down.
void ChartHeader::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_isDoubleClicked = event->button() == Qt::LeftButton;
}

void ChartHeader::setSentence(const QString& sentence)
{
    if (sentence != m_sentence) {
        m_sentence = sentence;
        updateAccessibleText();
        update();
    }
}

void ChartHeader::setExactness(models::Exactness exactness, const QString& error)
{
    if (exactness != m_exactness || error != m_error) {
        m_exactness = exactness;
        m_error = error;
        updateAccessibleText();
        update();
    }
}

void ChartHeader::setMarkVisible(bool visible)
{
    m_markIsVisible = visible;
    update();
}

void ChartHeader::setMissing(const QString& why)
{
    m_missing = why;
    setMouseTracking(!why.isEmpty());
    updateAccessibleText();
    update();
}

bool ChartHeader::isDamaged() const
{
    return m_markIsVisible && !m_missing.isEmpty() && m_exactness == models::Exactness::Exact;
}

QString ChartHeader::markText() const
{
    if (!m_markIsVisible) {
        return {};
    }
    return isDamaged() ? tr("exact for what was read · %1").arg(m_missing)
                       : markOf(m_exactness).text;
}

void ChartHeader::mouseMoveEvent(QMouseEvent* event)
{
    event->setAccepted(event->buttons() == Qt::NoButton);
    const bool isOnLink = isDamaged() && event->position().x() >= m_markLeft;
    setCursor(isOnLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ChartHeader::mouseReleaseEvent(QMouseEvent* event)
{
    if (isDamaged() && event->button() == Qt::LeftButton && event->position().x() >= m_markLeft) {
        emit reportWanted();
        return;
    }
    event->ignore();
    if (std::exchange(m_isDoubleClicked, false)) {
        emit floatWanted();
    }
}

void ChartHeader::updateAccessibleText()
{
    setAccessibleName(m_title);
    setAccessibleDescription(m_sentence + QStringLiteral(", ") + markText());
    const QString what = m_error.isEmpty() ? m_sentence : m_error;
    setToolTip(isDamaged() ? what + QLatin1Char('\n') + markText() : what);
}

QSize ChartHeader::sizeHint() const
{
    return {100, fontMetrics().height() + 8};
}

void ChartHeader::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);

    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    const int margin = fontMetrics().height() / 2;
    painter.setFont(bold);
    painter.setPen(theme.ink);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    const QFontMetrics smallMetrics(small);
    const int dot = smallMetrics.height() / 2;
    const int end = rightEnd();
    const int markEnd = end - margin - dot - margin / 2;
    const QString title =
        boldMetrics.elidedText(m_title, Qt::ElideRight, std::max(0, markEnd - 2 * margin));
    const int titleWidth = boldMetrics.horizontalAdvance(title);
    painter.drawText(QRect(margin, 0, titleWidth + 2, height() - 1), Qt::AlignVCenter, title);

    painter.setFont(small);
    const int left = 2 * margin + titleWidth;
    const QString& sentence = m_error.isEmpty() ? m_sentence : m_error;
    const QString mark =
        markText(smallMetrics, markEnd - left, margin + smallMetrics.horizontalAdvance(sentence));
    const int markWidth = smallMetrics.horizontalAdvance(mark);
    const int markLeft = markEnd - markWidth;
    m_markLeft = markLeft;
    painter.setPen(isDamaged() ? theme.error : theme.mutedInk);
    painter.drawText(QRect(markLeft, 0, markWidth + 2, height() - 1), Qt::AlignVCenter, mark);

    painter.setPen(m_error.isEmpty() ? theme.mutedInk : theme.error);
    painter.drawText(
        QRect(left, 0, markLeft - left - margin, height() - 1),
        Qt::AlignVCenter | Qt::TextSingleLine,
        elidedParts(sentence, smallMetrics, markLeft - left - margin));

    if (m_markIsVisible) {
        paintMark(painter, QRectF(end - margin - dot, (height() - 1 - dot) / 2.0, dot, dot));
    }
}

/// What there is room for of it: the triangle beside it says that not all was read, too.
QString ChartHeader::markText(const QFontMetrics& metrics, int room, int wanted) const
{
    QString whole = markText();
    if (metrics.horizontalAdvance(whole) + wanted <= room) {
        return whole;
    }
    return metrics.elidedText(isDamaged() ? m_missing : whole, Qt::ElideRight, std::max(0, room));
}

/// A dot, or, where something is missing, a triangle: colour alone would not tell everybody.
void ChartHeader::paintMark(QPainter& painter, const QRectF& area) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    if (isDamaged()) {
        painter.setBrush(theme::currentTheme().error);
        painter.drawPolygon(
            QPolygonF({area.bottomLeft(), area.bottomRight(), {area.center().x(), area.top()}}));
    } else {
        painter.setBrush(markOf(m_exactness).color);
        painter.drawEllipse(area);
    }
}

}  // namespace vellum::gui::charts
