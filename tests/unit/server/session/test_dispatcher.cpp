#include "common/codec/message_codec.h"
#include "common/protocol/limits.h"
#include "common/protocol/protocol_version.h"
#include "server/session/dispatcher.h"
#include "server/session/overview.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

using namespace vellum;                   // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::session;  // NOLINT(google-build-using-namespace): of this room
using server::transport::ClientId;

namespace {

constexpr std::chrono::seconds kPatience{20};

/// Blocks until let go or told to stop; whether it was let go.
class Gate {
public:
    bool wait(const std::stop_token& cancel)
    {
        std::unique_lock lock(m_mutex);
        ++m_waiting;
        m_changed.notify_all();
        m_changed.wait(lock, cancel, [this] { return m_isOpen; });
        --m_waiting;
        m_changed.notify_all();
        return m_isOpen;
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }
    bool waitForWaiters(int count)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, kPatience, [&] { return m_waiting == count; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_waiting = 0;
    bool m_isOpen = false;
};

/// Opens `slow*` and answers detail requests and timelines that are no overviews only when the gate opens; everything else at once.
class FakeEngine final : public Engine {
public:
    Result<std::shared_ptr<const Trace>> open(
        const query::TraceSelection& selection,
        const ProgressListener& onProgress,
        const std::stop_token& cancel) override
    {
        const std::string path = selection.name();
        const std::string file =
            std::filesystem::path(path).filename();  // folders have random names
        ++m_imports;
        onProgress({.eventsRead = 1});
        const bool isSlow = file.find("slow") != std::string::npos;
        auto trace = std::make_shared<Trace>();
        trace->path = path;
        trace->definitions = std::make_shared<const Definitions>();
        trace->info.complete = !isSlow || m_gate.wait(cancel);
        if (file.find("bad") != std::string::npos) {
            throw std::runtime_error("a library threw");
        }
        const std::lock_guard lock(m_mutex);
        m_lastOpened = trace;
        return std::shared_ptr<const Trace>(std::move(trace));
    }
    Result<query::Answer> answer(
        const Trace& /*trace*/,
        const query::Request& request,
        const std::stop_token& cancel) override
    {
        const auto* timeline = std::get_if<query::TimelineRequest>(&request);
        const bool isSlow = std::holds_alternative<query::DetailRequest>(request)
                            || (timeline != nullptr && timeline->columns > kOverviewColumns);
        if (isSlow && !m_gate.wait(cancel)) {
            return Error{.kind = ErrorKind::Cancelled, .message = "cancelled by the engine"};
        }
        if (timeline != nullptr) {
            return query::Answer(query::Timeline{.columns = timeline->columns});
        }
        return query::Answer(query::LocationCounts{});
    }
    Result<void> withinMemory(
        std::string_view advice, const std::function<Result<void>()>& work) override
    {
        if (!m_isFull) {
            return work();
        }
        return Error{.kind = ErrorKind::ResourceExhausted, .message = std::string(advice)};
    }
    [[nodiscard]] unsigned threads() const override { return 3; }
    [[nodiscard]] std::uint64_t residentBytes() const override { return 4; }

    [[nodiscard]] Gate& gate() { return m_gate; }
    [[nodiscard]] int imports() const { return m_imports; }
    /// From now on no message fits into memory.
    void setFull() { m_isFull = true; }

