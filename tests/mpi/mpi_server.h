#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <sys/types.h>

#include <csignal>
#include <string>

namespace vellum::tests {

/// A vellum-server of several ranks on this machine, with a runtime directory of its own.
///
/// Threads  The test's.
class MpiServer {
public:
    [[nodiscard]] static bool isThereMpirun()
    {
        return !QStandardPaths::findExecutable(QStringLiteral("mpirun")).isEmpty();
    }

    /// Starts it and waits for its ready line.
    explicit MpiServer(int ranks, const QStringList& arguments = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_runtime.path());
        // Tests may run as root, and on machines with fewer cores than ranks.
        environment.insert(QStringLiteral("OMPI_ALLOW_RUN_AS_ROOT"), QStringLiteral("1"));
        environment.insert(QStringLiteral("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"), QStringLiteral("1"));
        m_process.setProcessEnvironment(environment);
        const QStringList words{
            QStringLiteral("--oversubscribe"),
            QStringLiteral("--bind-to"),
            QStringLiteral("none"),
            QStringLiteral("-n"),
            QString::number(ranks),
            qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-server"),
            QStringLiteral("--listen"),
            QStringLiteral("ipc://") + m_runtime.filePath(QStringLiteral("server.sock"))};
        m_process.start(QStringLiteral("mpirun"), words + arguments);
        const QByteArray ready = "vellum-server ready: ";
        while (m_process.canReadLine() || m_process.waitForReadyRead(60'000)) {
            const QByteArray line = m_process.readLine().trimmed();
            if (line.startsWith(ready)) {
                m_url = line.mid(ready.size()).toStdString();
                return;
            }
        }
    }
    MpiServer(const MpiServer&) = delete;
    MpiServer& operator=(const MpiServer&) = delete;
    ~MpiServer()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(30'000)) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }

    /// Empty if it did not become ready.
    [[nodiscard]] const std::string& url() const { return m_url; }
    [[nodiscard]] QProcess& process() { return m_process; }

    /// The process of \p rank; 0 if there is none.
    [[nodiscard]] pid_t processOf(int rank) const
    {
        const QByteArray wanted = "OMPI_COMM_WORLD_RANK=" + QByteArray::number(rank) + '\0';
        const QByteArray ours = "XDG_RUNTIME_DIR=" + m_runtime.path().toUtf8() + '\0';
        for (const QString& entry :
             QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile file(QStringLiteral("/proc/%1/environ").arg(entry));
            if (entry.toInt() > 0 && file.open(QIODevice::ReadOnly)) {
                const QByteArray environment = file.readAll();
                if (environment.contains(wanted) && environment.contains(ours)) {
                    return entry.toInt();
                }
            }
        }
        return 0;
    }

private:
    QTemporaryDir m_runtime;
    QProcess m_process;
    std::string m_url;
};

}  // namespace vellum::tests
