#pragma once

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <map>

namespace vellum::tests {

struct Printed {
    int status = -1;
    QByteArray output;
};

inline Printed run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(
        qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/") + program, arguments);
    process.waitForFinished(60'000);
    return {
        .status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        .output = process.readAll()};
}

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What vellum-query prints by itself, against what it prints through a server.
///
/// Threads  The test's.
class OneProcess {
public:
    /// The first question about \p trace that a server answers otherwise; empty if there is none.
    [[nodiscard]] QString faultOf(
        const QString& trace, const QList<QStringList>& asked, const QStringList& connect)
    {
        for (const QStringList& question : asked) {
            QStringList words = question;
            words.insert(1, trace);
            const Printed& here = printed(words);
            const Printed there = run(QStringLiteral("vellum-query"), words + connect);
            if (there.status != here.status || there.output != here.output) {
                return words.join(QLatin1Char(' ')) + QStringLiteral(": ") + there.output;
            }
        }
        return {};
    }

private:
    /// Kept for all numbers of ranks.
    const Printed& printed(const QStringList& words)
    {
        const auto [place, isNew] = m_printed.try_emplace(words.join(QLatin1Char(' ')));
        if (isNew) {
            place->second = run(QStringLiteral("vellum-query"), words);
        }
        return place->second;
    }

    std::map<QString, Printed> m_printed;
};

}  // namespace vellum::tests