    /// Whether nobody holds the trace opened last any more, or soon does not.
    [[nodiscard]] bool waitForRelease() const
    {
        const auto end = std::chrono::steady_clock::now() + kPatience;
        while (std::chrono::steady_clock::now() < end) {
            {
                const std::lock_guard lock(m_mutex);
                if (m_lastOpened.expired()) {
                    return true;
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }

private:
    Gate m_gate;
    std::atomic<int> m_imports{0};
    std::atomic<bool> m_isFull{false};
    mutable std::mutex m_mutex;
    std::weak_ptr<const Trace> m_lastOpened;
};

class FakeOutbox final : public Outbox {
public:
    void send(
        ClientId client, codec::RequestNumber number, const codec::ServerContent& content) override
    {
        const std::lock_guard lock(m_mutex);
        m_sent.push_back({client, number, content});
        m_changed.notify_all();
    }
    void drop(ClientId client) override
    {
        const std::lock_guard lock(m_mutex);
        m_dropped.push_back(client);
        m_changed.notify_all();
    }

    /// The answer to a request that is no progress; nothing if it never comes.
    [[nodiscard]] std::optional<codec::ServerContent> answer(
        std::uint64_t client, codec::RequestNumber number)
    {
        std::unique_lock lock(m_mutex);
        std::optional<codec::ServerContent> found;
        m_changed.wait_for(lock, kPatience, [&] {
            for (const Sent& sent : m_sent) {
                const bool isProgress =
                    std::holds_alternative<codec::OpenProgress>(sent.content)
                    || std::holds_alternative<codec::ProvisionalAnswer>(sent.content);
                if (sent.client.value == client && sent.number == number && !isProgress) {
                    found = sent.content;
                }
            }
            return found.has_value();
        });
        return found;
    }
    [[nodiscard]] bool waitForProgress(std::uint64_t client, codec::RequestNumber number)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, kPatience, [&] {
            return std::ranges::any_of(m_sent, [&](const Sent& sent) {
                return sent.client.value == client && sent.number == number
                       && std::holds_alternative<codec::OpenProgress>(sent.content);
            });
        });
    }
    /// All that was sent under a number; waits for as many.
    [[nodiscard]] std::vector<codec::ServerContent> sent(
        std::uint64_t client, codec::RequestNumber number, std::size_t count)
    {
        std::unique_lock lock(m_mutex);
        std::vector<codec::ServerContent> found;
        m_changed.wait_for(lock, kPatience, [&] {
            found.clear();
            for (const Sent& sent : m_sent) {
                if (sent.client.value == client && sent.number == number) {
                    found.push_back(sent.content);
                }
            }
            return found.size() >= count;
        });
        return found;
    }
    [[nodiscard]] std::size_t count(std::uint64_t client)
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<std::size_t>(std::ranges::count_if(
            m_sent, [&](const Sent& sent) { return sent.client.value == client; }));
    }
    [[nodiscard]] bool isDropped(std::uint64_t client)
    {
        const std::lock_guard lock(m_mutex);
        return std::ranges::find(m_dropped, ClientId{client}) != m_dropped.end();
    }

private:
    struct Sent {
        ClientId client;
        codec::RequestNumber number = 0;
        codec::ServerContent content;
    };

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Sent> m_sent;
    std::vector<ClientId> m_dropped;
};

/// A dispatcher on a main thread of its own, without sockets.
class House {
public:
    House()
        : m_files(FileAccess::make({}).value())
        , m_dispatcher(
              std::make_unique<Dispatcher>("server 1", m_engine, m_files, m_outbox, m_loop))
        , m_thread([this] { m_loop.run(std::chrono::milliseconds(1000), [] {}); })
    {
        for (const char* name : {"a", "b", "slow", "slow2", "slow3", "bad"}) {
            std::ofstream(path(name)) << name;
        }
    }
    House(const House&) = delete;
    House& operator=(const House&) = delete;
    ~House()
    {
        m_loop.end();
        m_thread.join();
        m_dispatcher.reset();
    }

