#include "gui/charts/selection_bar.h"

#include "gui/theme/theme.h"

#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QMetaEnum>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace vellum::gui::charts {

SelectionBar::SelectionBar(QWidget* parent) : QFrame(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 3, 4, 3);
    layout->setSpacing(0);
    addChoice(Choice::Zoom, tr("Zoom"), tr("Shows this time, and these rows (Enter)"));
    addChoice(Choice::Filter, tr("Filter"), tr("Hides all other rows, in every chart"));
    addChoice(
        Choice::Statistics,
        tr("Statistics"),
        tr("The function summary is of this time and these rows"));
    addChoice(Choice::Note, tr("Note"), tr("Writes a note on this time (M)"));
    addChoice(Choice::Copy, tr("Copy"), tr("Begin, end, length and rows as text"));
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(14);
    shadow->setOffset(0, 2);
    shadow->setColor(QColor(0, 0, 0, 90));
    setGraphicsEffect(shadow);
    setCursor(Qt::ArrowCursor);
    hide();
}

void SelectionBar::addChoice(Choice choice, const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);  // the keyboard stays with the chart
    button->setObjectName(
        QString::fromLatin1(QMetaEnum::fromType<Choice>().valueToKey(static_cast<int>(choice))));
    connect(button, &QToolButton::clicked, this, [this, choice] { emit chosen(choice); });
    layout()->addWidget(button);
}

void SelectionBar::showAt(QPoint pointer, bool hasRows)
{
    constexpr int kAway = 12;
    findChild<QToolButton*>(QStringLiteral("Filter"))->setVisible(hasRows);
    adjustSize();
    const QRect room = parentWidget()->rect().adjusted(4, 4, -4, -4);
    const bool below = pointer.y() + kAway + height() <= room.bottom();
    const int left =
        std::clamp(pointer.x() + kAway, room.left(), std::max(room.left(), room.right() - width()));
    const int top = below ? pointer.y() + kAway : pointer.y() - kAway - height();
    move(left, std::clamp(top, room.top(), std::max(room.top(), room.bottom() - height())));
    show();
    raise();
}

void SelectionBar::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line);
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

}  // namespace vellum::gui::charts
