#include "gui/charts/flow/dot_program.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <utility>

namespace vellum::gui::charts {

DotProgram::DotProgram(QString program, std::chrono::milliseconds limit, QObject* parent)
    : QObject(parent)
    , m_program(std::move(program))
{
    m_missing.setSingleShot(true);
    connect(&m_missing, &QTimer::timeout, this, [this] { emit failed(Fault::NotFound); });
    m_limit.setSingleShot(true);
    m_limit.setInterval(limit);
    connect(&m_limit, &QTimer::timeout, this, [this] { end(Fault::TookTooLong); });
}

DotProgram::~DotProgram()
{
    cancel();
}

void DotProgram::start(const QByteArray& input)
{
    cancel();
    const QString path = QStandardPaths::findExecutable(m_program);
    if (path.isEmpty()) {
        m_missing.start();
        return;
    }
    m_process = new QProcess(this);
    m_process->setStandardErrorFile(QProcess::nullDevice());
    // What else can go wrong ends the process; one that does not read all of its input may still answer.
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(Fault::Failed);
        }
    });
    connect(m_process, &QProcess::finished, this, [this](int status, QProcess::ExitStatus how) {
        if (status != 0 || how != QProcess::NormalExit) {
            end(Fault::Failed);
            return;
        }
        const QByteArray plain = m_process->readAllStandardOutput();
        cancel();
        emit finished(plain);
    });
    m_limit.start();
    m_process->start(path, {QStringLiteral("-Tplain")});
    if (m_process == nullptr) {
        return;  // it failed at once
    }
    m_process->write(input);
    m_process->closeWriteChannel();
}

void DotProgram::end(Fault fault)
{
    if (m_process != nullptr) {
        cancel();
        emit failed(fault);
    }
}

/// The process is killed and goes when it is gone: its destructor would wait for it.
void DotProgram::cancel()
{
    m_limit.stop();
    m_missing.stop();
    QProcess* const process = std::exchange(m_process, nullptr);
    if (process == nullptr) {
        return;
    }
    process->disconnect(this);
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    process->setParent(QCoreApplication::instance());
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    connect(process, &QProcess::errorOccurred, process, &QObject::deleteLater);
    process->kill();
}

}  // namespace vellum::gui::charts