    void say(std::uint64_t client, codec::RequestNumber number, const codec::ClientContent& content)
    {
        receive(client, codec::encode(number, content).value());
    }
    void receive(std::uint64_t client, const protocol::Bytes& bytes)
    {
        m_loop.post([=, this] { m_dispatcher->receive(ClientId{client}, bytes); });
    }
    void forget(std::uint64_t client)
    {
        m_loop.post([=, this] { m_dispatcher->forget(ClientId{client}); });
    }
    void greet(std::uint64_t client)
    {
        say(client, 1, codec::Hello{.protocol = protocol::kProtocolVersion, .program = "test"});
    }
    /// Opens a trace and gives its handle; 0 if that failed.
    [[nodiscard]] codec::TraceHandle open(
        std::uint64_t client, codec::RequestNumber number, const char* name)
    {
        say(client, number, codec::Open{.trace = path(name)});
        const auto answer = m_outbox.answer(client, number);
        const auto* opened = answer ? std::get_if<codec::OpenedTrace>(&*answer) : nullptr;
        return opened == nullptr ? 0 : opened->handle;
    }
    /// The kind of error that answers a request; nothing if there is none.
    [[nodiscard]] std::optional<ErrorKind> errorOf(
        std::uint64_t client, codec::RequestNumber number)
    {
        const auto answer = m_outbox.answer(client, number);
        const auto* error = answer ? std::get_if<Error>(&*answer) : nullptr;
        return error == nullptr ? std::nullopt : std::optional(error->kind);
    }
    [[nodiscard]] bool isAnswered(std::uint64_t client, codec::RequestNumber number)
    {
        const auto answer = m_outbox.answer(client, number);
        if (const auto* error = answer ? std::get_if<Error>(&*answer) : nullptr) {
            qWarning("number %d: %s", int(number), error->message.c_str());
        }
        return answer && std::holds_alternative<query::Answer>(*answer);
    }
    /// Asks again, each time with the next number, until an answer is no error; false if that does not come.
    [[nodiscard]] bool becomesAnswered(
        std::uint64_t client, codec::RequestNumber number, const codec::Ask& ask)
    {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        say(client, number, ask);
        while (!isAnswered(client, number) && std::chrono::steady_clock::now() < deadline) {
            say(client, ++number, ask);
        }
        return isAnswered(client, number);
    }
    /// Whether the dispatcher is idle, asked on its thread after all that was posted before.
    [[nodiscard]] bool isIdle()
    {
        std::promise<bool> promise;
        auto future = promise.get_future();
        m_loop.post([&] { promise.set_value(m_dispatcher->isIdle()); });
        return future.get();
    }

    [[nodiscard]] bool becomesIdle()
    {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        while (!isIdle() && std::chrono::steady_clock::now() < deadline) {
            QTest::qWait(1);
        }
        return isIdle();
    }

