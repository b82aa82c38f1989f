#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>

#include <chrono>

namespace vellum::gui::charts {

/// Graphviz's `dot`, as a process of its own, one graph at a time.
///
/// Errors   A program that is missing, fails, or takes longer than the limit gives no answer but `failed`.
/// Threads  GUI thread; never waits.
class DotProgram : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds kLimit{10};

    enum class Fault { NotFound, Failed, TookTooLong };
    Q_ENUM(Fault)

    /// \param program  a name that is looked for in PATH, or a path
    explicit DotProgram(
        QString program = QStringLiteral("dot"),
        std::chrono::milliseconds limit = kLimit,
        QObject* parent = nullptr);
    ~DotProgram() override;

    /// What was under way is given up; one signal comes, which may be `failed` at once.
    void start(const QByteArray& input);
    void cancel();

signals:
    void finished(const QByteArray& plain);
    void failed(vellum::gui::charts::DotProgram::Fault fault);

private:
    void end(Fault fault);

    QString m_program;
    QProcess* m_process = nullptr;  ///< null: nothing is under way
    QTimer m_limit;
    QTimer m_missing;  ///< says so once the caller is done
};

}  // namespace vellum::gui::charts
