#include "server/app/server.h"

#include "common/base/log.h"
#include "common/client/runtime_directory.h"
#include "common/codec/message_codec.h"
#include "common/protocol/limits.h"
#include "server/app/connection_files.h"
#include "server/app/ending.h"
#include "server/app/live_folder.h"
#include "server/query/memory_limit.h"
#include "server/session/dispatcher.h"
#include "server/session/event_loop.h"
#include "server/session/receiver.h"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::app {

namespace {

using Clock = std::chrono::steady_clock;

Result<std::vector<transport::ListenAddress>> addressesOf(const Options& options)
{
    std::vector<std::string> urls = options.listen;
    if (urls.empty()) {
        const auto path = client::socketPath(std::to_string(::getpid()) + ".sock");
        VELLUM_RETURN_IF_ERROR(path);
        urls.push_back("ipc://" + path.value().string());
    }
    std::vector<transport::ListenAddress> addresses;
    for (const std::string& url : urls) {
        auto address = transport::parseListen(url);
        VELLUM_RETURN_IF_ERROR(address);
        addresses.push_back(std::move(address).value());
    }
    return addresses;
}

/// The address as others can use it: "any of this machine" becomes its name.
std::string reachable(std::string url)
{
    for (const std::string any : {"tcp://0.0.0.0:", "tcp://[::]:"}) {
        if (url.starts_with(any)) {
            url.replace(0, any.size(), "tcp://" + hostName() + ":");
        }
    }
    return url;
}

std::vector<client::Endpoint> endpointsOf(
    const transport::ServerSocket& socket, const transport::Keys& keys)
{
    std::vector<client::Endpoint> endpoints;
    for (const std::string& url : socket.urls()) {
        client::Endpoint endpoint{.url = reachable(url)};
        if (url.starts_with("tcp://")) {
            endpoint.serverPublicKey = keys.serverPublic;
            endpoint.clientPublicKey = keys.clientPublic;
            endpoint.clientSecretKey = keys.clientSecret;
        }
        endpoints.push_back(std::move(endpoint));
    }
    return endpoints;
}

transport::OwnMessages ownMessages()
{
    const Error full{
        .kind = ErrorKind::ResourceExhausted,
        .message = "the server is full: it has " + std::to_string(protocol::kMaxClients)
                   + " clients, and takes no more"};
    return {
        .probe = codec::encode(0, codec::ServerContent(codec::Probe{})).value(),
        .full = codec::encode(0, codec::ServerContent(full)).value()};
}

/// Ends the loop when nobody has been there for a while.
class IdleWatch {
public:
    IdleWatch(std::chrono::seconds timeout, const session::Dispatcher& dispatcher)
        : m_timeout(timeout)
        , m_dispatcher(dispatcher)
        , m_lastBusy(Clock::now())
    {
    }
    [[nodiscard]] bool isOver()
    {
        if (m_timeout.count() == 0 || !m_dispatcher.isIdle()) {
            m_lastBusy = Clock::now();
        }
        return m_timeout.count() != 0 && Clock::now() - m_lastBusy >= m_timeout;
    }

private:
    std::chrono::seconds m_timeout;
    const session::Dispatcher& m_dispatcher;
    Clock::time_point m_lastBusy;
};

/// One server's life between "ready" and the end.
class Life {
public:
    Life(
        const Options& options,
        const RankCare& ranks,
        session::EventLoop& loop,
        session::Dispatcher& dispatcher)
        : m_options(options)
        , m_ranks(ranks)
        , m_loop(loop)
        , m_dispatcher(dispatcher)
        , m_idle(options.idleTimeout, dispatcher)
    {
    }

    /// Errors   unavailable: a rank is gone.
    Result<void> run()
    {
        constexpr std::chrono::milliseconds kTick{250};
        const Ending ending(m_options.endsWithInput, [this](const std::string& reason) {
            m_loop.post([this, reason] { endAsTold(reason); });
        });
        m_loop.run(kTick, [this] { look(); });
        return m_outcome;
    }

private:
    void endWith(const std::string& reason)
    {
        log::info(reason);
        m_dispatcher.sayGoodbye({.kind = ErrorKind::Unavailable, .message = reason});
        m_loop.end();
    }

    void endWithout(const std::string& rank)
    {
        // Said at once: a launcher that has lost a rank gives the others a second.
        log::error(rank);
        m_outcome = Error{.kind = ErrorKind::Unavailable, .message = rank};
        endWith(rank);
    }

    void endAsTold(const std::string& reason)
    {
        const auto gone =
            m_ranks.whyToldToEnd ? m_ranks.whyToldToEnd() : std::optional<std::string>();
        if (gone) {
            endWithout(*gone);
        } else {
            endWith(reason);
        }
    }

    void look()
    {
        const auto gone = m_ranks.whoIsGone ? m_ranks.whoIsGone() : std::optional<std::string>();
        if (gone) {
            endWithout(*gone);
        } else if (m_idle.isOver()) {
            endWith("no client for " + std::to_string(m_options.idleTimeout.count()) + " seconds");
        }
    }

    const Options& m_options;
    const RankCare& m_ranks;
    session::EventLoop& m_loop;
    session::Dispatcher& m_dispatcher;
    IdleWatch m_idle;
    Result<void> m_outcome;
};

}  // namespace

Result<void> serve(const Options& options, session::Engine& engine, const RankCare& ranks)
{
    auto files = session::FileAccess::make(options.roots);
    VELLUM_RETURN_IF_ERROR(files);
    const auto addresses = addressesOf(options);
    VELLUM_RETURN_IF_ERROR(addresses);
    const transport::Keys keys = transport::makeKeys();
    session::EventLoop loop;
    session::Receiver receiver(loop);
    auto socket = transport::ServerSocket::start(addresses.value(), keys, ownMessages(), receiver);
    VELLUM_RETURN_IF_ERROR(socket);
    Result<void> outcome;
    {
        session::SocketOutbox outbox(*socket.value());
        session::Dispatcher dispatcher(
            std::string("vellum-server ") + VELLUM_VERSION,
            engine,
            files.value(),
            outbox,
            loop,
            liveFolder(cacheFolderOf(options)));
        receiver.deliverTo(dispatcher);
        const query::MemoryLimit memory(options.memoryBytes, "vellum-server");
        const auto endpoints = endpointsOf(*socket.value(), keys);
        const auto written = ConnectionFiles::write(endpoints);
        if (memory.isPassed()) {
            outcome = memory.refusalToStart();
        } else if (written.isOk()) {
            for (const auto& endpoint :
                 endpoints) {  // a line each: with port 0 nobody else knows them
                std::cout << "vellum-server ready: " << endpoint.url << std::endl;  // flushed
            }
            outcome = Life(options, ranks, loop, dispatcher).run();
        } else {
            outcome = written.error();
        }
        loop.end();  // nobody waits for room any more
    }
    return outcome;
}

}  // namespace vellum::server::app
