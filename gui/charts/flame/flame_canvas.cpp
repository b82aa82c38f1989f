#include "gui/charts/flame/flame_canvas.h"

#include "gui/data/change.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

using models::FlameBox;
using models::FlameNode;
using models::FlameWidth;

namespace {

constexpr int kInset = 3;          ///< above and below a name
constexpr int kBeside = 4;         ///< beside a name
constexpr double kLeastName = 24;  ///< a narrower box has no name
constexpr double kLeastBox = 1;    ///< device-independent pixels; narrower boxes are columns

}  // namespace

FlameCanvas::FlameCanvas(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    QAbstractScrollArea::setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Flame graph"));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), [this] {
        viewport()->update();
    });
}

// ---- What is shown -------------------------------------------------------------------------------

void FlameCanvas::setTree(
    std::shared_ptr<const models::FlameTree> tree,
    const ClockProperties* clock,
    std::optional<std::uint32_t> focus)
{
    m_tree = std::move(tree);
    m_clock = clock != nullptr ? std::optional(*clock) : std::nullopt;
    m_focus = focus;
    select(std::nullopt);
    layOut();
}

void FlameCanvas::setRoots(Roots roots)
{
    m_roots = roots;
    updateScrollBar();
    // The outermost callers are what one sees first.
    verticalScrollBar()->setValue(roots == Roots::Bottom ? verticalScrollBar()->maximum() : 0);
}

QString FlameCanvas::rootsWord() const
{
    return m_roots == Roots::Top ? QStringLiteral("top") : QStringLiteral("bottom");
}

void FlameCanvas::setRootsWord(const QString& word)
{
    if (word == QLatin1String("top") || word == QLatin1String("bottom")) {
        setRoots(word == QLatin1String("top") ? Roots::Top : Roots::Bottom);
    }
}

void FlameCanvas::fillRootsMenu(
    QMenu& menu, const std::function<void(const QString&, const std::function<void()>&)>& choose)
{
    auto* group = new QActionGroup(&menu);
    const auto add = [&](const QString& text, Roots roots) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_roots == roots);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, choose, text, roots] {
            choose(QString(text).remove(QLatin1Char('&')).toLower(), [this, roots] {
                setRoots(roots);
            });
        });
    };
    add(tr("Callers at the &top"), Roots::Top);
    add(tr("Callers at the &bottom"), Roots::Bottom);
}

void FlameCanvas::setOrder(models::FlameOrder order)
{
    m_order = order;
    layOut();
}

void FlameCanvas::setSizesOf(FlameWidth run)
{
    m_width = run;
    layOut();
}

void FlameCanvas::setFocusNode(std::optional<std::uint32_t> node)
{
    m_focus = node;
    layOut();
}

void FlameCanvas::setMarked(const std::string& name)
{
    if (name != m_marked) {
        m_marked = name;
        viewport()->update();
    }
}

void FlameCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void FlameCanvas::select(std::optional<std::uint32_t> node)
{
    m_selected = node;
    setAccessibleDescription(node ? textOf(*node) : QString());
    viewport()->update();
}

void FlameCanvas::layOut()
{
    m_boxes.clear();
    m_rows.clear();
    if (m_tree) {
        m_boxes = models::flameBoxes(*m_tree, m_focus, m_order, m_width);
        m_rows.resize(m_tree->depth);
        for (std::uint32_t node = 0; node < m_boxes.size(); ++node) {
            if (m_boxes[node].end > m_boxes[node].begin) {
                m_rows[m_tree->nodes[node].depth].push_back(node);
            }
        }
        for (std::vector<std::uint32_t>& row : m_rows) {
            std::ranges::sort(row, {}, [this](std::uint32_t node) { return m_boxes[node].begin; });
        }
        while (!m_rows.empty() && m_rows.back().empty()) {
            m_rows.pop_back();
        }
    }
    updateScrollBar();
}

