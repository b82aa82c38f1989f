#include "tests/support/generated_traces.h"
#include "tests/support/program/test_program.h"
#include "tests/support/server_process.h"

#include <QByteArray>
#include <QFile>
#include <QIODevice>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across many rooms
using tests::ServerProcess;

namespace {

struct Printed {
    int status = -1;
    QByteArray output;
    QByteArray complaint;
};

Printed runQuery(const QStringList& arguments)
{
    QProcess process;
    process.start(
        qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-query"), arguments);
    process.waitForFinished();
    return {
        .status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        .output = process.readAllStandardOutput(),
        .complaint = process.readAllStandardError()};
}

}  // namespace

/// vellum-query beside and through a server: the real programs over real sockets.
class TestQueryProgram : public QObject {
    Q_OBJECT

    [[nodiscard]] QString runtime() const { return m_runtime->path(); }
    [[nodiscard]] std::string archive() const { return m_traces.small(); }

    tests::GeneratedTraces m_traces;
    std::unique_ptr<QTemporaryDir> m_runtime;

private slots:
    void initTestCase();
    void answersAreDescribedByThePage();
    void init();
    void cleanup();

    void vellumQueryPrintsTheSameThroughAServer();
    void twoRunsAreComparedTheSameThroughAServer();
    void vellumQueryEndsWithStatusFourWithoutAServer();
    void vellumQueryEndsWhileItPrints_data();
    void vellumQueryEndsWhileItPrints();
    void whatCannotFitIsRefusedAtOnceAndWhatDoesNotWhileItIsRead();
};

/// docs/answers.md is what --describe writes.
void TestQueryProgram::answersAreDescribedByThePage()
{
    const Printed described = runQuery({QStringLiteral("--describe")});
    QCOMPARE(described.status, 0);
    QFile page(qEnvironmentVariable("VELLUM_SOURCE_DIR", QStringLiteral(".")) + "/docs/answers.md");
    QVERIFY(page.open(QIODevice::ReadOnly));
    QCOMPARE(described.output, page.readAll());
}

void TestQueryProgram::initTestCase()
{
    QVERIFY(m_traces.write());
}

void TestQueryProgram::init()
{
    m_runtime = std::make_unique<QTemporaryDir>();
    QVERIFY(m_runtime->isValid());
    qputenv("XDG_RUNTIME_DIR", runtime().toUtf8());  // for what runs inside this process
}

void TestQueryProgram::cleanup()
{
    m_runtime.reset();
}

void TestQueryProgram::vellumQueryPrintsTheSameThroughAServer()
{
    ServerProcess server(
        {QStringLiteral("--listen"), QStringLiteral("tcp://127.0.0.1:0")}, runtime());
    const QString url = QString::fromStdString(server.url());
    for (const char* query : {"info", "locations", "profile", "call-tree", "timeline", "events"}) {
        const QStringList arguments{
            QString::fromLatin1(query),
            QString::fromStdString(archive()),
            QStringLiteral("--format"),
            QStringLiteral("json")};
        const Printed here = runQuery(arguments);
        const Printed there = runQuery(arguments + QStringList{QStringLiteral("--connect"), url});
        QCOMPARE(here.status, 0);
        QVERIFY2(there.status == 0, there.complaint.constData());
        QVERIFY2(here.output == there.output, query);
        QVERIFY(!here.output.isEmpty());
    }
}

void TestQueryProgram::twoRunsAreComparedTheSameThroughAServer()
{
    ServerProcess server(
        {QStringLiteral("--listen"), QStringLiteral("tcp://127.0.0.1:0")}, runtime());
    const QStringList arguments{
        QStringLiteral("compare"),
        QString::fromStdString(archive()),
        QString::fromStdString(m_traces.big()),
        QStringLiteral("--by"),
        QStringLiteral("path"),
        QStringLiteral("--format"),
        QStringLiteral("json"),
        QStringLiteral("--gate"),
        QStringLiteral("length<-100%")};
    const Printed here = runQuery(arguments);
    const Printed there = runQuery(
        arguments + QStringList{QStringLiteral("--connect"), QString::fromStdString(server.url())});
    QCOMPARE(here.status, 1);  // the rule is broken
    QCOMPARE(there.status, 1);
    QVERIFY2(
        here.complaint.contains("the rule 'length<-100%' is broken"), here.complaint.constData());
    QVERIFY(!here.output.isEmpty());
    QVERIFY(here.output == there.output);
}

void TestQueryProgram::vellumQueryEndsWithStatusFourWithoutAServer()
{
    for (const QString& url :
         {QString(QStringLiteral("ipc://") + runtime() + QStringLiteral("/nobody.sock")),
          QStringLiteral("tcp://127.0.0.1:1"),
          QStringLiteral("/no/such/file")}) {
        const Printed printed = runQuery(
            {QStringLiteral("info"),
             QString::fromStdString(archive()),
             QStringLiteral("--connect"),
             url});
        QCOMPARE(printed.status, 4);
        QVERIFY(printed.output.isEmpty());
        QVERIFY(!printed.complaint.isEmpty());
    }
}

void TestQueryProgram::vellumQueryEndsWhileItPrints_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("Ctrl-C, read") << SIGINT << true;
    QTest::newRow("Ctrl-C, not read") << SIGINT << false;
    QTest::newRow("SIGTERM, read") << SIGTERM << true;
}

