#include "gui/shell/command_palette.h"

#include "gui/charts/elided_text.h"
#include "gui/shell/palette_model.h"
#include "gui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace vellum::gui::shell {

namespace {

constexpr int kMostRows = 12;

/// A line of the list: the letters that were meant stand out, the note is at the right.
class LineDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override
    {
        const theme::Theme& theme = theme::currentTheme();
        painter->save();
        const bool isChoice = index.flags().testFlag(Qt::ItemIsEnabled);
        if (isChoice && option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, theme.selection);
        }
        const QRect area = option.rect.adjusted(10, 0, -10, 0);
        const QFontMetrics metrics(option.font);
        const QString note = index.data(PaletteModel::kNote).toString();
        painter->setPen(theme.mutedInk);
        painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, note);
        const int room = area.width() - metrics.horizontalAdvance(note) - 16;
        const QString text = index.data(Qt::DisplayRole).toString();
        const QString shown = elidedAmongSeen(index, option, metrics, room);
        const auto places =
            placesIn(shown, text, index.data(PaletteModel::kPositions).value<QList<int>>());
        paintLetters(
            *painter, area, shown, places, option.font, isChoice ? theme.ink : theme.mutedInk);
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const override
    {
        return {200, QFontMetrics(option.font).height() + 10};
    }

private:
    /// Long names of functions often begin alike: what is left of them is not what all have in common.
    static QString elidedAmongSeen(
        const QModelIndex& index,
        const QStyleOptionViewItem& option,
        const QFontMetrics& metrics,
        int room)
    {
        const auto* list = qobject_cast<const QListView*>(option.widget);
        const QString text = index.data(Qt::DisplayRole).toString();
        if (list == nullptr || metrics.horizontalAdvance(text) <= room) {
            return metrics.elidedText(text, Qt::ElideRight, room);
        }
        const int first = std::max(0, list->indexAt(QPoint(1, 1)).row());
        const int last = std::min(first + kMostRows, index.model()->rowCount() - 1);
        QStringList names = {text};
        for (int row = first; row <= last; ++row) {
            const QModelIndex other = index.siblingAtRow(row);
            if (other != index) {
                names.append(other.data(Qt::DisplayRole).toString());
            }
        }
        return charts::elidedApart(names, {Qt::ElideRight, Qt::ElideMiddle}, metrics, room).front();
    }

    /// Where letters of \p text are in what is left of it.
    static QList<int> placesIn(const QString& shown, const QString& text, const QList<int>& places)
    {
        if (shown == text) {
            return places;
        }
        QList<int> left;
        qsizetype begin = 0;  // of a piece between two "…" in what is shown
        qsizetype from = 0;   // likewise, where it may be in the text
        for (const QString& piece : shown.split(QStringLiteral("…"))) {
            const bool isEnd = begin + piece.size() == shown.size();
            const qsizetype place = isEnd ? text.lastIndexOf(piece) : text.indexOf(piece, from);
            for (const int one : places) {
                if (place >= 0 && one >= place && one < place + piece.size()) {
                    left.append(static_cast<int>(one - place + begin));
                }
            }
            begin += piece.size() + 1;
            from = std::max(from, place + piece.size());
        }
        return left;
    }

    static void paintLetters(
        QPainter& painter,
        const QRect& area,
        const QString& text,
        const QList<int>& places,
        QFont font,
        const QColor& ink)
    {
        const theme::Theme& theme = theme::currentTheme();
        int x = area.left();
        for (int i = 0; i < text.size();) {
            const bool isMeant = places.contains(i);
            int end = i + 1;
            while (end < text.size() && places.contains(end) == isMeant) {
                ++end;
            }
            font.setBold(isMeant);
            painter.setFont(font);
            painter.setPen(isMeant ? theme.accent : ink);
            const QString part = text.mid(i, end - i);
            painter.drawText(
                QRect(x, area.top(), area.right() - x, area.height()), Qt::AlignVCenter, part);
            x += QFontMetrics(font).horizontalAdvance(part);
            i = end;
        }
    }
};

}  // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QFrame(parent)
    , m_home(parent)
    , m_field(new QLineEdit)
    , m_list(new QListView)
    , m_model(new PaletteModel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    m_field->setPlaceholderText(tr("> action   @ row   # function   : time"));
    m_field->setAccessibleName(tr("Command, row or function"));
    m_field->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new LineDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("What can be done"));
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 4);
    shadow->setColor(QColor(0, 0, 0, 110));
    setGraphicsEffect(shadow);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setText(text);
        m_list->setCurrentIndex(m_model->index(0));
    });
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        m_list->setCurrentIndex(index);
        choose();
    });
    hide();
}