    [[nodiscard]] std::string path(const char* name) const
    {
        return m_directory.filePath(QLatin1String(name)).toStdString();
    }
    [[nodiscard]] FakeEngine& engine() { return m_engine; }
    [[nodiscard]] FakeOutbox& outbox() { return m_outbox; }

private:
    QTemporaryDir m_directory;
    FakeEngine m_engine;
    FakeOutbox m_outbox;
    EventLoop m_loop;
    FileAccess m_files;
    std::unique_ptr<Dispatcher> m_dispatcher;
    std::thread m_thread;
};

const query::Request kQuick = query::LocationsRequest{};
const query::Request kSlow = query::DetailRequest{};

/// A timeline so large that an overview is worth it.
query::Request manyCells()
{
    return query::TimelineRequest{
        .scope = {.window = {}, .locations = std::vector<LocationRef>(1'024, LocationRef(1))},
        .columns = 1'920};
}

codec::Ask askedBy(codec::TraceHandle trace, query::Request request, const query::Asking& asking)
{
    return {.trace = trace, .request = std::move(request), .asking = asking};
}

}  // namespace

class TestDispatcher : public QObject {
    Q_OBJECT

private slots:
    void aHelloIsAnsweredWithWhatTheServerIs();
    void openAskCloseIsAnswered();
    void oneImportServesAllWhoWaitForIt();
    void aTraceInMemoryIsNotReadAgain();
    void aTraceNobodyHoldsIsReadAgain();
    void cancelOfTheOnlyWaiterKeepsThePrefix();
    void cancelOfOneOfTwoWaitersLeavesTheOther();
    void aCancelledTraceIsNotSharedWithLaterClients();
    void aClientThatLeavesEndsItsImport();
    void cancelOfAQueryUnderWayIsCancelled();
    void cancelOfAWaitingQueryNeverReachesTheEngine();
    void aNewerGenerationTakesBackTheOlderOfItsView();
    void aNewerGenerationLeavesOtherViewsAndClients();
    void anOlderGenerationIsCancelled();
    void aProgressiveTimelineIsProvisionalAndThenExact();
    void whatIsTakenBackAfterItsOverviewEndsWithCancelled();
    void noOverviewComesUnaskedOrOfFewCells();
    void unknownCancelsAndClosesAreIgnored();
    void tooManyRequestsAreRefused();
    void aNumberUnderWayIsRefused();
    void whatALibraryThrowsIsAnInternalError();
    void aMissingFileIsNotFound();
    void numberZeroIsMalformed();
    void aGoodbyeGivesEverythingBack();
    void aClientIsAnsweredWhileAnothersQuestionsAreUnderWay();
    void aClientOpensWhileAnothersTracesAreRead();
    void aMessageThatDoesNotFitIsAnsweredWithTheSentence();
};

void TestDispatcher::aHelloIsAnsweredWithWhatTheServerIs()
{
    House house;
    house.greet(1);
    const auto answer = house.outbox().answer(1, 1);
    QVERIFY(answer.has_value());
    QVERIFY(
        std::get<codec::ServerDescription>(*answer)
        == (codec::ServerDescription{
            .program = "server 1",
            .protocol = protocol::kProtocolVersion,
            .threads = 3,
            .memoryBytes = 4}));
}

void TestDispatcher::openAskCloseIsAnswered()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    QVERIFY(handle != 0);
    house.say(1, 3, codec::Ask{.trace = handle, .request = kQuick});
    QVERIFY(house.isAnswered(1, 3));
    house.say(1, 4, codec::Close{.trace = handle});
    house.say(1, 5, codec::Ask{.trace = handle, .request = kQuick});
    QVERIFY(house.errorOf(1, 5) == ErrorKind::NotFound);
}

void TestDispatcher::oneImportServesAllWhoWaitForIt()
{
    House house;
    house.greet(1);
    house.greet(2);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    house.say(2, 2, codec::Open{.trace = house.path("slow")});
    QVERIFY(house.engine().gate().waitForWaiters(1));
    QVERIFY(!house.isIdle());  // both have been taken by now
    house.engine().gate().open();
    QVERIFY(house.open(1, 3, "a") != 0);
    const auto first = house.outbox().answer(1, 2);
    const auto second = house.outbox().answer(2, 2);
    QVERIFY(first && second);
    QVERIFY(std::get<codec::OpenedTrace>(*first).info.complete);
    QVERIFY(
        std::get<codec::OpenedTrace>(*first).handle
        != std::get<codec::OpenedTrace>(*second).handle);
    QCOMPARE(house.engine().imports(), 2);  // slow and a
}

void TestDispatcher::aTraceInMemoryIsNotReadAgain()
{
    House house;
    house.greet(1);
    house.greet(2);
    QVERIFY(house.open(1, 2, "a") != 0);
    QVERIFY(house.open(2, 2, "a") != 0);
    QCOMPARE(house.engine().imports(), 1);
}

void TestDispatcher::aTraceNobodyHoldsIsReadAgain()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, codec::Close{.trace = handle});
    // The tasks that read it and sent the answer may hold it a moment longer than the client.
    QVERIFY(house.engine().waitForRelease());
    QVERIFY(house.open(1, 4, "a") != 0);
    QCOMPARE(house.engine().imports(), 2);
}

void TestDispatcher::cancelOfTheOnlyWaiterKeepsThePrefix()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    QVERIFY(house.outbox().waitForProgress(1, 2));
    house.say(1, 3, codec::Cancel{.request = 2});
    const auto answer = house.outbox().answer(1, 2);
    QVERIFY(answer && std::holds_alternative<codec::OpenedTrace>(*answer));
    QVERIFY(!std::get<codec::OpenedTrace>(*answer).info.complete);
}

