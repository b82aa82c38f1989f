#pragma once

#include "gui/shell/main_window.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QIODevice>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

// A window over a source in memory, with settings of its own.

namespace vellum::tests {

inline constexpr int kPatienceMs = 60'000;  // against hanging for ever; nothing is timed

inline constexpr const char* kTrace = R"(
ticks-per-second 1000
enter 0 @0 main
enter 0 @100 work
leave 0 @200 work
enter 0 @300 work
leave 0 @400 work
enter 0 @500 work
leave 0 @600 work
leave 0 @1000 main
)";

/// Restarting takes as long as a test wants, and may fail.
class Source : public FakeDataSource {
public:
    void restart() override { ++restarts; }
    void lose() { FakeDataSource::lose({ErrorKind::Unavailable, "it fell over"}); }
    void restore() { FakeDataSource::restart(); }

    int restarts = 0;
};

/// A window whose source is at hand.
struct Window {
    /// \param other  what b.otf2 holds; null: the same
    explicit Window(const QString& folder, const char* trace = kTrace, const char* other = nullptr)
        : window(
            [this, folder, trace, other](const QString&) {
                auto made = std::make_unique<Source>();
                made->add(folder + "/a.otf2", traceFromText(trace));
                made->add(folder + "/b.otf2", traceFromText(other != nullptr ? other : trace));
                source = made.get();
                return made;
            },
            QString())
    {
        window.resize(1'200, 800);
        window.show();
    }
    /// Shortcuts are those of the active window; without a window manager none becomes that by itself.
    [[nodiscard]] bool activate()
    {
        window.activateWindow();
        return QTest::qWaitForWindowActive(&window);
    }

    Source* source = nullptr;  ///< once a trace is opened
    gui::shell::MainWindow window;
};

/// Whether \p done becomes true, while events are handled. (QTRY_VERIFY nests too deep for the lint.)
inline bool comes(const std::function<bool()>& done)
{
    return QTest::qWaitFor(done, kPatienceMs);
}

inline bool isShown(gui::shell::TraceTab* tab)
{
    return tab->view() != nullptr && tab->view()->exactness() == gui::models::Exactness::Exact;
}

/// A window with one trace on the screen, exact.
struct OpenWindow : Window {
    OpenWindow(const QString& folder, const char* trace) : Window(folder, trace)
    {
        window.openTrace(folder + "/a.otf2");
        settle();
    }

    [[nodiscard]] gui::shell::TraceView& view() const { return *window.currentView(); }
    void settle() const
    {
        const bool isSettled =
            comes([this] { return isShown(window.currentTab()) && source->isIdle(); });
        QVERIFY(isSettled);
    }
};

/// A folder for one test: settings lie in it, and two files that may be opened.
inline std::unique_ptr<QTemporaryDir> makeFolder()
{
    auto folder = std::make_unique<QTemporaryDir>();
    QCoreApplication::setOrganizationName(QStringLiteral("vellum-test"));
    QCoreApplication::setApplicationName(QStringLiteral("vellum-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder->path());
    QSettings().clear();
    for (const char* name : {"a.otf2", "b.otf2"}) {
        QFile file(folder->filePath(QLatin1String(name)));  // others could not be chosen as recent
        if (!file.open(QIODevice::WriteOnly)) {
            return nullptr;
        }
    }
    return folder;
}

}  // namespace vellum::tests
