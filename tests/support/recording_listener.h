#pragma once

#include "common/client/connection.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace vellum::tests {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr std::chrono::seconds kPatience(120);  // opening a trace takes ten times as long
#else
inline constexpr std::chrono::seconds kPatience(20);
#endif

/// Keeps what happens on a connection, and waits for it.
///
/// Threads  Listener functions by the connection's thread, `wait…` by the test's. Waiting ends after
///          `kPatience` with nothing: a test then fails instead of hanging.
class RecordingListener final : public client::ConnectionListener {
public:
    void onConnected(const client::ServerDescription& server) override
    {
        record([&] { m_server = server; });
    }
    void onLost(const Error& reason) override
    {
        record([&] { m_lost = reason; });
    }
    void onProgress(client::RequestNumber request, const client::OpenProgress& progress) override
    {
        record([&] { m_progress[request].push_back(progress); });
    }
    void onOpened(client::RequestNumber request, Result<client::OpenedTrace> trace) override
    {
        record([&] { put(m_opened, request, std::move(trace)); });
    }
    void onListed(client::RequestNumber request, Result<client::DirectoryListing> listing) override
    {
        record([&] { put(m_listed, request, std::move(listing)); });
    }
    void onAnswer(client::RequestNumber request, Result<query::Answer> answer) override
    {
        record([&] { put(m_answered, request, std::move(answer)); });
    }

    void onProvisional(client::RequestNumber request, const query::Answer& answer) override
    {
        record([&] {
            // None comes twice, and none after the answer.
            m_doubles += m_answered.contains(request) ? 1 : 0;
            m_doubles += m_provisional.emplace(request, answer).second ? 0 : 1;
        });
    }

    [[nodiscard]] std::optional<client::ServerDescription> waitForServer()
    {
        return waitFor<client::ServerDescription>([this] { return m_server; });
    }
    [[nodiscard]] std::optional<Error> waitForLost()
    {
        return waitFor<Error>([this] { return m_lost; });
    }
    [[nodiscard]] std::optional<Result<client::OpenedTrace>> waitForOpened(
        client::RequestNumber request)
    {
        return waitFor<Result<client::OpenedTrace>>([=, this] { return get(m_opened, request); });
    }
    [[nodiscard]] std::optional<Result<client::DirectoryListing>> waitForListed(
        client::RequestNumber request)
    {
        return waitFor<Result<client::DirectoryListing>>(
            [=, this] { return get(m_listed, request); });
    }
    [[nodiscard]] std::optional<Result<query::Answer>> waitForAnswer(client::RequestNumber request)
    {
        return waitFor<Result<query::Answer>>([=, this] { return get(m_answered, request); });
    }
    [[nodiscard]] std::optional<query::Answer> waitForProvisional(client::RequestNumber request)
    {
        return waitFor<query::Answer>([=, this]() -> std::optional<query::Answer> {
            const auto found = m_provisional.find(request);
            return found == m_provisional.end() ? std::nullopt : std::optional(found->second);
        });
    }
    /// The first report with events.
    [[nodiscard]] std::optional<client::OpenProgress> waitForProgress(client::RequestNumber request)
    {
        return waitFor<client::OpenProgress>([=, this]() -> std::optional<client::OpenProgress> {
            for (const client::OpenProgress& progress : m_progress[request]) {
                if (progress.eventsRead > 0) {
                    return progress;
                }
            }
            return std::nullopt;
        });
    }

    /// How many requests were answered, and how often something was answered twice, or provisionally after its answer.
    [[nodiscard]] std::size_t answers()
    {
        const std::lock_guard lock(m_mutex);
        return m_opened.size() + m_listed.size() + m_answered.size();
    }
    [[nodiscard]] int doubles()
    {
        const std::lock_guard lock(m_mutex);
        return m_doubles;
    }
    [[nodiscard]] bool isLost()
    {
        const std::lock_guard lock(m_mutex);
        return m_lost.has_value();
    }

private:
    template <typename Change>
    void record(Change change)
    {
        const std::lock_guard lock(m_mutex);
        change();
        m_changed.notify_all();
    }
    template <typename Value>
    void put(
        std::map<client::RequestNumber, Result<Value>>& map,
        client::RequestNumber request,
        Result<Value> value)
    {
        m_doubles += map.emplace(request, std::move(value)).second ? 0 : 1;
    }
    template <typename Value>
    [[nodiscard]] static std::optional<Result<Value>> get(
        const std::map<client::RequestNumber, Result<Value>>& map, client::RequestNumber request)
    {
        const auto found = map.find(request);
        return found == map.end() ? std::nullopt : std::optional<Result<Value>>(found->second);
    }
    template <typename Value, typename Look>
    [[nodiscard]] std::optional<Value> waitFor(Look look)
    {
        std::unique_lock lock(m_mutex);
        std::optional<Value> value;
        m_changed.wait_for(lock, kPatience, [&] {
            value = look();
            return value.has_value();
        });
        return value;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<client::ServerDescription> m_server;
    std::optional<Error> m_lost;
    std::map<client::RequestNumber, std::vector<client::OpenProgress>> m_progress;
    std::map<client::RequestNumber, Result<client::OpenedTrace>> m_opened;
    std::map<client::RequestNumber, Result<client::DirectoryListing>> m_listed;
    std::map<client::RequestNumber, Result<query::Answer>> m_answered;
    std::map<client::RequestNumber, query::Answer> m_provisional;
    int m_doubles = 0;
};

}  // namespace vellum::tests