CommandPalette::~CommandPalette() = default;

void CommandPalette::open(const PaletteSources& sources, const QString& text)
{
    m_model->setSources(sources);
    if (!isVisible()) {
        m_before = QApplication::focusWidget();
        placeOver(QApplication::activeWindow());
    }
    m_field->setText(text);
    m_model->setText(text);
    m_list->setCurrentIndex(m_model->index(0));
    show();
    raise();
    if (isWindow()) {
        activateWindow();
    }
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->end(false);  // what is typed goes behind "@"
}

/// Windows of charts stand above the main window: what lies within that would be hidden by them, and
/// would not get the keyboard.
void CommandPalette::placeOver(QWidget* active)
{
    const bool isAtHome = active == nullptr || active == m_home;
    const Qt::WindowFlags flags =
        isAtHome ? Qt::WindowFlags(Qt::Widget) : Qt::Tool | Qt::FramelessWindowHint;
    if (isWindow() == isAtHome) {
        setParent(m_home, flags);
    }
    const int line = fontMetrics().height() + 10;
    const QSize room = m_home->size();
    const int wanted = line * kMostRows + m_field->sizeHint().height() + 30;
    resize(std::min(640, room.width() - 40), std::min(wanted, room.height() - 80));
    const QSize under = isAtHome ? room : active->size();
    const QPoint place((under.width() - width()) / 2, std::min(60, under.height() / 10));
    if (isAtHome) {
        move(place);
        return;
    }
    const QRect screen = active->screen()->availableGeometry();
    const QPoint there = active->mapToGlobal(place);
    move(
        std::max(screen.left(), std::min(there.x(), screen.right() - width())),
        std::max(screen.top(), std::min(there.y(), screen.bottom() - height())));
}

void CommandPalette::leave()
{
    hide();
    if (m_before != nullptr) {
        m_before->activateWindow();
        m_before->setFocus();
    }
}

QStringList CommandPalette::shown() const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        texts << m_model->entry(row).text;
    }
    return texts;
}

QStringList CommandPalette::notes() const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        texts << m_model->index(row).data(PaletteModel::kNote).toString();
    }
    return texts;
}

void CommandPalette::choose()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid()) {
        return;
    }
    const PaletteEntry entry = m_model->entry(index.row());
    if (entry.kind == PaletteEntry::Kind::Nothing) {
        return;
    }
    leave();
    switch (entry.kind) {
    case PaletteEntry::Kind::Action:
        entry.action->trigger();
        break;
    case PaletteEntry::Kind::Row:
        if (entry.key) {
            emit rowChosen(*entry.key);
        } else if (entry.group != LocationGroupRef::undefined()) {
            emit processChosen(entry.group);
        } else {
            emit locationChosen(entry.location);
        }
        break;
    case PaletteEntry::Kind::Function:
        emit functionChosen(entry.region);
        break;
    case PaletteEntry::Kind::Time:
        emit timeChosen(entry.tick);
        break;
    case PaletteEntry::Kind::Nothing:
        break;
    }
}

void CommandPalette::step(int rows)
{
    const int last = m_model->rowCount() - 1;
    const int now = m_list->currentIndex().row();
    m_list->setCurrentIndex(m_model->index(std::clamp(now + rows, 0, std::max(0, last))));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && isVisible()) {
        hide();
    } else if (event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Escape:
            leave();
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose();
            return true;
        case Qt::Key_Down:
            step(1);
            return true;
        case Qt::Key_Up:
            step(-1);
            return true;
        case Qt::Key_PageDown:
            step(kMostRows);
            return true;
        case Qt::Key_PageUp:
            step(-kMostRows);
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

}  // namespace vellum::gui::shell