void TestDispatcher::cancelOfOneOfTwoWaitersLeavesTheOther()
{
    House house;
    house.greet(1);
    house.greet(2);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    house.say(2, 2, codec::Open{.trace = house.path("slow")});
    house.say(1, 3, codec::Cancel{.request = 2});
    QVERIFY(house.errorOf(1, 2) == ErrorKind::Cancelled);
    house.engine().gate().open();
    const auto answer = house.outbox().answer(2, 2);
    QVERIFY(answer && std::get<codec::OpenedTrace>(*answer).info.complete);
}

void TestDispatcher::aCancelledTraceIsNotSharedWithLaterClients()
{
    House house;
    house.greet(1);
    house.greet(2);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    house.say(1, 3, codec::Cancel{.request = 2});
    QVERIFY(house.outbox().answer(1, 2).has_value());
    house.engine().gate().open();
    QVERIFY(house.open(2, 2, "slow") != 0);
    const auto answer = house.outbox().answer(2, 2);
    QVERIFY(std::get<codec::OpenedTrace>(*answer).info.complete);
    QCOMPARE(house.engine().imports(), 2);
}

void TestDispatcher::aClientThatLeavesEndsItsImport()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    QVERIFY(house.engine().gate().waitForWaiters(1));
    house.forget(1);
    QVERIFY(house.engine().gate().waitForWaiters(0));  // though the gate never opened
    QVERIFY(house.becomesIdle());
}

void TestDispatcher::cancelOfAQueryUnderWayIsCancelled()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, codec::Ask{.trace = handle, .request = kSlow});
    QVERIFY(house.engine().gate().waitForWaiters(1));
    house.say(1, 4, codec::Cancel{.request = 3});
    QVERIFY(house.errorOf(1, 3) == ErrorKind::Cancelled);
}

void TestDispatcher::cancelOfAWaitingQueryNeverReachesTheEngine()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    for (codec::RequestNumber number = 10; number < 15; ++number) {  // more than there are workers
        house.say(1, number, codec::Ask{.trace = handle, .request = kSlow});
    }
    QVERIFY(house.engine().gate().waitForWaiters(2));
    for (codec::RequestNumber number = 10; number < 15; ++number) {
        house.say(1, number + 10, codec::Cancel{.request = number});
    }
    for (codec::RequestNumber number = 10; number < 15; ++number) {
        QVERIFY(house.errorOf(1, number) == ErrorKind::Cancelled);
    }
}

void TestDispatcher::aNewerGenerationTakesBackTheOlderOfItsView()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    // Two are worked on, the third waits.
    for (codec::RequestNumber number = 3; number <= 5; ++number) {
        house.say(1, number, askedBy(handle, kSlow, {.view = 7, .generation = 1}));
    }
    QVERIFY(house.engine().gate().waitForWaiters(2));
    house.say(1, 6, askedBy(handle, kQuick, {.view = 7, .generation = 2}));
    for (codec::RequestNumber number = 3; number <= 5; ++number) {
        QVERIFY(house.errorOf(1, number) == ErrorKind::Cancelled);
    }
    QVERIFY(house.isAnswered(1, 6));
    QVERIFY(house.engine().gate().waitForWaiters(0));
    for (codec::RequestNumber number = 3; number <= 6; ++number) {
        QCOMPARE(house.outbox().sent(1, number, 1).size(), std::size_t{1});
    }
}

void TestDispatcher::aNewerGenerationLeavesOtherViewsAndClients()
{
    House house;
    house.greet(1);
    house.greet(2);
    const auto first = house.open(1, 2, "a");
    const auto second = house.open(2, 2, "a");
    house.say(1, 3, askedBy(first, kSlow, {.view = 7, .generation = 1}));
    house.say(2, 3, askedBy(second, kSlow, {.view = 7, .generation = 1}));
    house.say(1, 4, askedBy(first, kSlow, {.view = 8, .generation = 1}));
    house.say(1, 5, askedBy(first, kSlow, {.view = 0, .generation = 1}));
    house.say(1, 6, askedBy(first, kSlow, {.view = 7, .generation = 1}));
    house.say(1, 7, askedBy(first, kQuick, {.view = 8, .generation = 2}));
    house.say(1, 8, askedBy(first, kQuick, {.view = 0, .generation = 2}));
    QVERIFY(house.errorOf(1, 4) == ErrorKind::Cancelled);
    house.engine().gate().open();
    QVERIFY(house.isAnswered(1, 3));
    QVERIFY(house.isAnswered(2, 3));
    QVERIFY(house.isAnswered(1, 5));
    QVERIFY(house.isAnswered(1, 6));
    QVERIFY(house.isAnswered(1, 7));
    QVERIFY(house.isAnswered(1, 8));
}

