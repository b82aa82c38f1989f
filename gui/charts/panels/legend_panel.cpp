#include "gui/charts/panels/legend_panel.h"

#include "gui/charts/chart_header.h"
#include "gui/data/group_names.h"
#include "gui/theme/region_colors.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>
#include <string_view>

namespace vellum::gui::charts {

namespace {

QPixmap swatch(const QColor& color, theme::Cue cue, qreal ratio)
{
    constexpr int kWidth = 18;
    constexpr int kHeight = 12;
    QPixmap pixmap(QSize(kWidth, kHeight) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(0, 0, kWidth, kHeight), 2, 2);
    if (theme::showsCues()) {
        painter.setBrush(theme::cueBrush(cue, color));
        painter.drawRoundedRect(QRectF(0, 0, kWidth, kHeight), 2, 2);
    }
    return pixmap;
}

}  // namespace

LegendPanel::LegendPanel(
    const Definitions& definitions, models::Selection& selection, QWidget* parent)
    : QWidget(parent)
{
    auto* header = new ChartHeader(tr("Legend"));
    header->setSentence(tr("colours by function group"));
    header->setMarkVisible(false);
    auto* grid = new QGridLayout;
    grid->setContentsMargins(10, 6, 10, 10);
    grid->setVerticalSpacing(2);
    std::set<FunctionGroup> groups;
    for (const Region& region : definitions.regions) {
        groups.insert(region.group);
    }
    const data::GroupNames names = data::groupNames(definitions);
    int place = 0;
    for (const FunctionGroup group : groups) {
        auto* button = new QToolButton;
        button->setText(QLatin1Char(' ') + data::nameOf(names, group));
        m_buttons.emplace_back(button, group);
        button->setIconSize({18, 12});
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolTip(tr("Make all functions of this group stand out"));
        const models::Highlight wanted{
            .by = query::GroupBy::FunctionGroup,
            .key = {.value = static_cast<std::uint32_t>(group)}};
        connect(button, &QToolButton::clicked, this, [&selection, wanted](bool on) {
            selection.setHighlight(on ? std::optional(wanted) : std::nullopt);
        });
        connect(&selection, &models::Selection::changed, button, [button, &selection, wanted] {
            button->setChecked(selection.highlight() == wanted);
        });
        grid->addWidget(button, place / 2, place % 2, Qt::AlignLeft);
        ++place;
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addLayout(grid);
    paintSwatches();
}

void LegendPanel::paintSwatches()
{
    for (const auto& [button, group] : m_buttons) {
        button->setIcon(swatch(theme::groupColor(group), theme::cueOf(group), devicePixelRatioF()));
    }
}

void LegendPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        paintSwatches();
    }
}

}  // namespace vellum::gui::charts