// ---- Where things are ----------------------------------------------------------------------------

int FlameCanvas::rowHeight() const
{
    return fontMetrics().height() + 2 * kInset;
}

int FlameCanvas::wholeHeight() const
{
    return static_cast<int>(std::min<std::size_t>(m_rows.size(), 1'000'000)) * rowHeight();
}

void FlameCanvas::updateScrollBar()
{
    const int height = viewport()->height();
    QScrollBar* bar = verticalScrollBar();
    const bool wasAtEnd = bar->value() == bar->maximum();
    bar->setPageStep(height);
    bar->setSingleStep(rowHeight());
    bar->setRange(0, std::max(0, wholeHeight() - height));
    if (m_roots == Roots::Bottom && wasAtEnd) {
        bar->setValue(bar->maximum());
    }
    viewport()->update();
}

int FlameCanvas::topOf(std::uint32_t depth) const
{
    const int fromTop = static_cast<int>(depth) * rowHeight();
    if (m_roots == Roots::Top) {
        return fromTop - verticalScrollBar()->value();
    }
    const int bottom = std::max(viewport()->height(), wholeHeight());
    return bottom - fromTop - rowHeight() - verticalScrollBar()->value();
}

QRectF FlameCanvas::boxOf(std::uint32_t node) const
{
    if (node >= m_boxes.size() || m_boxes[node].end <= m_boxes[node].begin) {
        return {};
    }
    const double whole = viewport()->width();
    const FlameBox& box = m_boxes[node];
    return {
        box.begin * whole,
        static_cast<double>(topOf(m_tree->nodes[node].depth)),
        (box.end - box.begin) * whole,
        static_cast<double>(rowHeight())};
}

std::optional<std::uint32_t> FlameCanvas::nodeAt(QPointF position) const
{
    const double share = position.x() / std::max(1, viewport()->width());
    for (std::uint32_t depth = 0; depth < m_rows.size(); ++depth) {
        const int top = topOf(depth);
        if (position.y() < top || position.y() >= top + rowHeight()) {
            continue;
        }
        const auto& row = m_rows[depth];
        const auto after = std::ranges::upper_bound(
            row, share, {}, [this](std::uint32_t node) { return m_boxes[node].begin; });
        if (after != row.begin() && m_boxes[*std::prev(after)].end > share) {
            return *std::prev(after);
        }
        return std::nullopt;
    }
    return std::nullopt;
}

// ---- Words ---------------------------------------------------------------------------------------

namespace {

QString ownName(const Region* region, std::size_t most)
{
    return region != nullptr ? data::cut(region->name, most)
                             : FlameCanvas::tr("code without a name");
}

/// Of two runs both names where they differ: "solve ≈ solve.isra.0".
QString nameOf(const FlameNode& node, std::size_t most)
{
    const QString name = ownName(node.region, most);
    return node.regionBefore == nullptr
               ? name
               : ownName(node.regionBefore, most) + QStringLiteral(" ≈ ") + name;
}

}  // namespace

QString FlameCanvas::labelOf(const FlameNode& node) const
{
    // The mark comes first: the end is cut where there is little room.
    const QString name = (node.regionBefore != nullptr ? QStringLiteral("≈ ") : QString())
                         + nameOf(node, data::kMostOfNameInLine);
    return m_tree->isDifference && data::changeStrength(node.before, node.size) != 0
               ? QStringLiteral("%1 %2").arg(data::changeText(node.before, node.size), name)
               : name;
}

QString FlameCanvas::sizeText(double size) const
{
    constexpr double kMost = 9e18;  // inside 64 bits, whatever a server says
    const auto whole = static_cast<Tick>(std::llround(std::clamp(size, 0.0, kMost)));
    return m_clock ? data::durationText(whole, *m_clock)
                   : data::counted(static_cast<std::uint64_t>(whole), tr("sample"), tr("samples"));
}

