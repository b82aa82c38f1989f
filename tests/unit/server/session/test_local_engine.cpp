#include "server/session/local_engine.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <filesystem>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of one room
using server::session::makeLocalEngine;

namespace {

constexpr std::uint64_t kLimit = 1'000;

/// A process that stays below the limit until a trace has been read, and is at \p then from the second look on.
class Growing {
public:
    explicit Growing(std::uint64_t then) : m_then(then) {}

    [[nodiscard]] std::uint64_t resident() { return m_isRead && ++m_looks > 1 ? m_then : 0; }

    Result<std::shared_ptr<const server::session::Trace>> open(const std::filesystem::path& path)
    {
        const auto engine = makeLocalEngine(
            {.threads = 2, .memoryBytes = kLimit, .resident = [this] { return resident(); }});
        const auto look = [this](const codec::OpenProgress& progress) {
            m_isRead = m_isRead || progress.locationsDone == progress.locationsTotal;
        };
        return engine->open({path}, look, {});
    }

private:
    std::uint64_t m_then;
    std::atomic<bool> m_isRead{false};
    std::atomic<int> m_looks{0};
};

}  // namespace

class TestLocalEngine : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path m_archive;

private slots:
    void initTestCase();
    void whatIsMadeOfATraceCountsBesideWhatIsReadOfIt();
    void aTraceThatJustFitsIsOpened();
    void anAnswerEndsAtTheLimitAndTheNextOneIsGiven();
};

void TestLocalEngine::initTestCase()
{
    m_archive = m_folder.filePath(QStringLiteral("archive")).toStdString();
    generate::writeRandomArchive({.seed = 5, .out = m_archive, .locations = 6});
}

void TestLocalEngine::whatIsMadeOfATraceCountsBesideWhatIsReadOfIt()
{
    const auto trace = Growing(kLimit + 1).open(m_archive);
    QVERIFY(!trace.isOk());
    QCOMPARE(trace.error().kind, ErrorKind::ResourceExhausted);
    QCOMPARE(
        trace.error().message,
        m_archive.string()
            + ": the server has grown past its limit of 1,000 bytes while reading it");
}

void TestLocalEngine::aTraceThatJustFitsIsOpened()
{
    const auto trace = Growing(kLimit).open(m_archive);
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QVERIFY(trace.value()->info.complete);
}

void TestLocalEngine::anAnswerEndsAtTheLimitAndTheNextOneIsGiven()
{
    std::atomic<bool> isFull{false};
    const auto engine = makeLocalEngine(
        {.threads = 2, .memoryBytes = kLimit, .resident = [&] { return isFull ? kLimit + 1 : 0; }});
    const auto open = engine->open({m_archive}, [](const codec::OpenProgress& /*progress*/) {}, {});
    QVERIFY(open.isOk());
    const server::session::Trace& trace = *open.value();
    isFull = true;
    const query::Scope all{.window = trace.info.range, .locations = {}};
    constexpr std::uint32_t kWide = 65'536;
    const auto refused = engine->answer(
        trace,
        query::SummaryTimelineRequest{.window = all.window, .columns = kWide, .rows = {{}}},
        {});
    QVERIFY(!refused.isOk());
    QCOMPARE(refused.error().kind, ErrorKind::ResourceExhausted);
    QCOMPARE(
        refused.error().message.substr(refused.error().message.find(" of memory or more")),
        " of memory or more, and --memory allows 1,000 bytes; ask for fewer columns, fewer locations or a narrower "
        "window");
    QVERIFY(engine->answer(trace, query::LocationsRequest{}, {})
                .isOk());  // which takes next to nothing
    isFull = false;
    QVERIFY(engine->answer(trace, query::TimelineRequest{.scope = all, .columns = 10}, {}).isOk());
}

VELLUM_TEST_APPLESS(TestLocalEngine)
#include "test_local_engine.moc"
