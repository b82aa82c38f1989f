#include "gui/shell/path_text.h"

#include <QPainter>

#include <algorithm>

namespace vellum::gui::shell {

namespace {

constexpr int kMarginPx = 8;
constexpr qsizetype kMostOfPath = 4'000;  ///< letters

/// Outer calls are left out; where even the last one is too long, its middle is.
QString elidedPath(const QString& path, const QFontMetrics& metrics, int room)
{
    const QString step = QStringLiteral(" › ");
    const qsizetype last = path.lastIndexOf(step);
    const QString inner = last < 0 ? path : path.mid(last);
    if (metrics.horizontalAdvance(QStringLiteral("…") + inner) <= room) {
        return metrics.elidedText(path, Qt::ElideLeft, room);
    }
    const qsizetype first = path.indexOf(step);
    const QString where = first < 0 ? QString() : path.left(first);
    const QString place = metrics.elidedText(where, Qt::ElideMiddle, room / 4);
    const QString between = first < last ? QStringLiteral(" › …") : QString();
    const int rest = room - metrics.horizontalAdvance(place + between);
    return place + between + metrics.elidedText(inner, Qt::ElideMiddle, std::max(0, rest));
}

}  // namespace

PathText::PathText(QWidget* parent) : QWidget(parent)
{
    // A long call path must not widen the window.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void PathText::setText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        setAccessibleName(text);
        setToolTip(
            text.isEmpty()
                ? QString()
                : QStringLiteral("<p>%1</p>").arg(text.right(kMostOfPath).toHtmlEscaped()));
        update();
    }
}

QString PathText::shownText() const
{
    const QString gap = QStringLiteral("   ");
    const qsizetype at = m_text.indexOf(gap);
    const QString time = at < 0 ? QString() : m_text.left(at) + gap;
    // No more of a very deep one than could be seen: all that is measured costs time.
    const QString path = (at < 0 ? m_text : m_text.mid(at + gap.size())).right(kMostOfPath);
    const int room = width() - kMarginPx - fontMetrics().horizontalAdvance(time);
    return time + elidedPath(path, fontMetrics(), std::max(0, room));
}

QSize PathText::sizeHint() const
{
    return {100, fontMetrics().height()};
}

void PathText::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(
        rect().adjusted(kMarginPx, 0, 0, 0), Qt::AlignVCenter | Qt::TextSingleLine, shownText());
}

}  // namespace vellum::gui::shell
