#pragma once

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QPoint>
#include <QTest>
#include <QWheelEvent>

// What a pointer does to a chart. \p position is in its viewport.

namespace vellum::tests {

/// \p notches of a wheel; up and to the left are positive.
inline void turnWheel(
    const QAbstractScrollArea& chart,
    QPoint position,
    QPoint notches,
    Qt::KeyboardModifiers modifiers = {})
{
    QWheelEvent event(
        position,
        chart.viewport()->mapToGlobal(position),
        {},
        120 * notches,
        Qt::NoButton,
        modifiers,
        Qt::NoScrollPhase,
        false);
    QCoreApplication::sendEvent(chart.viewport(), &event);
}

/// Sent itself: QTest would move the one pointer of the screen, and with it other windows'.
inline void movePointer(
    const QAbstractScrollArea& chart,
    QPoint position,
    Qt::MouseButtons buttons = {},
    Qt::KeyboardModifiers modifiers = {})
{
    QMouseEvent event(
        QEvent::MouseMove,
        position,
        chart.viewport()->mapToGlobal(position),
        Qt::NoButton,
        buttons,
        modifiers);
    QCoreApplication::sendEvent(chart.viewport(), &event);
}

inline void dragPointer(
    const QAbstractScrollArea& chart,
    QPoint from,
    QPoint to,
    Qt::MouseButton button,
    Qt::KeyboardModifiers modifiers = {})
{
    QTest::mousePress(chart.viewport(), button, modifiers, from);
    movePointer(chart, (from + to) / 2, button, modifiers);
    movePointer(chart, to, button, modifiers);
    QTest::mouseRelease(chart.viewport(), button, modifiers, to);
}

inline void doubleClickPointer(const QAbstractScrollArea& chart, QPoint position)
{
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, position);
    QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, position);
    QTest::mouseRelease(chart.viewport(), Qt::LeftButton, {}, position);
}

}  // namespace vellum::tests
