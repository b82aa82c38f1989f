#include "gui/shell/shift_drag.h"

#include "gui/shell/trace_view.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr double kSnapPx = 6;

}  // namespace

ShiftDrag::ShiftDrag(models::TimeLink& link, StaysOf staysOf, SnapsOf snapsOf, QObject* parent)
    : QObject(parent)
    , m_link(link)
    , m_staysOf(std::move(staysOf))
    , m_snapsOf(std::move(snapsOf))
{
}

void ShiftDrag::watch(QWidget& widget, TraceView& view, bool withAlt)
{
    m_watched.push_back({.widget = &widget, .view = &view, .withAlt = withAlt});
    widget.installEventFilter(this);
    const auto forget = [this, gone = &widget] {
        std::erase_if(m_watched, [gone](const Watched& one) { return one.widget == gone; });
        m_view = nullptr;
    };
    connect(&widget, &QObject::destroyed, this, forget);
}

Tick ShiftDrag::zeroAt(
    const models::TimeLink& link,
    const models::ViewHistory& moved,
    Tick tick,
    const models::ViewHistory& stays,
    Tick other)
{
    return moved.state().alignment.zero + tick - link.tickIn(moved, other, stays);
}

bool ShiftDrag::eventFilter(QObject* watched, QEvent* event)
{
    const auto of = std::ranges::find(
        m_watched, watched, [](const Watched& one) { return static_cast<QObject*>(one.widget); });
    if (of == m_watched.end()) {
        return QObject::eventFilter(watched, event);
    }
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool isMeant =
            mouse->button() == Qt::LeftButton
            && mouse->modifiers() == (of->withAlt ? Qt::AltModifier : Qt::NoModifier);
        // A click on a name is the name's, too.
        return isMeant
               && begin(*of, mouse->position().toPoint(), mouse->globalPosition().toPoint().x())
               && of->withAlt;
    }
    if (m_view == nullptr) {
        return QObject::eventFilter(watched, event);
    }
    if (event->type() == QEvent::MouseMove) {
        moveTo(static_cast<QMouseEvent*>(event)->globalPosition().toPoint().x());
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease
        && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        m_view = nullptr;
        emit dropped();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

bool ShiftDrag::begin(const Watched& watched, QPoint position, int x)
{
    TraceView* stays = m_staysOf(*watched.view);
    const models::ViewHistory& history = watched.view->history();
    const int width = watched.view->frame().widthForTime();
    if (stays == nullptr || width <= 0 || !m_link.isCoupled() || m_link.isByLength()) {
        return false;
    }
    m_view = watched.view;
    m_stays = stays;
    m_from = x;
    m_isMoving = false;
    m_zero = history.state().alignment.zero;
    m_ticksPerPixel = static_cast<double>(m_link.wanted(history).length()) / width;
    m_snaps.clear();
    ++m_gesture;
    emit grabbed(*m_view, *m_stays, watched.withAlt ? std::optional(position) : std::nullopt);
    return true;
}

void ShiftDrag::moveTo(int x)
{
    const int by = x - m_from;
    if (!m_isMoving && std::abs(by) < QApplication::startDragDistance()) {
        return;
    }
    if (!m_isMoving) {
        addSnaps(m_snapsOf(*m_view, *m_stays));
    }
    m_isMoving = true;
    // To the right is later: what was at the zero before is now before it.
    const Tick zero = m_zero - std::llround(by * m_ticksPerPixel);
    const Snap* at = nearest(zero);
    m_link.shift(
        m_view->history(),
        at != nullptr ? at->zero : zero,
        m_stays->history(),
        tr("move a trace"),
        m_gesture);
    emit moved(*m_view, at);
}

void ShiftDrag::addSnaps(const std::vector<Snap>& snaps)
{
    if (m_view != nullptr) {
        m_snaps.insert(m_snaps.end(), snaps.begin(), snaps.end());
        std::ranges::stable_sort(m_snaps, {}, &Snap::zero);
    }
}

/// The one that is nearest to where it would stand, within some pixels.
const ShiftDrag::Snap* ShiftDrag::nearest(Tick zero) const
{
    const auto distance = [&](const Snap& snap) {
        return std::abs(static_cast<double>(snap.zero - zero)) / m_ticksPerPixel;
    };
    const auto next = std::ranges::lower_bound(m_snaps, zero, {}, &Snap::zero);
    auto nearest = next;
    if (next != m_snaps.begin()
        && (next == m_snaps.end() || distance(*std::prev(next)) < distance(*next))) {
        nearest = std::prev(next);
    }
    return nearest != m_snaps.end() && distance(*nearest) <= kSnapPx ? &*nearest : nullptr;
}

}  // namespace vellum::gui::shell
