#include "gui/charts/source/hot_lines.h"

#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr int kWidth = 28;
constexpr int kLeast = 3;  ///< height and width of a mark: it must be found

}  // namespace

HotLines::HotLines(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Where lines moved something"));
    setToolTip(tr("The whole file: wide marks moved much, bright ones what was there already"));
    setFixedWidth(kWidth);
}

void HotLines::show(const std::vector<models::SourceLine>& lines)
{
    m_marks.clear();
    m_rows = static_cast<int>(lines.size());
    std::uint64_t most = 1;
    for (const models::SourceLine& line : lines) {
        most = std::max(most, line.movedBytes);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const auto share = lines[i].share()) {
            m_marks.push_back(
                {.row = static_cast<int>(i),
                 .length = static_cast<double>(lines[i].movedBytes) / static_cast<double>(most),
                 .share = *share});
        }
    }
    update();
}

void HotLines::setShown(int first, int last)
{
    m_first = first;
    m_last = last;
    update();
}

QSize HotLines::sizeHint() const
{
    return {kWidth, 4 * kWidth};
}

void HotLines::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(rect(), theme.panel);
    if (m_rows == 0) {
        return;
    }
    const double scale = static_cast<double>(height()) / m_rows;
    const int each = std::max(kLeast, static_cast<int>(std::lround(scale)));
    for (const Mark& mark : m_marks) {
        const int length = std::max(kLeast, static_cast<int>(std::lround(mark.length * width())));
        painter.fillRect(
            0,
            static_cast<int>(mark.row * scale),
            length,
            each,
            theme::colorBelowNames(mark.share));
    }
    painter.setPen(theme.ink);
    const int top = static_cast<int>(m_first * scale);
    const int bottom = static_cast<int>((m_last + 1) * scale);
    painter.drawRect(QRect(0, top, width() - 1, std::max(kLeast, bottom - top - 1)));
}

void HotLines::want(int y)
{
    if (m_rows > 0 && height() > 0) {
        emit rowWanted(std::clamp(y * m_rows / height(), 0, m_rows - 1));
    }
}

void HotLines::mousePressEvent(QMouseEvent* event)
{
    want(event->pos().y());
}

void HotLines::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) != 0) {
        want(event->pos().y());
    }
}

}  // namespace vellum::gui::charts
