#pragma once

#include "common/codec/message_codec.h"
#include "common/protocol/protocol_version.h"
#include "server/session/dispatcher.h"
#include "server/session/overview.h"

#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

// A dispatcher without sockets and without traces: what it is told, what it does and what it sends are in the test's hand.

namespace vellum::tests {

using server::session::Dispatcher;
using server::session::Engine;
using server::session::EventLoop;
using server::session::FileAccess;
using server::session::Outbox;
using server::session::Trace;
using server::transport::ClientId;

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
        const bool isSlow =
            std::holds_alternative<query::DetailRequest>(request)
            || (timeline != nullptr && timeline->columns > server::session::kOverviewColumns);
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
        , m_dispatcher(std::make_unique<Dispatcher>(
              "server 1", m_engine, m_files, m_outbox, m_loop, path("live")))
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

}  // namespace vellum::tests
