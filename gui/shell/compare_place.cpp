#include "gui/shell/compare_place.h"

#include "gui/theme/theme.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kEdgePx = 4;
constexpr int kPadPx = 4;

QColor tintOf(int number)
{
    const auto& colors = theme::currentTheme().series;
    return colors[static_cast<std::size_t>(number) % colors.size()];
}

}  // namespace

// ---- The name -------------------------------------------------------------------------------

NameStrip::NameStrip(int number, QString name, QWidget* parent)
    : QWidget(parent)
    , m_number(number)
    , m_name(std::move(name))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setAccessibleName(tr("Trace %1: %2").arg(ComparePlace::letterOf(number), m_name));
}

QSize NameStrip::sizeHint() const
{
    return {kEdgePx + fontMetrics().height() + 2 * kPadPx, 3 * fontMetrics().height()};
}

void NameStrip::setCurrent(bool isCurrent)
{
    m_isCurrent = isCurrent;
    update();
}

void NameStrip::setNote(const QString& note)
{
    m_note = note;
    update();
}

void NameStrip::mousePressEvent(QMouseEvent* /*event*/)
{
    emit clicked();
}

/// The letter stands upright at the top, the name runs up to it; the current one's ground is of its colour.
void NameStrip::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    QColor ground = tintOf(m_number);
    ground.setAlphaF(m_isCurrent ? 0.28F : 0.08F);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(rect(), ground);
    painter.fillRect(0, 0, kEdgePx, height(), tintOf(m_number));
    painter.fillRect(width() - 1, 0, 1, height(), theme.line);

    const QFont plain = font();
    QFont bold = plain;
    bold.setBold(true);
    const int letterHeight = fontMetrics().height() + 2 * kPadPx;
    painter.setPen(theme.ink);
    painter.setFont(bold);
    painter.drawText(
        QRect(kEdgePx, 0, width() - kEdgePx, letterHeight),
        Qt::AlignCenter,
        ComparePlace::letterOf(m_number));

    painter.translate(0, height());
    painter.rotate(-90);
    const QRect line(kPadPx, kEdgePx, height() - letterHeight - 2 * kPadPx, width() - kEdgePx);
    painter.setFont(m_isCurrent ? bold : plain);
    const QFontMetrics metrics(painter.font());
    const int noteWidth = m_note.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_note) + 8;
    // Where not both have room, the name has.
    const bool hasNote = noteWidth > 0 && line.width() - noteWidth >= line.width() / 2;
    const int nameWidth = line.width() - (hasNote ? noteWidth : 0);
    painter.drawText(
        line.left() + line.width() - nameWidth,
        line.top(),
        nameWidth,
        line.height(),
        Qt::AlignRight | Qt::AlignVCenter,
        metrics.elidedText(m_name, Qt::ElideMiddle, nameWidth));
    if (hasNote) {
        painter.setFont(plain);
        painter.setPen(theme.mutedInk);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_note);
    }
}

// ---- The place ------------------------------------------------------------------------------

ComparePlace::ComparePlace(TraceTab* tab, int number, QWidget* parent)
    : QWidget(parent)
    , m_tab(tab)
    , m_number(number)
    , m_strip(new NameStrip(number, tab->title()))
    , m_blank(new QWidget)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_strip);
    row->addWidget(m_blank);
    row->addWidget(tab, 1);
    m_blank->setFixedWidth(0);
    m_strip->setToolTip(tr("%1\nDrag it to move the trace").arg(tab->path()));
    connect(tab, &TraceTab::opened, this, [this] {
        connect(
            &m_tab->view()->frame(),
            &charts::ChartFrame::labelWidthChanged,
            this,
            &ComparePlace::placeCharts);
    });
}

void ComparePlace::setShown(TickRange wanted, TickRange shown)
{
    m_wanted = wanted;
    m_shown = shown;
    placeCharts();
}

void ComparePlace::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeCharts();
}

void ComparePlace::placeCharts()
{
    if (m_tab->view() == nullptr) {
        return;
    }
    charts::ChartFrame& frame = m_tab->view()->frame();
    const bool isPart = !m_wanted.isEmpty() && m_wanted.begin <= m_shown.begin
                        && m_shown.end <= m_wanted.end && m_shown != m_wanted;
    // As wide as they were without blanks, whatever is blank now.
    const int room = width() - m_strip->width() - (m_tab->width() - frame.widthForTime());
    const auto widthOf = [&](Tick ticks) {
        const double share = static_cast<double>(ticks) / static_cast<double>(m_wanted.length());
        return isPart ? static_cast<int>(std::lround(share * std::max(0, room))) : 0;
    };
    m_blank->setFixedWidth(widthOf(m_shown.begin - m_wanted.begin));
    frame.setBlankAtRight(widthOf(m_wanted.end - m_shown.end));
}

}  // namespace vellum::gui::shell
