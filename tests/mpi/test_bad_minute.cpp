#include "common/client/blocking_client.h"
#include "tests/generate/random_archive.h"
#include "tests/mpi/mpi_server.h"
#include "tests/support/eventually.h"
#include "tests/support/program/test_program.h"

#include <QElapsedTimer>
#include <QString>
#include <QTemporaryDir>

#include <csignal>
#include <filesystem>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using tests::eventually;
using tests::MpiServer;

namespace {

Result<query::Answer> profileOf(client::BlockingClient& client, const client::OpenedTrace& trace)
{
    return client.ask(
        trace.handle,
        query::ProfileRequest{.scope = {.window = trace.info.range, .locations = {}}});
}

bool names(const Error& error, const char* rank)
{
    return error.kind == ErrorKind::Unavailable && error.message.find(rank) != std::string::npos;
}

}  // namespace

/// A rank that stands still for a minute: long enough for everything that waits to have given up.
class TestBadMinute : public QObject {
    Q_OBJECT

    /// Writes a trace; its folder.
    [[nodiscard]] std::filesystem::path write(const QString& name) const;

    QTemporaryDir m_folder;
    std::filesystem::path m_trace;
    std::filesystem::path m_other;

private slots:
    void initTestCase();
    void aRankStoppedForAMinuteIsNamedAllTheWhileAndWorksAgain();
};

void TestBadMinute::initTestCase()
{
    if (!MpiServer::isThereMpirun()) {
        QSKIP("there is no mpirun on this machine (Debian: openmpi-bin)");
    }
    m_trace = write(QStringLiteral("trace"));
    m_other = write(QStringLiteral("other"));
}

std::filesystem::path TestBadMinute::write(const QString& name) const
{
    std::filesystem::path folder = m_folder.filePath(name).toStdString();
    generate::writeRandomArchive({.seed = 12, .out = folder, .locations = 11, .events = 30'000});
    return folder;
}

void TestBadMinute::aRankStoppedForAMinuteIsNamedAllTheWhileAndWorksAgain()
{
    MpiServer server(3, {QStringLiteral("--cache"), m_folder.filePath(QStringLiteral("cache"))});
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk());
    const auto trace = client.value()->open(m_trace);
    QVERIFY(trace.isOk());
    const auto before = profileOf(*client.value(), trace.value());
    QVERIFY(before.isOk());
    const pid_t victim = server.processOf(2);
    QVERIFY(victim > 0);
    QCOMPARE(::kill(victim, SIGSTOP), 0);
    QElapsedTimer sinceStop;
    sinceStop.start();
    constexpr qint64 kMinute = 60'000;
    while (sinceStop.elapsed() < kMinute) {
        const auto refused = profileOf(*client.value(), trace.value());
        QVERIFY(!refused.isOk());
        QVERIFY2(names(refused.error(), "rank 2 on "), refused.error().message.c_str());
        // Others get on: what rank 0 knows by itself, and new clients.
        QVERIFY(client.value()->ask(trace.value().handle, query::InfoRequest{}).isOk());
        const auto another = client::BlockingClient::connect({.url = server.url()});
        QVERIFY(another.isOk());
        QVERIFY(another.value()->open(m_trace).isOk());  // it is open already
        const auto opened = another.value()->open(m_other);
        QVERIFY(!opened.isOk());
        QVERIFY2(names(opened.error(), "rank 2 on "), opened.error().message.c_str());
        QTest::qWait(1'000);
    }
    QCOMPARE(::kill(victim, SIGCONT), 0);
    QVERIFY(eventually([&] { return profileOf(*client.value(), trace.value()).isOk(); }));
    QVERIFY(profileOf(*client.value(), trace.value()).value() == before.value());
    const auto again = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(again.isOk());
    QVERIFY(eventually([&] { return again.value()->open(m_other).isOk(); }));
}

VELLUM_TEST_GUILESS(TestBadMinute)
#include "test_bad_minute.moc"