void TestQueryProgram::vellumQueryEndsWhileItPrints()
{
    QFETCH(int, signal);
    QFETCH(bool, isRead);
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe2(pipe.data(), O_CLOEXEC), 0);
    const std::string program =
        qEnvironmentVariable("VELLUM_BIN_DIR").toStdString() + "/vellum-query";
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    std::vector<std::string> words{
        program, "events", m_traces.big(), "--format", "csv", "--limit", "1000000"};
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    QCOMPARE(
        ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    // Once there is a byte, printing has begun; it fills the pipe and waits for room.
    std::array<char, 4096> buffer{};
    QVERIFY(::read(pipe[0], buffer.data(), 1) == 1);
    ::kill(child, signal);
    std::size_t bytes = 0;
    for (ssize_t got = 1; isRead && got > 0; bytes += static_cast<std::size_t>(got)) {
        got = ::read(pipe[0], buffer.data(), buffer.size());
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    ::close(pipe[0]);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 128 + signal);
    QVERIFY(bytes < 2'000'000);
}

/// A trace takes at least half as much memory as its event files: how much, only reading it tells.
void TestQueryProgram::whatCannotFitIsRefusedAtOnceAndWhatDoesNotWhileItIsRead()
{
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    QSKIP(
        "a sanitizer takes more memory than the trace: no limit lets the program begin and not end");
#endif
    const std::filesystem::path folder =
        std::filesystem::path(m_traces.big()).parent_path() / "traces";
    std::uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        bytes += entry.path().extension() == ".evt" ? entry.file_size() : 0;
    }
    const auto within = [this](std::uint64_t limit) {
        return runQuery(
            {QStringLiteral("info"),
             QString::fromStdString(m_traces.big()),
             QStringLiteral("--no-cache"),
             QStringLiteral("--memory"),
             QString::number(limit)});
    };
    const QByteArray atOnce = "which take at least half as much memory";
    const Printed tooLarge = within(bytes / 2 - 1);
    QCOMPARE(tooLarge.status, 5);
    QVERIFY2(tooLarge.complaint.contains(atOnce), tooLarge.complaint.constData());
    const Printed unknown = within(bytes / 2 + 1);
    QCOMPARE(unknown.status, 5);
    QVERIFY2(!unknown.complaint.contains(atOnce), unknown.complaint.constData());
    QVERIFY(tooLarge.output.isEmpty() && unknown.output.isEmpty());
}

VELLUM_TEST_GUILESS(TestQueryProgram)
#include "test_query_program.moc"