void TestDispatcher::anOlderGenerationIsCancelled()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, askedBy(handle, kSlow, {.view = 7, .generation = 5}));
    house.say(1, 4, askedBy(handle, kQuick, {.view = 7, .generation = 4}));
    QVERIFY(house.errorOf(1, 4) == ErrorKind::Cancelled);
    house.engine().gate().open();
    QVERIFY(house.isAnswered(1, 3));
    // An answer is sent a moment before its request is struck off; then nobody is in the way.
    QVERIFY(house.becomesAnswered(1, 5, askedBy(handle, kQuick, {.view = 7, .generation = 4})));
}

void TestDispatcher::aProgressiveTimelineIsProvisionalAndThenExact()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, askedBy(handle, manyCells(), {.progressive = true}));
    const auto early = house.outbox().sent(1, 3, 1);  // though the exact one cannot be answered
    QCOMPARE(early.size(), std::size_t{1});
    const auto* provisional = std::get_if<codec::ProvisionalAnswer>(&early.front());
    QVERIFY(provisional != nullptr);
    QVERIFY(!std::get<query::Timeline>(provisional->answer).exact);
    QCOMPARE(std::get<query::Timeline>(provisional->answer).columns, kOverviewColumns);
    house.engine().gate().open();
    const auto all = house.outbox().sent(1, 3, 2);
    QCOMPARE(all.size(), std::size_t{2});
    const auto& exact = std::get<query::Timeline>(std::get<query::Answer>(all.back()));
    QVERIFY(exact.exact);
    QCOMPARE(exact.columns, 1'920U);
}

void TestDispatcher::whatIsTakenBackAfterItsOverviewEndsWithCancelled()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    const query::Asking asking{.view = 1, .generation = 1, .progressive = true};
    house.say(1, 3, askedBy(handle, manyCells(), asking));
    QCOMPARE(house.outbox().sent(1, 3, 1).size(), std::size_t{1});
    house.say(1, 4, askedBy(handle, kQuick, {.view = 1, .generation = 2}));
    QVERIFY(house.errorOf(1, 3) == ErrorKind::Cancelled);
    QVERIFY(house.isAnswered(1, 4));
    QVERIFY(house.engine().gate().waitForWaiters(0));
    QCOMPARE(house.outbox().sent(1, 3, 2).size(), std::size_t{2});
}

void TestDispatcher::noOverviewComesUnaskedOrOfFewCells()
{
    House house;
    house.engine().gate().open();
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    query::Request few = manyCells();
    std::get<query::TimelineRequest>(few).scope.locations.resize(100);
    query::Request levels = manyCells();
    std::get<query::TimelineRequest>(levels).levels = 3;
    house.say(1, 3, askedBy(handle, manyCells(), {}));
    house.say(1, 4, askedBy(handle, few, {.progressive = true}));
    house.say(1, 5, askedBy(handle, levels, {.progressive = true}));
    house.say(1, 6, askedBy(handle, kQuick, {.progressive = true}));
    for (codec::RequestNumber number = 3; number <= 6; ++number) {
        QVERIFY(house.isAnswered(1, number));
        QCOMPARE(house.outbox().sent(1, number, 1).size(), std::size_t{1});
    }
}

void TestDispatcher::unknownCancelsAndClosesAreIgnored()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Cancel{.request = 99});
    house.say(1, 3, codec::Close{.trace = 99});
    QVERIFY(house.open(1, 4, "a") != 0);
    QCOMPARE(house.outbox().count(1), std::size_t{3});  // hello, progress, opened
}

