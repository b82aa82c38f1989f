#include "common/codec/message_codec.h"
#include "server/ranks/distributed_engine.h"
#include "server/ranks/placement.h"
#include "server/ranks/rank_worker.h"
#include "tests/generate/kineto_file.h"
#include "tests/generate/random_archive.h"
#include "tests/support/eventually.h"
#include "tests/support/every_request.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_values.h"
#include "tests/support/thread_links.h"

#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace std::chrono_literals;
using server::ranks::DistributedEngine;
using server::ranks::MessageHead;
using server::ranks::MessageKind;
using server::ranks::RankWorker;
using server::session::Engine;
using server::session::LocalEngineOptions;
using server::session::Trace;
using tests::eventually;
using tests::ThreadLinks;

namespace {

LocalEngineOptions withThreads(LocalEngineOptions options, unsigned threads)
{
    options.threads = threads;
    return options;
}

/// A process that is below its limit or not, as the test says.
class Filling {
public:
    void fill() { m_isFull = true; }
    void empty() { m_isFull = false; }
    [[nodiscard]] LocalEngineOptions options()
    {
        return {.memoryBytes = kLimit, .resident = [this] { return m_isFull ? kLimit + 1 : 0; }};
    }

private:
    static constexpr std::uint64_t kLimit = std::uint64_t{1} << 40U;
    std::atomic<bool> m_isFull{false};
};

/// An answer to it takes megabytes at each rank.
query::Request largeRequest(const Trace& trace)
{
    query::SummaryTimelineRequest request{
        .window = trace.info.range, .columns = 65'536, .rows = {{}}};
    for (const Location& location : trace.definitions->locations) {
        request.rows.push_back({location.ref});
    }
    return request;
}

/// A server of several ranks in this process; the last ones may be played by the test.
class Ranks {
public:
    explicit Ranks(
        std::uint32_t count,
        std::uint32_t played = 0,
        LocalEngineOptions worker = {},
        LocalEngineOptions head = {})
        : m_links(count)
        , m_engine(m_links.at(0), withThreads(std::move(head), 2), {.any = 50ms, .stopped = 50ms})
    {
        m_threads.emplace_back([this] {
            m_links.at(0).run([this](std::uint32_t from, protocol::Bytes bytes) {
                m_engine.receive(from, std::move(bytes));
            });
        });
        worker.threads = 1;
        for (std::uint32_t rank = 1; rank + played < count; ++rank) {
            m_workers.push_back(std::make_unique<RankWorker>(m_links.at(rank), worker));
            m_threads.emplace_back([&of = *m_workers.back()] { of.run(); });
        }
    }
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    ~Ranks()
    {
        const bool isLast = m_workers.size() + 1 < m_links.at(0).size();
        (void)m_engine.end(isLast ? 1ms : 20'000ms);
        m_links.at(0).stop();
    }

    [[nodiscard]] DistributedEngine& engine() { return m_engine; }
    [[nodiscard]] ThreadLinks& links() { return m_links; }

private:
    ThreadLinks m_links;
    DistributedEngine m_engine;
    std::vector<std::unique_ptr<RankWorker>> m_workers;
    std::vector<std::jthread> m_threads;
};

void ignore(const codec::OpenProgress& /*progress*/) {}

Result<std::shared_ptr<const Trace>> open(Engine& engine, const query::TraceSelection& selection)
{
    return engine.open(selection, ignore, {});
}

protocol::Bytes encoded(const Result<query::Answer>& answer)
{
    return answer.isOk() ? codec::encode(1, codec::ServerContent(answer.value())).value()
                         : codec::encode(1, codec::ServerContent(answer.error())).value();
}

MessageHead headOf(const std::optional<protocol::Bytes>& bytes)
{
    MessageHead head;
    std::span<const std::byte> content;
    VELLUM_ASSERT(bytes && readHead(*bytes, head, content));
    return head;
}

/// The next message to a rank that the test plays, pings aside.
MessageHead nextTo(ThreadLinks& links, std::uint32_t rank)
{
    MessageHead head = headOf(links.next(rank));
    while (head.kind == MessageKind::Ping) {
        head = headOf(links.next(rank));
    }
    return head;
}

/// What comes of a question that is taken back at once: it gets as far as that if all ranks are there.
ErrorKind kindOfCancelled(
    DistributedEngine& engine, const Trace& trace, const query::Request& request)
{
    std::stop_source stop;
    const std::jthread cancelling([&] { stop.request_stop(); });
    return engine.answer(trace, request, stop.get_token()).error().kind;
}

}  // namespace

class TestDistributedEngine : public QObject {
    Q_OBJECT

    [[nodiscard]] query::TraceSelection archive() const { return {m_archive}; }
    /// Opens the archive on two ranks, the second of which the test plays and which holds nothing.
    std::shared_ptr<const Trace> openWithPlayed(Ranks& ranks);

    QTemporaryDir m_folder;
    std::filesystem::path m_archive;

private slots:
    void initTestCase();
    void answersAreThoseOfOneProcess_data();
    void answersAreThoseOfOneProcess();
    void aFileReadAsAWholeStaysAtTheHead();
    void threadsAndMemoryAreThoseOfAllRanks();
    void progressIsTheSumAndReachesTheTotal();
    void cancellingAnOpenKeepsThePrefixOfAllRanks();
    void aMissingTraceIsTheSentenceOfOneProcess();
    void aRankPastItsMemoryIsNamed();
    void aRankWhoseAnswerDoesNotFitIsNamedAndAnswersTheNext();
    void theHeadRefusesAnAnswerThatDoesNotFitAndAnswersTheNext();
    void aRankThatFindsAnotherTraceIsNamed();
    void aRankThatCannotReadTheTraceEndsTheOpeningOfAll();
    void aRankIsToldWhatIsNoLongerNeeded();
    void aCancelledQuestionIsCancelledOnTheRanks();
    void aSilentRankIsNamedAndWorksAgainOnceItAnswers();
    void aRankThatDoesNotMeetIsNamed();
    void whoIsToldToEndLooksForTheRanksElsewhere();
};

void TestDistributedEngine::initTestCase()
{
    m_archive = std::filesystem::path(m_folder.path().toStdString()) / "archive";
    generate::writeRandomArchive(
        {.seed = 7, .out = m_archive, .processes = 5, .locations = 17, .events = 300});
    const auto local = server::session::makeLocalEngine({.threads = 1});
    std::mt19937_64 random(8);
    QVERIFY(tests::writeValues(
        tests::randomValues(random, *open(*local, archive()).value()->definitions, 500),
        m_archive / "traces.vps"));
}

void TestDistributedEngine::answersAreThoseOfOneProcess_data()
{
    QTest::addColumn<unsigned>("ranks");
    for (const unsigned ranks : {2U, 4U, 7U, 20U}) {
        QTest::addRow("%u ranks", ranks) << ranks;
    }
}

void TestDistributedEngine::answersAreThoseOfOneProcess()
{
    QFETCH(const unsigned, ranks);
    const auto local = server::session::makeLocalEngine({.threads = 2});
    const auto expected = open(*local, archive()).value();
    Ranks server(ranks);
    const auto trace = open(server.engine(), archive());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QCOMPARE(trace.value()->path, expected->path);
    QVERIFY(trace.value()->info == expected->info);
    for (const query::Request& request :
         tests::everyRequest(*expected->definitions, expected->info.range)) {
        QVERIFY2(
            encoded(server.engine().answer(*trace.value(), request, {}))
                == encoded(local->answer(*expected, request, {})),
            qPrintable(QStringLiteral("request of kind %1").arg(request.index())));
    }
}

void TestDistributedEngine::aFileReadAsAWholeStaysAtTheHead()
{
    const auto file = std::filesystem::path(m_folder.path().toStdString()) / "job.json";
    generate::writeKinetoFile({.out = file, .megabytes = 1});
    Ranks server(2, 1);  // the other would never answer
    const auto trace = open(server.engine(), query::TraceSelection(file)).value();
    const auto local = server::session::makeLocalEngine({.threads = 2});
    const auto expected = open(*local, query::TraceSelection(file)).value();
    for (const query::Request& request :
         tests::everyRequest(*expected->definitions, expected->info.range)) {
        QVERIFY(
            encoded(server.engine().answer(*trace, request, {}))
            == encoded(local->answer(*expected, request, {})));
    }
}

void TestDistributedEngine::threadsAndMemoryAreThoseOfAllRanks()
{
    Ranks server(4);
    QVERIFY(server.engine().meet(20'000ms).isOk());
    QCOMPARE(server.engine().threads(), 2U + 3U);
    QVERIFY(server.engine().residentBytes() > 0);
}

void TestDistributedEngine::progressIsTheSumAndReachesTheTotal()
{
    Ranks server(4);
    std::mutex mutex;
    std::vector<codec::OpenProgress> told;
    const auto trace = server.engine().open(
        archive(),
        [&](const codec::OpenProgress& progress) {
            const std::lock_guard lock(mutex);
            told.push_back(progress);
        },
        {});
    QVERIFY(trace.isOk());
    const std::lock_guard lock(mutex);
    QVERIFY(!told.empty());
    QVERIFY(std::ranges::is_sorted(told, {}, &codec::OpenProgress::eventsRead));
    QVERIFY(told.back().bytesDone <= told.back().bytesTotal);
    QVERIFY(told.back().eventsRead <= trace.value()->info.events);
}

void TestDistributedEngine::cancellingAnOpenKeepsThePrefixOfAllRanks()
{
    Ranks server(3);
    std::stop_source stop;
    stop.request_stop();
    const auto trace = server.engine().open(archive(), ignore, stop.get_token());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QVERIFY(!trace.value()->info.complete);
    QVERIFY(server.engine().answer(*trace.value(), query::LocationsRequest{}, {}).isOk());
}

void TestDistributedEngine::aMissingTraceIsTheSentenceOfOneProcess()
{
    const query::TraceSelection nothing("/nowhere/traces.otf2");
    Ranks server(2, 1);
    const auto local = server::session::makeLocalEngine({});
    QCOMPARE(open(server.engine(), nothing).error(), open(*local, nothing).error());
}

void TestDistributedEngine::aRankPastItsMemoryIsNamed()
{
    Ranks server(3, 0, {.memoryBytes = 1});
    const auto trace = open(server.engine(), archive());
    QVERIFY(!trace.isOk());
    QCOMPARE(trace.error().kind, ErrorKind::ResourceExhausted);
    const QString said = QString::fromStdString(trace.error().message);
    QVERIFY2(said.contains("on node") && said.contains("its limit of 1 byte"), qPrintable(said));
}

void TestDistributedEngine::aRankWhoseAnswerDoesNotFitIsNamedAndAnswersTheNext()
{
    Filling memory;
    Ranks server(3, 0, memory.options());
    const auto trace = open(server.engine(), archive());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    const query::Request request = largeRequest(*trace.value());
    memory.fill();
    const auto refused = server.engine().answer(*trace.value(), request, {});
    QVERIFY(!refused.isOk());
    QCOMPARE(refused.error().kind, ErrorKind::ResourceExhausted);
    const QString said = QString::fromStdString(refused.error().message);
    QVERIFY2(said.contains("on node") && said.contains("--memory allows"), qPrintable(said));
    memory.empty();
    QVERIFY(server.engine().answer(*trace.value(), request, {}).isOk());
}

void TestDistributedEngine::theHeadRefusesAnAnswerThatDoesNotFitAndAnswersTheNext()
{
    Filling memory;
    Ranks server(3, 0, {}, memory.options());
    const auto trace = open(server.engine(), archive());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    const query::Request request = largeRequest(*trace.value());
    memory.fill();
    const auto refused = server.engine().answer(*trace.value(), request, {});
    QVERIFY(!refused.isOk());
    const QString said = QString::fromStdString(refused.error().message);
    QVERIFY2(said.startsWith("with the answer rank 0 would hold"), qPrintable(said));
    memory.empty();
    QVERIFY(server.engine().answer(*trace.value(), request, {}).isOk());
}

void TestDistributedEngine::aRankThatFindsAnotherTraceIsNamed()
{
    Ranks server(2, 1);
    std::jthread played([&] {
        const MessageHead head = nextTo(server.links(), 1);
        server.links().at(1).send(
            0, server::ranks::opened(head.number, server::ranks::OpenedContent{.key = 1}));
    });
    const auto trace = open(server.engine(), archive());
    QVERIFY(!trace.isOk());
    QVERIFY2(
        QString::fromStdString(trace.error().message).contains("rank 1 on node1 finds other"),
        trace.error().message.c_str());
}

void TestDistributedEngine::aRankThatCannotReadTheTraceEndsTheOpeningOfAll()
{
    Ranks server(3, 1);
    const Error error{.kind = ErrorKind::NotFound, .message = "rank 2 on node2: there is no file"};
    std::jthread played([&] {
        const MessageHead head = nextTo(server.links(), 2);
        server.links().at(2).send(0, server::ranks::opened(head.number, error));
        // It may be told twice: for who knew the number already, and for who did not yet.
        MessageKind kind = nextTo(server.links(), 2).kind;
        VELLUM_ASSERT(kind == MessageKind::Cancel);
        while (kind == MessageKind::Cancel) {
            kind = nextTo(server.links(), 2).kind;
        }
        VELLUM_ASSERT(kind == MessageKind::Drop);
    });
    const auto trace = open(server.engine(), archive());
    QVERIFY(!trace.isOk());
    QCOMPARE(trace.error(), error);
}

std::shared_ptr<const Trace> TestDistributedEngine::openWithPlayed(Ranks& ranks)
{
    std::jthread played([&] {
        const auto import = server::import::SharedImport::open(archive(), {.threads = 1});
        const auto shares = server::ranks::deal(import.value()->costs(), 2);
        VELLUM_ASSERT(import.value()->read(shares.own[1]).isOk());
        const MessageHead head = nextTo(ranks.links(), 1);
        ranks.links().at(1).send(
            0,
            server::ranks::opened(
                head.number,
                server::ranks::OpenedContent{
                    .key = import.value()->key(), .facts = import.value()->facts().value()}));
        VELLUM_ASSERT(nextTo(ranks.links(), 1).kind == MessageKind::Agree);
        ranks.links().at(1).send(0, server::ranks::ready(head.number, {}));
    });
    return open(ranks.engine(), archive()).value();
}

void TestDistributedEngine::aRankIsToldWhatIsNoLongerNeeded()
{
    Ranks server(2, 1);
    auto trace = openWithPlayed(server);
    trace.reset();
    QVERIFY(nextTo(server.links(), 1).kind == MessageKind::Drop);
}

void TestDistributedEngine::aCancelledQuestionIsCancelledOnTheRanks()
{
    Ranks server(2, 1);
    const auto trace = openWithPlayed(server);
    std::stop_source stop;
    std::jthread played([&] {
        const MessageHead asked = nextTo(server.links(), 1);
        VELLUM_ASSERT(asked.kind == MessageKind::Ask);
        stop.request_stop();
        const MessageHead cancel = nextTo(server.links(), 1);
        VELLUM_ASSERT(cancel.kind == MessageKind::Cancel && cancel.number == asked.number);
    });
    const query::ProfileRequest request{.scope = {.window = trace->info.range, .locations = {}}};
    const auto answer = server.engine().answer(*trace, request, stop.get_token());
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
}

void TestDistributedEngine::aSilentRankIsNamedAndWorksAgainOnceItAnswers()
{
    Ranks server(2, 1);
    const auto trace = openWithPlayed(server);
    const query::ProfileRequest request{.scope = {.window = trace->info.range, .locations = {}}};
    Result<query::Answer> answer = Error{};
    std::atomic<bool> isAnswered = false;
    std::jthread asking([&] {
        answer = server.engine().answer(*trace, request, {});
        isAnswered = true;
    });
    QVERIFY(nextTo(server.links(), 1).kind == MessageKind::Ask);
    QVERIFY(eventually([&] { return !server.engine().lookAfterRanks() && isAnswered; }));
    asking.join();
    QCOMPARE(answer.error().kind, ErrorKind::Unavailable);
    QVERIFY(QString::fromStdString(answer.error().message).startsWith("rank 1 on node1 has not"));
    QCOMPARE(server.engine().answer(*trace, request, {}).error().kind, ErrorKind::Unavailable);
    // Messages do not need it.
    QVERIFY(server.engine().answer(*trace, query::InfoRequest{}, {}).isOk());

    server.links().at(1).send(0, server::ranks::pong({}));
    QVERIFY(eventually(
        [&] { return kindOfCancelled(server.engine(), *trace, request) == ErrorKind::Cancelled; }));
}

void TestDistributedEngine::aRankThatDoesNotMeetIsNamed()
{
    Ranks server(2, 1);
    const auto met = server.engine().meet(1ms);
    QVERIFY(!met.isOk());
    QCOMPARE(
        met.error().message,
        std::string("the server cannot start: rank 1 on node1 does not answer"));
}

void TestDistributedEngine::whoIsToldToEndLooksForTheRanksElsewhere()
{
    Ranks server(2, 1);
    QCOMPARE(
        server.engine().whyToldToEnd().value_or(""),
        std::string("the server was told to end, and rank 1 on node1 does not answer"));
    Ranks complete(3);
    QVERIFY(complete.engine().meet(20'000ms).isOk());
    QVERIFY(!complete.engine().lookAfterRanks());
}

VELLUM_TEST_GUILESS(TestDistributedEngine)
#include "test_distributed_engine.moc"
