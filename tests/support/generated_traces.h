#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QtGlobal>

#include <string>

namespace vellum::tests {

/// Two traces that vellum-generate writes for tests of real programs; they go with this.
class GeneratedTraces {
public:
    /// Whether both could be written.
    [[nodiscard]] bool write()
    {
        const auto option = [](const char* text) { return QString::fromLatin1(text); };
        const bool isSmall = generate(
            {option("random"), option("--seed"), option("7"), option("--out"), folder("small")});
        return isSmall
               && generate(
                   {option("big"),
                    option("--locations"),
                    option("8"),
                    option("--events"),
                    option("400000"),
                    option("--out"),
                    folder("big")});
    }

    /// Of all kinds of records.
    [[nodiscard]] std::string small() const { return folder("small").toStdString() + kAnchor; }
    /// Of 3.2 million events.
    [[nodiscard]] std::string big() const { return folder("big").toStdString() + kAnchor; }

private:
    static constexpr const char* kAnchor = "/traces.otf2";

    [[nodiscard]] QString folder(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] static bool generate(const QStringList& arguments)
    {
        return QProcess::execute(
                   qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-generate"),
                   arguments)
               == 0;
    }

    QTemporaryDir m_folder;
};

}  // namespace vellum::tests
