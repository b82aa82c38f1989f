#include "gui/charts/source/share_delegate.h"

#include "gui/charts/source/source_model.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr int kInset = 3;
constexpr int kGap = 6;

}  // namespace

void ShareDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem style = option;
    initStyleOption(&style, index);
    style.text.clear();
    const QStyle* painterOfGround =
        style.widget != nullptr ? style.widget->style() : QApplication::style();
    painterOfGround->drawControl(QStyle::CE_ItemViewItem, &style, painter, style.widget);
    const QVariant value = index.data(SourceModel::kShareRole);
    if (!value.isValid()) {
        return;
    }
    const double share = value.toDouble();
    const int figure = style.fontMetrics.horizontalAdvance(QStringLiteral("100.0 %"));
    const QRect cell = option.rect.adjusted(kGap, kInset, -kGap, -kInset);
    const QRect track(
        cell.left(), cell.top(), std::max(0, cell.width() - figure - kGap), cell.height());
    const QRect bar(
        track.left(),
        track.top(),
        static_cast<int>(std::lround(track.width() * share)),
        track.height());
    painter->fillRect(bar, theme::colorBelowNames(share));
    painter->setPen(theme::currentTheme().ink);
    painter->drawRect(track.adjusted(0, 0, -1, -1));
    const bool isMarked = (option.state & QStyle::State_Selected) != 0;
    painter->setPen(option.palette.color(isMarked ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(
        QRect(track.right() + 1 + kGap, cell.top(), figure, cell.height()),
        static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
        index.data(Qt::DisplayRole).toString());
}

}  // namespace vellum::gui::charts
