#include "gui/charts/chart_header.h"

#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>

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

ChartHeader::ChartHeader(QString title, QWidget* parent)
    : QWidget(parent)
    , m_title(std::move(title))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    updateAccessibleText();
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
    const bool isOnLink = isDamaged() && event->position().x() >= m_markLeft;
    setCursor(isOnLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ChartHeader::mouseReleaseEvent(QMouseEvent* event)
{
    if (isDamaged() && event->button() == Qt::LeftButton && event->position().x() >= m_markLeft) {
        emit reportWanted();
    }
}

void ChartHeader::updateAccessibleText()
{
    setAccessibleName(m_title);
    setAccessibleDescription(m_sentence + QStringLiteral(", ") + markText());
    setToolTip(m_error.isEmpty() ? m_sentence : m_error);
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
    const int titleWidth = boldMetrics.horizontalAdvance(m_title);
    painter.drawText(QRect(margin, 0, titleWidth + 2, height() - 1), Qt::AlignVCenter, m_title);

    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.92);
    const QFontMetrics smallMetrics(small);
    painter.setFont(small);
    const QString mark = markText();
    const int dot = smallMetrics.height() / 2;
    const int markWidth = smallMetrics.horizontalAdvance(mark);
    const int markLeft = width() - margin - dot - margin / 2 - markWidth;
    m_markLeft = markLeft;
    painter.setPen(isDamaged() ? theme.error : theme.mutedInk);
    painter.drawText(QRect(markLeft, 0, markWidth + 2, height() - 1), Qt::AlignVCenter, mark);

    const int left = 2 * margin + titleWidth;
    const QString& sentence = m_error.isEmpty() ? m_sentence : m_error;
    painter.setPen(m_error.isEmpty() ? theme.mutedInk : theme.error);
    painter.drawText(
        QRect(left, 0, markLeft - left - margin, height() - 1),
        Qt::AlignVCenter | Qt::TextSingleLine,
        smallMetrics.elidedText(sentence, Qt::ElideRight, markLeft - left - margin));

    if (m_markIsVisible) {
        paintMark(painter, QRectF(width() - margin - dot, (height() - 1 - dot) / 2.0, dot, dot));
    }
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
