#include "server/session/dispatcher.h"

#include "common/base/log.h"
#include "common/codec/message_codec.h"
#include "common/protocol/limits.h"
#include "common/protocol/protocol_version.h"
#include "server/session/overview.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>
#include <variant>
#include <vector>

namespace vellum::server::session {

namespace {

using transport::ClientId;
using Number = codec::RequestNumber;

/// Listings, and the definitions of opened traces, take turns with the kinds of queries.
constexpr std::size_t kListKind = std::variant_size_v<vellum::query::Request>;
constexpr std::size_t kOpenedKind = kListKind + 1;
constexpr std::size_t kLiveKind = kOpenedKind + 1;

template <typename Value>
codec::ServerContent asContent(Result<Value> result)
{
    return result.isOk() ? codec::ServerContent(std::move(result).value())
                         : codec::ServerContent(result.error());
}

/// Errors are results; what a library throws all the same ends here.
codec::ServerContent guarded(
    const std::function<codec::ServerContent(const std::stop_token&)>& compute,
    const std::stop_token& cancel)
{
    try {
        return compute(cancel);
    } catch (const std::bad_alloc&) {
        return Error{
            .kind = ErrorKind::ResourceExhausted, .message = "out of memory for this answer"};
    } catch (const std::exception& exception) {
        return Error{.kind = ErrorKind::Internal, .message = exception.what()};
    }
}

/// A program's name for the log: whoever sends it must not write lines of their own.
std::string printable(std::string text)
{
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    return text;
}

Error cancelled()
{
    return {.kind = ErrorKind::Cancelled, .message = "the request was taken back"};
}

}  // namespace

Dispatcher::Dispatcher(
    std::string program,
    Engine& engine,
    const FileAccess& files,
    Outbox& outbox,
    EventLoop& loop,
    const std::filesystem::path& liveFolder)
    : m_program(std::move(program))
    , m_engine(engine)
    , m_files(files)
    , m_outbox(outbox)
    , m_loop(loop)
    , m_live(liveFolder)
    , m_traces(
          engine,
          loop,
          {.onProgress =
               [this](const OpenTraces::Waiter& waiter, const codec::OpenProgress& progress) {
                   m_outbox.send(waiter.client, waiter.number, progress);
               },
           .onOpened = [this](const auto& waiter, const auto& trace) { opened(waiter, trace); }})
    , m_workers(std::make_unique<FairWorkers>(kQueryTurns))
{
}

Dispatcher::~Dispatcher()
{
    for (auto& [client, session] : m_sessions) {
        for (auto& [number, ask] : session.asks) {
            ask.stop.request_stop();
        }
    }
    m_workers.reset();
}

Session* Dispatcher::find(ClientId client)
{
    const auto found = m_sessions.find(client);
    return found == m_sessions.end() ? nullptr : &found->second;
}

void Dispatcher::receive(ClientId client, const protocol::Bytes& bytes)
{
    Session& session = m_sessions[client];
    if (session.isRefused) {
        return;
    }
    const auto message = codec::decodeClientMessage(bytes);
    if (!message.isOk()) {
        refuseMalformed(client, message.error());
        return;
    }
    const Number number = message.value().number;
    if (number == 0) {
        refuseMalformed(
            client, {.kind = ErrorKind::InvalidArgument, .message = "a message with number 0"});
        return;
    }
    if (!message.value().content.isOk()) {
        refuse(client, number, message.value().content.error());
        return;
    }
    handle(client, number, message.value().content.value());
}

void Dispatcher::handle(ClientId client, Number number, const codec::ClientContent& content)
{
    const bool isHello = std::holds_alternative<codec::Hello>(content);
    if (!isHello && !m_sessions.at(client).isGreeted) {
        refuse(
            client,
            number,
            {.kind = ErrorKind::InvalidArgument, .message = "the first message must be a hello"});
        return;
    }
    std::visit([&](const auto& message) { take(client, number, message); }, content);
}

void Dispatcher::refuse(ClientId client, Number number, const Error& error)
{
    m_outbox.send(client, number, error);
}

void Dispatcher::refuseMalformed(ClientId client, const Error& error)
{
    Session& session = m_sessions.at(client);
    ++session.malformed;
    refuse(client, 0, error);
    if (session.malformed > protocol::kMaxMalformedPerClient) {
        session.isRefused = true;
        m_outbox.drop(client);
    }
}

void Dispatcher::take(ClientId client, Number number, const codec::Hello& hello)
{
    Session& session = m_sessions.at(client);
    if (hello.protocol != protocol::kProtocolVersion) {
        refuse(
            client,
            number,
            {.kind = ErrorKind::Unimplemented,
             .message = m_program + " speaks protocol " + std::to_string(protocol::kProtocolVersion)
                        + ", " + printable(hello.program) + " protocol "
                        + std::to_string(hello.protocol)});
        session.isRefused = true;
        m_outbox.drop(client);
        return;
    }
    session.isGreeted = true;
    session.program = printable(hello.program);
    log::info("client " + std::to_string(client.value) + " is " + session.program);
    m_outbox.send(
        client,
        number,
        codec::ServerDescription{
            .program = m_program,
            .protocol = protocol::kProtocolVersion,
            .threads = m_engine.threads(),
            .memoryBytes = m_engine.residentBytes()});
}

bool Dispatcher::admit(ClientId client, Number number)
{
    const Session& session = m_sessions.at(client);
    if (session.asks.contains(number) || session.opens.contains(number)) {
        refuse(
            client,
            number,
            {.kind = ErrorKind::InvalidArgument,
             .message = "request number " + std::to_string(number) + " is under way already"});
        return false;
    }
    if (session.underWay() >= protocol::kMaxRequestsPerClient) {
        refuse(
            client,
            number,
            {.kind = ErrorKind::ResourceExhausted,
             .message = std::to_string(session.underWay())
                        + " requests are under way, the limit is "
                        + std::to_string(protocol::kMaxRequestsPerClient)});
        return false;
    }
    return true;
}

void Dispatcher::take(ClientId client, Number number, const codec::Open& open)
{
    Session& session = m_sessions.at(client);
    if (!admit(client, number)) {
        return;
    }
    if (session.traces.size() + session.opens.size() >= protocol::kMaxOpenTracesPerClient) {
        refuse(
            client,
            number,
            {.kind = ErrorKind::ResourceExhausted,
             .message = open.trace.name() + ": " + std::to_string(protocol::kMaxOpenTracesPerClient)
                        + " traces are open already"});
        return;
    }
    const auto wanted = find(open.trace);
    if (!wanted.isOk()) {
        refuse(client, number, wanted.error());
        return;
    }
    session.opens.emplace(number, wanted.value().held);
    m_traces.open({.client = client, .number = number}, wanted.value().key);
}

Result<Dispatcher::Wanted> Dispatcher::find(const vellum::query::TraceSelection& selection) const
{
    const auto live = selection.paths.size() == 1
                          ? vellum::query::liveNameOfPath(selection.paths.front())
                          : std::nullopt;
    if (!live) {
        auto key = m_files.resolve(selection);
        VELLUM_RETURN_IF_ERROR(key);
        return Wanted{.key = std::move(key).value(), .held = nullptr};
    }
    const auto newest = m_live.newest(*live);
    VELLUM_RETURN_IF_ERROR(newest);
    // Not through the folders that are served: what clients sent lies in one of the server's own.
    const auto& [generation, archive] = newest.value();
    Wanted wanted{.key = {.selection = selection, .bytes = archive->bytes()}, .held = archive};
    wanted.key.selection.paths = {archive->anchor().string()};
    return wanted;
}

void Dispatcher::take(ClientId client, Number number, const codec::LiveRequest& live)
{
    if (admit(client, number)) {
        enqueue(client, number, kLiveKind, {}, [this, client, live](const std::stop_token&) {
            return asContent(m_live.take(client, live));
        });
    }
}

void Dispatcher::opened(
    const OpenTraces::Waiter& waiter, const Result<std::shared_ptr<const Trace>>& trace)
{
    Session& session = m_sessions.at(waiter.client);  // the traces forget waiters that are gone
    session.opens.erase(waiter.number);
    if (!trace.isOk()) {
        refuse(waiter.client, waiter.number, trace.error());
        return;
    }
    const codec::TraceHandle handle = ++m_lastHandle;
    session.traces.emplace(handle, trace.value());
    m_workers->post(
        {.client = waiter.client,
         .number = waiter.number,
         .kind = kOpenedKind,
         .run = [this, waiter, handle, trace = trace.value()] {  // definitions may be large
             send(
                 waiter.client,
                 waiter.number,
                 codec::OpenedTrace{
                     .handle = handle,
                     .path = trace->path,
                     .definitions = trace->definitions,
                     .info = trace->info});
         }});
}

void Dispatcher::take(ClientId client, Number /*number*/, const codec::Close& close)
{
    m_sessions.at(client).traces.erase(close.trace);
}

void Dispatcher::take(ClientId client, Number number, const codec::ListDirectory& list)
{
    if (admit(client, number)) {
        enqueue(client, number, kListKind, {}, [this, list](const std::stop_token& /*cancel*/) {
            return asContent(m_files.list(list.directory));
        });
    }
}

bool Dispatcher::isNewestOfView(ClientId client, const vellum::query::Asking& asking)
{
    if (asking.view == 0) {
        return true;
    }
    std::vector<Number> older;
    for (const auto& [number, ask] : m_sessions.at(client).asks) {
        if (ask.asking.view != asking.view) {
            continue;
        }
        if (ask.asking.generation > asking.generation) {
            return false;  // as then none older than that is under way
        }
        if (ask.asking.generation < asking.generation) {
            older.push_back(number);
        }
    }
    for (const Number number : older) {
        takeBack(client, number);
    }
    return true;
}

void Dispatcher::sendOverview(
    ClientId client,
    Number number,
    const Trace& trace,
    const vellum::query::Request& request,
    const std::stop_token& cancel)
{
    const auto overview = overviewOf(request, trace.definitions->locations.size());
    if (!overview) {
        return;
    }
    auto answer = m_engine.answer(trace, *overview, cancel);
    // What is wrong with the question, the exact answer says.
    if (answer.isOk() && !cancel.stop_requested()) {
        codec::ProvisionalAnswer provisional{.answer = std::move(answer).value()};
        markProvisional(provisional.answer);
        // One that does not fit is not worth a sentence.
        (void)m_engine.withinMemory({}, [&]() -> Result<void> {
            m_outbox.send(client, number, provisional);
            return {};
        });
    }
}

void Dispatcher::take(ClientId client, Number number, const codec::Ask& ask)
{
    const bool isNewest = isNewestOfView(client, ask.asking);
    if (!admit(client, number)) {
        return;
    }
    if (!isNewest) {
        refuse(client, number, cancelled());
        return;
    }
    const Session& session = m_sessions.at(client);
    const auto trace = session.traces.find(ask.trace);
    if (trace == session.traces.end()) {
        refuse(
            client,
            number,
            {.kind = ErrorKind::NotFound,
             .message = "trace " + std::to_string(ask.trace) + " is not open"});
        return;
    }
    enqueue(
        client,
        number,
        ask.request.index(),
        ask.asking,
        [this, client, number, ask, trace = trace->second](const std::stop_token& cancel) {
            if (ask.asking.progressive) {
                sendOverview(client, number, *trace, ask.request, cancel);
            }
            return asContent(m_engine.answer(*trace, ask.request, cancel));
        });
}

void Dispatcher::enqueue(
    ClientId client,
    Number number,
    std::size_t kind,
    const vellum::query::Asking& asking,
    const std::function<codec::ServerContent(const std::stop_token&)>& compute)
{
    std::stop_source stop;
    m_sessions.at(client).asks[number] = {.stop = stop, .asking = asking};
    m_workers->post(
        {.client = client,
         .number = number,
         .kind = kind,
         .run = [this, client, number, compute, cancel = stop.get_token()] {
             send(client, number, guarded(compute, cancel));
             m_loop.post([this, client, number] { finish(client, number); });
         }});
}

void Dispatcher::send(ClientId client, Number number, const codec::ServerContent& content)
{
    const auto write = [&]() -> Result<void> {
        m_outbox.send(client, number, content);
        return {};
    };
    try {
        const auto sent = m_engine.withinMemory("ask for less at a time", write);
        if (!sent.isOk()) {
            m_outbox.send(client, number, sent.error());
        }
    } catch (const std::bad_alloc&) {
        m_outbox.send(
            client,
            number,
            Error{
                .kind = ErrorKind::ResourceExhausted, .message = "out of memory for the message"});
    }
}

void Dispatcher::finish(ClientId client, Number number)
{
    if (Session* session = find(client)) {
        session->asks.erase(number);
    }
}

void Dispatcher::take(ClientId client, Number /*number*/, const codec::Cancel& cancel)
{
    Session& session = m_sessions.at(client);
    if (session.opens.contains(cancel.request)) {
        m_traces.cancel({.client = client, .number = cancel.request});
        return;
    }
    takeBack(client, cancel.request);
}

void Dispatcher::takeBack(ClientId client, Number number)
{
    Session& session = m_sessions.at(client);
    const auto ask = session.asks.find(number);
    if (ask == session.asks.end()) {
        return;
    }
    ask->second.stop.request_stop();
    if (m_workers->remove(client, number)) {
        session.asks.erase(ask);
        refuse(client, number, cancelled());
    }
}

void Dispatcher::take(ClientId client, Number /*number*/, const codec::Goodbye& /*goodbye*/)
{
    forget(client);
    m_outbox.drop(client);
}

void Dispatcher::forget(ClientId client)
{
    Session* session = find(client);
    if (session == nullptr) {
        return;
    }
    m_workers->removeAll(client);
    for (auto& [number, ask] : session->asks) {
        ask.stop.request_stop();
    }
    for (const auto& [number, held] : session->opens) {
        m_traces.forget({.client = client, .number = number});
    }
    m_sessions.erase(client);
    m_live.forget(client);
    log::info("client " + std::to_string(client.value) + " is gone");
}

void Dispatcher::sayGoodbye(const Error& reason)
{
    for (const auto& [client, session] : m_sessions) {
        m_outbox.send(client, 0, reason);
    }
}

bool Dispatcher::isIdle() const
{
    return m_sessions.empty() && !m_traces.isImporting();
}

}  // namespace vellum::server::session
