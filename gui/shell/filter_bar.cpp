#include "gui/shell/filter_bar.h"

#include "gui/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QStylePainter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

/// Words alone, in the colours of the theme of the moment: a style sheet would keep those it was made in, and a style
/// draws a pressed button below what is checked.
class Word : public QToolButton {
public:
    [[nodiscard]] QSize sizeHint() const override
    {
        return fontMetrics().size(Qt::TextSingleLine, text()) + QSize(2 * kMarginPx, 2);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QStylePainter painter(this);
        painter.drawItemText(
            rect(), Qt::AlignCenter, palette(), isEnabled(), text(), QPalette::WindowText);
        if (hasFocus()) {
            QStyleOptionFocusRect option;
            option.initFrom(this);
            painter.drawPrimitive(QStyle::PE_FrameFocusRect, option);
        }
    }

private:
    static constexpr int kMarginPx = 3;
};

/// One filter: a check box's behaviour in the shape of a chip, with a cross.
class Chip : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::shell::Chip)

public:
    explicit Chip(const models::Filter& filter)
        : m_toggle(new Word)
        , m_cross(new Word)
        , m_isOn(filter.isOn)
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(8, 0, 4, 0);
        layout->setSpacing(2);
        const QFontMetrics metrics(font());
        constexpr int kWidest = 260;
        m_toggle->setText(metrics.elidedText(filter.text, Qt::ElideMiddle, kWidest));
        m_toggle->setToolTip(
            filter.isOn ? tr("%1\nClick: switch it off").arg(filter.text)
                        : tr("%1\nIt is off. Click: switch it on").arg(filter.text));
        m_toggle->setAccessibleName(filter.text);
        m_toggle->setCheckable(true);
        m_toggle->setChecked(filter.isOn);
        m_toggle->setObjectName(QStringLiteral("toggle"));
        m_cross->setText(QStringLiteral("×"));
        m_cross->setToolTip(tr("Remove this filter"));
        m_cross->setAccessibleName(tr("Remove %1").arg(filter.text));
        m_cross->setObjectName(QStringLiteral("remove"));
        for (QToolButton* button : {m_toggle, m_cross}) {
            button->setFocusPolicy(Qt::TabFocus);
            layout->addWidget(button);
        }
        if (!filter.isOn) {
            QFont struck = font();
            struck.setStrikeOut(true);
            m_toggle->setFont(struck);
        }
    }

    [[nodiscard]] QToolButton* toggle() const { return m_toggle; }
    [[nodiscard]] QToolButton* cross() const { return m_cross; }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const theme::Theme& theme = theme::currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(m_isOn ? theme.accent : theme.line);
        painter.setBrush(m_isOn ? theme.selection : theme.field);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5), 10, 10);
    }

private:
    QToolButton* m_toggle;
    QToolButton* m_cross;
    bool m_isOn;
};

}  // namespace

FilterBar::FilterBar(
    models::ViewHistory& view, std::shared_ptr<const Definitions> definitions, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
    , m_definitions(std::move(definitions))
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(8, 2, 8, 2);
    m_layout->setSpacing(8);
    setFixedHeight(std::max(28, fontMetrics().height() + 12));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("Active filters"));
    connect(&view, &models::ViewHistory::changed, this, [this] {
        if (m_shown != m_view.state().filters) {
            rebuild();
        }
    });
    rebuild();
}

void FilterBar::rebuild()
{
    m_shown = m_view.state().filters;
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();  // it may be the one that was clicked
        }
        delete item;
    }
    const auto& filters = m_view.filters().filters();
    setVisible(!filters.empty());
    if (filters.empty()) {
        return;
    }
    m_layout->addWidget(new QLabel(tr("Filters")));
    for (std::size_t i = 0; i < filters.size(); ++i) {
        auto* chip = new Chip(filters[i]);
        connect(chip->toggle(), &QToolButton::clicked, this, [this, i] { change(i, false); });
        connect(chip->cross(), &QToolButton::clicked, this, [this, i] { change(i, true); });
        m_layout->addWidget(chip);
    }
    m_layout->addStretch(1);
    auto* all = new QToolButton;
    all->setText(tr("Remove all"));
    all->setAutoRaise(true);
    all->setObjectName(QStringLiteral("removeAll"));
    connect(all, &QToolButton::clicked, this, [this] {
        m_view.setFilters(nullptr, tr("remove filters"));
    });
    m_layout->addWidget(all);
}

void FilterBar::change(std::size_t place, bool removes)
{
    std::vector<models::Filter> filters = m_view.filters().filters();
    if (removes) {
        filters.erase(filters.begin() + static_cast<std::ptrdiff_t>(place));
    } else {
        filters[place].isOn = !filters[place].isOn;
    }
    m_view.setFilters(
        *m_definitions, std::move(filters), removes ? tr("remove filter") : tr("switch filter"));
}

/// Buttons with a style of their own keep the ink of the theme that they were made in.
void FilterBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        rebuild();
    }
}

void FilterBar::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

}  // namespace vellum::gui::shell
