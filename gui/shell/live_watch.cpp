#include "gui/shell/live_watch.h"

#include <QApplication>
#include <QWidget>

#include <utility>

namespace vellum::gui::shell {

using query::LivePhase;

namespace {

constexpr int kLookMs = 500;

/// In the midst of a drag, or in a menu, nothing is taken away from under the pointer.
bool isUserBusy()
{
    return QGuiApplication::mouseButtons() != Qt::NoButton
           || QApplication::activePopupWidget() != nullptr
           || QApplication::activeModalWidget() != nullptr;
}

}  // namespace

LiveWatch::LiveWatch(
    data::DataSource& source, std::string name, std::function<bool()> mayReplace, QObject* parent)
    : QObject(parent)
    , m_source(source)
    , m_name(std::move(name))
    , m_mayReplace(std::move(mayReplace))
{
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &LiveWatch::look);
    connect(&source, &data::DataSource::liveAnswered, this, &LiveWatch::onAnswered);
}

void LiveWatch::begin()
{
    m_state = {};
    m_shown = {};
    m_wanted.reset();
    m_lastTried = 0;
    m_timer.start();
    look();
}

bool LiveWatch::isRecorded() const
{
    return m_state.phase == LivePhase::Recording || m_state.phase == LivePhase::Stopping;
}

void LiveWatch::look()
{
    m_source.askLive(m_name, data::DataSource::LiveWish::Look);
}

void LiveWatch::stop()
{
    m_source.askLive(m_name, data::DataSource::LiveWish::Stop);
}

void LiveWatch::setPaused(bool isPaused)
{
    m_isPaused = isPaused;
    emit changed();
    wantNewest();
}

void LiveWatch::onAnswered(
    const QString& name, const std::shared_ptr<const query::LiveState>& state, const Error& error)
{
    if (name.toStdString() != m_name) {
        return;
    }
    if (!state) {
        m_state.phase = LivePhase::Lost;  // with its server, if there was one
        m_timer.stop();
        emit unknown(error);
        emit changed();
        return;
    }
    if (m_state != *state) {
        m_state = *state;
        emit changed();
    }
    wantNewest();
    if (!isRecorded() && m_lastTried == m_state.generation && !m_wanted) {
        m_timer.stop();  // nothing more will come
    }
}

/// A user at work is asked for again with the next look.
void LiveWatch::wantNewest()
{
    if (m_state.generation > m_lastTried && !m_wanted && mayShow()) {
        m_wanted = m_state;
        m_lastTried = m_state.generation;
        emit archiveWanted();
    }
}

bool LiveWatch::mayShow() const
{
    return !m_isPaused && !isUserBusy() && m_mayReplace();
}

void LiveWatch::answered(Outcome outcome)
{
    if (!m_wanted) {
        return;
    }
    if (outcome == Outcome::Shown) {
        m_shown = *m_wanted;
    } else if (outcome == Outcome::Later) {
        m_lastTried = m_shown.generation;
    }
    m_wanted.reset();
    emit changed();
}

}  // namespace vellum::gui::shell
