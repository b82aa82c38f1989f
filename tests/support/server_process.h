#pragma once

#include "common/client/connection.h"

#include <QByteArray>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <string>

namespace vellum::tests {

/// A real vellum-server in a runtime directory of its own.
///
/// Threads  The test's.
class ServerProcess {
public:
    /// Starts it and waits for its first line.
    explicit ServerProcess(const QStringList& arguments, const QString& runtimeDirectory)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtimeDirectory);
        m_process.setProcessEnvironment(environment);
        m_process.start(program(), arguments);
        if (m_process.waitForStarted() && m_process.waitForReadyRead(20'000)) {
            m_line = m_process.readLine().trimmed();
        }
    }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;
    ~ServerProcess()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(20'000)) {
            m_process.kill();
            m_process.waitForFinished();
        }
        failOnSanitizer(complaint());
    }

    [[nodiscard]] static QString program()
    {
        return qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-server");
    }

    /// Empty if it did not become ready.
    [[nodiscard]] std::string url() const
    {
        const QByteArray ready = "vellum-server ready: ";
        return m_line.startsWith(ready) ? m_line.mid(ready.size()).toStdString() : std::string();
    }
    [[nodiscard]] QProcess& process() { return m_process; }

    /// Waits for its end; its exit status, or -1.
    [[nodiscard]] int exitStatus()
    {
        const bool hasEnded =
            m_process.state() == QProcess::NotRunning || m_process.waitForFinished(20'000);
        return hasEnded && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode()
                                                                          : -1;
    }
    [[nodiscard]] QByteArray complaint() { return m_process.readAllStandardError(); }

private:
    /// What a sanitizer found in the server is a failure of the test that made it do that.
    static void failOnSanitizer(const QByteArray& words)
    {
        if (words.contains("Sanitizer") || words.contains("runtime error:")) {
            QTest::qFail(words.constData(), __FILE__, __LINE__);
        }
    }

    QProcess m_process;
    QByteArray m_line;
};

}  // namespace vellum::tests