void TestDispatcher::tooManyRequestsAreRefused()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    const codec::RequestNumber last = 10 + protocol::kMaxRequestsPerClient;
    for (codec::RequestNumber number = 10; number <= last; ++number) {
        house.say(1, number, codec::Ask{.trace = handle, .request = kSlow});
    }
    QVERIFY(house.errorOf(1, last) == ErrorKind::ResourceExhausted);
    house.engine().gate().open();
    QVERIFY(house.isAnswered(1, 10));
}

void TestDispatcher::aNumberUnderWayIsRefused()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, codec::Ask{.trace = handle, .request = kSlow});
    house.say(1, 3, codec::Ask{.trace = handle, .request = kSlow});
    QVERIFY(house.errorOf(1, 3) == ErrorKind::InvalidArgument);
}

void TestDispatcher::whatALibraryThrowsIsAnInternalError()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("bad")});
    QVERIFY(house.errorOf(1, 2) == ErrorKind::Internal);
}

void TestDispatcher::aMissingFileIsNotFound()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("missing")});
    QVERIFY(house.errorOf(1, 2) == ErrorKind::NotFound);
}

void TestDispatcher::numberZeroIsMalformed()
{
    House house;
    house.greet(1);
    for (std::size_t i = 0; i <= protocol::kMaxMalformedPerClient; ++i) {
        house.say(1, 0, codec::ListDirectory{.directory = "/"});
    }
    QVERIFY(house.errorOf(1, 0) == ErrorKind::InvalidArgument);
    QVERIFY(!house.isIdle());
    QVERIFY(house.outbox().isDropped(1));
}

void TestDispatcher::aGoodbyeGivesEverythingBack()
{
    House house;
    house.greet(1);
    QVERIFY(house.open(1, 2, "a") != 0);
    QVERIFY(!house.isIdle());
    house.say(1, 3, codec::Goodbye{});
    QVERIFY(house.isIdle());
}

void TestDispatcher::aClientIsAnsweredWhileAnothersQuestionsAreUnderWay()
{
    House house;
    constexpr std::uint64_t kBusy = kQueryTurns.atOnce - kQueryTurns.sharedBelow;
    for (std::uint64_t client = 1; client <= kBusy + 1; ++client) {
        house.greet(client);
        const auto handle = house.open(client, 2, "a");
        const auto& request = client <= kBusy ? kSlow : kQuick;
        for (codec::RequestNumber number = 10; number < 20; ++number) {
            house.say(client, number, codec::Ask{.trace = handle, .request = request});
        }
    }
    for (codec::RequestNumber number = 10; number < 20; ++number) {
        QVERIFY(house.isAnswered(kBusy + 1, number));  // though the gate is closed
    }
    house.engine().gate().open();
    for (std::uint64_t client = 1; client <= kBusy; ++client) {
        for (codec::RequestNumber number = 10; number < 20; ++number) {
            QVERIFY(house.isAnswered(client, number));
        }
    }
}

void TestDispatcher::aClientOpensWhileAnothersTracesAreRead()
{
    House house;
    house.greet(1);
    house.greet(2);
    codec::RequestNumber number = 2;
    for (const char* name : {"slow", "slow2", "slow3"}) {
        house.say(1, number++, codec::Open{.trace = house.path(name)});
    }
    QVERIFY(house.engine().gate().waitForWaiters(2));
    QVERIFY(house.open(2, 2, "a") != 0);
    house.engine().gate().open();
    QVERIFY(house.outbox().answer(1, number - 1).has_value());
}

void TestDispatcher::aMessageThatDoesNotFitIsAnsweredWithTheSentence()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.engine().setFull();
    house.say(1, 3, codec::Ask{.trace = handle, .request = kQuick});
    QVERIFY(house.errorOf(1, 3) == ErrorKind::ResourceExhausted);
}

QTEST_GUILESS_MAIN(TestDispatcher)
#include "test_dispatcher.moc"
