#include "gui/charts/fling.h"

#include "gui/models/view_history.h"

#include <QCoreApplication>
#include <QMouseEvent>

#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr double kSlowingMs = 325;  ///< in so long the speed falls to 1/e
constexpr double kLeastSpeed =
    0.15;                          ///< pixels a millisecond: a hand that is slower has come to rest
constexpr double kStandsPx = 0.5;  ///< what is left to go then is not seen
constexpr int kFrameMs = 16;
constexpr std::uint64_t kLookBackMs =
    100;                               ///< what the hand did before says nothing of how it let go
constexpr std::uint64_t kRestMs = 60;  ///< a hand that held still so long did not let go in motion

}  // namespace

double Glide::after(double milliseconds) const
{
    return speed * kSlowingMs * (1 - std::exp(-milliseconds / kSlowingMs));
}

bool Glide::isOver(double milliseconds) const
{
    return std::abs(speed) * kSlowingMs * std::exp(-milliseconds / kSlowingMs) < kStandsPx;
}

Fling::Fling(models::ViewHistory& view, QObject* parent) : QObject(parent), m_view(view)
{
    m_timer.setInterval(kFrameMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Fling::step);
}

void Fling::setOn(bool isOn)
{
    m_isOn = isOn;
    if (!isOn) {
        stop();
    }
}

void Fling::begin()
{
    stop();
    m_samples.clear();
}

void Fling::track(const QMouseEvent& event)
{
    m_samples.push_back({.x = event.globalPosition().x(), .time = event.timestamp()});
    std::erase_if(m_samples, [now = event.timestamp()](const Sample& sample) {
        return sample.time + kLookBackMs < now;
    });
}

void Fling::letGo(
    const QMouseEvent& event, int widthPx, const QString& chart, std::uint64_t gesture)
{
    if (!m_isOn || m_samples.size() < 2 || widthPx <= 0
        || event.timestamp() > m_samples.back().time + kRestMs) {
        return;
    }
    const Sample& first = m_samples.front();
    const Sample& last = m_samples.back();
    if (last.time <= first.time) {
        return;
    }
    m_glide.speed = (last.x - first.x) / static_cast<double>(last.time - first.time);
    if (std::abs(m_glide.speed) < kLeastSpeed) {
        return;
    }
    m_from = m_view.range();
    m_reached = m_from;
    m_ticksPerPx = static_cast<double>(m_from.length()) / widthPx;
    m_chart = chart;
    m_gesture = gesture;
    m_since.start();
    m_timer.start();
    QCoreApplication::instance()->installEventFilter(this);
}

void Fling::stop()
{
    if (m_timer.isActive()) {
        m_timer.stop();
        QCoreApplication::instance()->removeEventFilter(this);
    }
}

bool Fling::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
        stop();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void Fling::step()
{
    if (m_view.range() != m_reached) {
        stop();  // somebody else moved it
        return;
    }
    const auto now = static_cast<double>(m_since.elapsed());
    const auto moved = std::llround(-m_glide.after(now) * m_ticksPerPx);
    const models::ViewHistory::Within within(m_view, m_chart);
    m_view.pan(m_from.begin + moved - m_reached.begin, m_gesture);
    m_reached = m_view.range();
    const TickRange whole = m_view.whole();
    const bool isAtEnd =
        m_glide.speed > 0 ? m_reached.begin == whole.begin : m_reached.end == whole.end;
    if (isAtEnd || m_glide.isOver(now)) {
        stop();
    }
}

}  // namespace vellum::gui::charts
