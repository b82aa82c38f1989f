#include "gui/charts/chart_header.h"

#include "gui/theme/theme.h"

#include <QFontMetrics>
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

void ChartHeader::updateAccessibleText()
{
    setAccessibleName(m_title);
    setAccessibleDescription(m_sentence + QStringLiteral(", ") + markOf(m_exactness).text);
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
    const Mark mark = m_markIsVisible ? markOf(m_exactness) : Mark{{}, Qt::transparent};
    const int dot = smallMetrics.height() / 2;
    const int markWidth = smallMetrics.horizontalAdvance(mark.text);
    const int markLeft = width() - margin - dot - margin / 2 - markWidth;
    painter.setPen(theme.mutedInk);
    painter.drawText(QRect(markLeft, 0, markWidth + 2, height() - 1), Qt::AlignVCenter, mark.text);

    const int left = 2 * margin + titleWidth;
    const QString& sentence = m_error.isEmpty() ? m_sentence : m_error;
    painter.setPen(m_error.isEmpty() ? theme.mutedInk : theme.error);
    painter.drawText(
        QRect(left, 0, markLeft - left - margin, height() - 1),
        Qt::AlignVCenter | Qt::TextSingleLine,
        smallMetrics.elidedText(sentence, Qt::ElideRight, markLeft - left - margin));

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark.color);
    painter.drawEllipse(QRectF(width() - margin - dot, (height() - 1 - dot) / 2.0, dot, dot));
}

}  // namespace vellum::gui::charts
