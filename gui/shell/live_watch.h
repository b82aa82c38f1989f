#pragma once

#include "common/query/live_state.h"
#include "gui/data/data_source.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <string>

namespace vellum::gui::shell {

/// Watches a live run: how far it is, and when a longer archive is to be shown. Asks twice a second.
///
/// Threads  GUI thread.
class LiveWatch : public QObject {
    Q_OBJECT

public:
    /// \param mayReplace  whether what is on the screen can be taken away now
    LiveWatch(
        data::DataSource& source,
        std::string name,
        std::function<bool()> mayReplace,
        QObject* parent = nullptr);

    /// From now on; the first archive is wanted as soon as there is one.
    void begin();

    [[nodiscard]] const query::LiveState& state() const { return m_state; }
    /// Of the archive that is shown.
    [[nodiscard]] const query::LiveState& shown() const { return m_shown; }
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    [[nodiscard]] bool isRecorded() const;

    /// Not paused, and the user is not in the midst of something.
    [[nodiscard]] bool mayShow() const;
    enum class Outcome { Shown, Failed, Later };
    /// What became of the archive that was wanted.
    void answered(Outcome outcome);
    /// Asks no more: what is on the screen stays.
    void hold() { m_timer.stop(); }

    /// The archive that is shown stays; let go, the newest is wanted.
    void setPaused(bool isPaused);
    /// Asks the recorder to stop recording. The program runs on.
    void stop();

    /// How often it looks. For tests.
    void setPause(int ms) { m_timer.setInterval(ms); }

signals:
    void changed();        ///< what can be read here
    void archiveWanted();  ///< there is a newer one than is shown, and it may be shown
    /// The server knows no such run.
    void unknown(const vellum::Error& error);

private:
    void look();
    void onAnswered(
        const QString& name,
        const std::shared_ptr<const query::LiveState>& state,
        const Error& error);
    void wantNewest();

    data::DataSource& m_source;
    std::string m_name;
    QTimer m_timer;
    query::LiveState m_state;
    query::LiveState m_shown;
    std::optional<query::LiveState> m_wanted;  ///< asked for, and not answered
    std::uint64_t m_lastTried = 0;             ///< generation
    std::function<bool()> m_mayReplace;
    bool m_isPaused = false;
};

}  // namespace vellum::gui::shell