QString FlameCanvas::textOf(std::uint32_t number) const
{
    const FlameNode& node = m_tree->nodes[number];
    QString name = nameOf(node, data::kMostOfNameInPath);
    if (node.regionBefore != nullptr) {
        name += QStringLiteral(" · ") + data::matchText(node.likeness);
    }
    if (m_tree->isDifference) {
        return QStringLiteral("%1 · %2").arg(
            name,
            tr("%1 before, %2 after: %3")
                .arg(
                    sizeText(node.before),
                    sizeText(node.size),
                    data::changeText(node.before, node.size)));
    }
    QStringList parts = {
        name,
        tr("%1, %2 of all")
            .arg(sizeText(node.size), data::percent(node.size / std::max(m_tree->total, 1.0))),
        tr("%1 in itself").arg(sizeText(node.self))};
    if (node.visits > 0) {
        parts << data::counted(node.visits, tr("visit"), tr("visits"));
    }
    return parts.join(QStringLiteral(" · "));
}

// ---- Painting ------------------------------------------------------------------------------------

QColor FlameCanvas::colorOf(const FlameNode& node) const
{
    if (m_tree->isDifference) {
        return theme::differenceColor(data::changeStrength(node.before, node.size));
    }
    return node.region != nullptr ? theme::regionColor(*node.region)
                                  : theme::groupColor(FunctionGroup::Unknown);
}

void FlameCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(viewport()->rect(), theme.panel);
    if (m_rows.empty()) {
        painter.setPen(theme.mutedInk);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    for (std::uint32_t depth = 0; depth < m_rows.size(); ++depth) {
        const int top = topOf(depth);
        if (top < viewport()->height() && top + rowHeight() > 0) {
            paintRow(painter, depth);
        }
    }
    if (const QRectF box = m_selected ? boxOf(*m_selected) : QRectF(); !box.isEmpty()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
}

/// Boxes from a pixel on as they are; of those below, the widest that begins in a column gives it its colour.
void FlameCanvas::paintRow(QPainter& painter, std::uint32_t depth) const
{
    const double whole = viewport()->width();
    const int top = topOf(depth);
    std::optional<std::uint32_t> widest;
    int column = -1;
    const auto widthOf = [&](std::uint32_t node) {
        return (m_boxes[node].end - m_boxes[node].begin) * whole;
    };
    const auto paintColumn = [&] {
        if (widest) {
            const QRect place(column, top, 1, rowHeight() - 1);
            painter.fillRect(place, colorOf(m_tree->nodes[*widest]));
            widest.reset();
        }
    };
    for (const std::uint32_t node : m_rows[depth]) {
        if (widthOf(node) >= kLeastBox) {
            continue;
        }
        const int at = static_cast<int>(m_boxes[node].begin * whole);
        if (at != column) {
            paintColumn();
            column = at;
        }
        const auto size = [&](std::uint32_t one) {
            return models::sizeOf(
                m_tree->nodes[one], m_width);  // widths are off in their last bits
        };
        widest = !widest || size(node) > size(*widest) ? node : widest;
    }
    paintColumn();
    for (const std::uint32_t node : m_rows[depth]) {
        if (widthOf(node) >= kLeastBox) {
            paintBox(painter, node, boxOf(node));
        }
    }
}

void FlameCanvas::paintBox(QPainter& painter, std::uint32_t number, const QRectF& box) const
{
    const theme::Theme& theme = theme::currentTheme();
    const FlameNode& node = m_tree->nodes[number];
    const bool isMarked =
        !m_marked.empty() && node.region != nullptr && node.region->name == m_marked;
    QColor color = colorOf(node);
    if (!m_marked.empty() && !isMarked) {
        color.setAlphaF(0.35F);
    }
    // A line of the ground between neighbours, where there is room for one.
    const double gap = box.width() >= 3 ? 1 : 0;
    const QRectF inner = box.adjusted(0, 0, -gap, -1);
    painter.fillRect(inner, color);
    if (box.width() < kLeastName) {
        return;
    }
    const bool isDimmed = !m_marked.empty() && !isMarked;
    const bool isPlain = m_tree->isDifference || node.region == nullptr || isDimmed;
    painter.setPen(isPlain ? theme.ink : theme::regionInk(*node.region));
    QFont font = this->font();
    font.setBold(isMarked);
    painter.setFont(font);
    const QRectF words = inner.adjusted(kBeside, 0, -kBeside / 2.0, 0);
    painter.drawText(
        words,
        Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        QFontMetrics(font).elidedText(
            labelOf(node), Qt::ElideRight, static_cast<int>(words.width())));
}

// ---- Mouse and keys ------------------------------------------------------------------------------

void FlameCanvas::selectByUser(std::optional<std::uint32_t> node)
{
    select(node);
    if (node) {
        const QRectF box = boxOf(*node);
        QScrollBar* bar = verticalScrollBar();
        if (box.top() < 0) {
            bar->setValue(bar->value() + static_cast<int>(box.top()));
        } else if (box.bottom() > viewport()->height()) {
            bar->setValue(bar->value() + static_cast<int>(box.bottom()) - viewport()->height());
        }
        emit hovered(textOf(*node));
    }
    emit selectedByUser();
}

void FlameCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

void FlameCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateScrollBar();
    }
}

void FlameCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton || event->button() == Qt::RightButton) {
        selectByUser(nodeAt(event->position()));
    }
}

void FlameCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        emit focusWanted(nodeAt(event->position()));
    }
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto node = nodeAt(event->position());
    emit hovered(node ? textOf(*node) : QString());
}

void FlameCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

bool FlameCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto node = nodeAt(help->pos());
        QToolTip::showText(
            help->globalPos(),
            node ? data::tipName(textOf(*node).toStdString()) : QString(),
            viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        emit hovered(QString());
    }
    return QAbstractScrollArea::viewportEvent(event);
}

/// Up and down as the rows lie: to the caller in one direction, to the first callee in the other.
std::optional<std::uint32_t> FlameCanvas::neighbour(int key) const
{
    const std::size_t depth = m_tree->nodes[*m_selected].depth;
    if (boxOf(*m_selected).isEmpty()) {
        return m_rows.front().front();  // it is not shown
    }
    const auto& row = m_rows[depth];
    const auto place = std::ranges::find(row, *m_selected);
    const bool isToRoot = (key == Qt::Key_Up) == (m_roots == Roots::Top);
    switch (key) {
    case Qt::Key_Left:
        return place == row.begin() ? m_selected : std::optional(*std::prev(place));
    case Qt::Key_Right:
        return std::next(place) == row.end() ? m_selected : std::optional(*std::next(place));
    default:
        break;
    }
    if (isToRoot) {
        return m_tree->nodes[*m_selected].parent;
    }
    const std::size_t below = depth + 1;
    if (below < m_rows.size()) {
        for (const std::uint32_t node : m_rows[below]) {
            if (m_tree->nodes[node].parent == *m_selected) {
                return node;
            }
        }
    }
    return m_selected;
}

void FlameCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    const bool isOfFocus =
        m_focus && (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Backspace);
    if (!isPlain || (m_rows.empty() && !isOfFocus)) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Home:
        selectByUser(m_rows.front().front());
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        selectByUser(m_selected ? neighbour(event->key()) : m_rows.front().front());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected) {
            emit focusWanted(m_selected);
        }
        return;
    case Qt::Key_Backspace:
        if (m_focus) {
            const std::uint32_t caller = m_tree->nodes[*m_focus].parent;
            emit focusWanted(caller == *m_focus ? std::nullopt : std::optional(caller));
        }
        return;
    case Qt::Key_Escape:
        if (m_focus) {
            emit focusWanted(std::nullopt);
            return;
        }
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace vellum::gui::charts
