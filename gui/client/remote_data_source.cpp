#include "gui/client/remote_data_source.h"

#include "gui/data/wording.h"

#include <QMetaObject>
#include <QPointer>

#include <utility>

namespace vellum::gui::client {

using vellum::client::Connection;
using vellum::client::OpenedTrace;
using vellum::client::PrivateServer;
using vellum::client::RequestNumber;

namespace {

/// Runs \p function on the thread of \p object, soon; it is dropped if the object dies before.
template <typename Function>
void later(QObject* object, Function function)
{
#ifndef __clang_analyzer__  // does not see that Qt's event owns the function
    QMetaObject::invokeMethod(object, std::move(function), Qt::QueuedConnection);
#endif
}

bool isLive(const query::TraceSelection& selection)
{
    return selection.paths.size() == 1
           && query::liveNameOfPath(selection.paths.front()).has_value();
}

/// Whether pictures of the one are pictures of the other.
bool definesTheSame(const Definitions& a, const Definitions& b)
{
    return a.clock == b.clock && a.locations == b.locations && a.regions == b.regions
           && a.locationGroups == b.locationGroups;
}

}  // namespace

/// Hands what the connection's thread reports over to the GUI thread.
class RemoteDataSource::Listener : public vellum::client::ConnectionListener {
public:
    Listener(RemoteDataSource& owner, std::uint64_t generation)
        : m_owner(owner)
        , m_generation(generation)
    {
    }

    void onConnected(const vellum::client::ServerDescription& server) override
    {
        post([server](RemoteDataSource& owner) { owner.onConnected(server); });
    }
    void onLost(const Error& reason) override
    {
        post([reason](RemoteDataSource& owner) { owner.onLost(reason); });
    }
    void onProgress(RequestNumber request, const vellum::client::OpenProgress& progress) override
    {
        post([=](RemoteDataSource& owner) { owner.onProgress(request, progress); });
    }
    void onOpened(RequestNumber request, Result<OpenedTrace> trace) override
    {
        auto shared = std::make_shared<Result<OpenedTrace>>(std::move(trace));
        post([=](RemoteDataSource& owner) { owner.onOpened(request, *shared); });
    }
    void onListed(
        RequestNumber /*request*/, Result<vellum::client::DirectoryListing> /*listing*/) override
    {
    }
    void onAnswer(RequestNumber request, Result<query::Answer> answer) override
    {
        auto shared = std::make_shared<Result<query::Answer>>(std::move(answer));
        post([=](RemoteDataSource& owner) { owner.onAnswer(request, std::move(*shared)); });
    }
    void onProvisional(RequestNumber request, const query::Answer& answer) override
    {
        auto shared = std::make_shared<const query::Answer>(answer);
        post([=](RemoteDataSource& owner) { owner.onProvisional(request, shared); });
    }
    void onLive(RequestNumber request, const Result<query::LiveState>& state) override
    {
        post([=](RemoteDataSource& owner) { owner.onLive(request, state); });
    }

private:
    template <typename Function>
    void post(Function function)
    {
        // The owner outlives the connection, and so this object; events that are still queued when
        // it dies are dropped by Qt.
        later(
            &m_owner,
            [owner = &m_owner, generation = m_generation, function = std::move(function)] {
                if (generation == owner->m_generation) {
                    function(*owner);
                }
            });
    }

    RemoteDataSource& m_owner;
    std::uint64_t m_generation;
};

RemoteDataSource::RemoteDataSource(ServerChoice choice, QObject* parent)
    : data::DataSource(parent)
    , m_choice(std::move(choice))
{
    startConnecting();
}

RemoteDataSource::~RemoteDataSource()
{
    m_starter = {};
    // What was started and not yet handed over would outlive us in Qt's queue, and report to us.
    m_started->connection.reset();
    m_connection.reset();
    m_listener.reset();
    m_server.reset();
}

int RemoteDataSource::serverProcessId() const
{
    return m_server ? m_server->processId() : 0;
}

// ---- Connecting -----------------------------------------------------------------------------

void RemoteDataSource::startConnecting()
{
    m_phase = Phase::Connecting;
    const std::uint64_t generation = ++m_generation;
    m_started = std::make_shared<Started>();
    m_starter = std::jthread([this, choice = m_choice, generation, started = m_started] {
        connectTo(choice, std::make_unique<Listener>(*this, generation), *started);
        later(this, [this, started, generation] { onStarted(started, generation); });
    });
}

void RemoteDataSource::connectTo(
    const ServerChoice& choice, std::unique_ptr<Listener> listener, Started& to)
{
    vellum::client::Endpoint endpoint;
    if (choice.connectTo.empty()) {
        auto server = PrivateServer::launch(choice.program);
        if (!server.isOk()) {
            to.error = server.error();
            return;
        }
        to.server = std::move(server).value();
        endpoint = to.server->endpoint();
    } else {
        auto found = vellum::client::resolveEndpoint(choice.connectTo);
        if (!found.isOk()) {
            // Whatever is wrong with what was given: there is no server, and no trace to blame.
            to.error = {ErrorKind::Unavailable, found.error().message};
            return;
        }
        endpoint = found.value();
    }
    to.listener = std::move(listener);
    to.connection = Connection::start(endpoint, *to.listener);
}

void RemoteDataSource::onStarted(const std::shared_ptr<Started>& started, std::uint64_t generation)
{
    if (generation != m_generation) {
        // Lost before it was handed over.
        started->connection.reset();
        endServer(std::move(started->server));
        return;
    }
    m_connection = std::move(started->connection);
    m_listener = std::move(started->listener);
    m_server = std::move(started->server);
    if (!m_connection) {
        onLost(started->error);
    }
}

void RemoteDataSource::onConnected(const vellum::client::ServerDescription& server)
{
    // Posted by the connection's thread, maybe before the starter's own event: wait for that.
    if (!m_connection) {
        later(this, [this, server] { onConnected(server); });
        return;
    }
    m_phase = Phase::Connected;
    const QString kind = m_choice.connectTo.empty() ? tr("private server")
                                                    : QString::fromStdString(m_choice.connectTo);
    emit described(
        kind + QStringLiteral(" · ") + data::counted(server.threads, tr("thread"), tr("threads")));
    if (m_isRestarting) {
        reopenTraces();
    }
    for (auto& [id, send] : std::exchange(m_waiting, {})) {
        send();
    }
}

void RemoteDataSource::onLost(const Error& reason)
{
    if (m_phase == Phase::Lost) {
        return;
    }
    m_phase = Phase::Lost;
    m_isRestarting = false;
    m_lostReason = reason;
    ++m_generation;  // nothing of this connection is heard any more
    m_connection.reset();
    m_listener.reset();
    endServer(std::move(m_server));
    m_reopening.clear();
    m_waiting.clear();
    m_liveAsked.clear();
    const auto requests = std::exchange(m_requests, {});
    m_numbers.clear();
    const auto opening = std::exchange(m_opening, {});
    for (const auto& [number, id] : requests) {
        if (!opening.contains(id)) {
            emit answered(id, nullptr, reason);
        }
    }
    for (const auto& [id, path] : opening) {
        emit opened(id, nullptr, reason);
    }
    emit lost(reason);
}

void RemoteDataSource::endServer(std::unique_ptr<PrivateServer> server)
{
    if (server) {
        m_ender = std::jthread([server = std::move(server)]() mutable { server.reset(); });
    }
}

void RemoteDataSource::restart()
{
    if (m_phase == Phase::Lost) {
        m_isRestarting = true;
        startConnecting();
    }
}

void RemoteDataSource::reopenTraces()
{
    for (auto& [id, entry] : m_traces) {
        entry.handle = 0;
        m_reopening[m_connection->open(entry.selection)] = id;
    }
    if (m_reopening.empty()) {
        m_isRestarting = false;
        emit restored();
    }
}

/// What went with its server, or has grown since, keeps no trace from being answered again: who looks at the run opens it anew.
void RemoteDataSource::restoreLive(OpenTraceEntry& entry, const Result<OpenedTrace>& opened)
{
    if (!opened.isOk()) {
        return;
    }
    if (opened.value().info.events == entry.trace->info.events
        && definesTheSame(*opened.value().definitions, *entry.trace->definitions)) {
        entry.handle = opened.value().handle;
    } else {
        m_connection->close(opened.value().handle);
    }
}

void RemoteDataSource::onReopened(data::TraceId id, const Result<OpenedTrace>& opened)
{
    const auto found = m_traces.find(id);
    if (found != m_traces.end() && isLive(found->second.selection)) {
        restoreLive(found->second, opened);
    } else if (!opened.isOk()) {
        onLost(opened.error());
        return;
    } else if (found == m_traces.end()) {
        m_connection->close(opened.value().handle);  // its tab was closed meanwhile
    } else {
        // Loading may have been cancelled then and not now.
        const query::TraceInfo& before = found->second.trace->info;
        if ((before.complete && opened.value().info.events != before.events)
            || !definesTheSame(*opened.value().definitions, *found->second.trace->definitions)) {
            onLost(
                {ErrorKind::DataLoss,
                 "'" + found->second.selection.name()
                     + "' changed while it was open; open it again"});
            return;
        }
        found->second.handle = opened.value().handle;
    }
    if (m_reopening.empty()) {
        m_isRestarting = false;
        emit restored();
    }
}

// ---- Requests -------------------------------------------------------------------------------

void RemoteDataSource::sendWhenConnected(data::RequestId id, std::function<void()> send)
{
    if (m_phase == Phase::Connected) {
        send();
    } else {
        m_waiting.emplace_back(id, std::move(send));
    }
}

void RemoteDataSource::failSoon(data::RequestId id, bool isOpen, Error error)
{
    later(this, [this, id, isOpen, error = std::move(error)] {
        if (isOpen) {
            emit opened(id, nullptr, error);
        } else {
            emit answered(id, nullptr, error);
        }
    });
}

data::RequestId RemoteDataSource::open(const query::TraceSelection& selection)
{
    const data::RequestId id = m_nextRequest++;
    if (m_phase == Phase::Lost) {
        failSoon(id, true, m_lostReason);
        return id;
    }
    m_opening[id] = selection;
    sendWhenConnected(id, [this, id, selection] {
        const RequestNumber number = m_connection->open(selection);
        m_numbers[id] = number;
        m_requests[number] = id;
    });
    return id;
}

void RemoteDataSource::close(data::TraceId trace)
{
    const auto found = m_traces.find(trace);
    if (found != m_traces.end()) {
        if (m_connection && found->second.handle != 0) {
            m_connection->close(found->second.handle);
        }
        m_traces.erase(found);
    }
}

data::RequestId RemoteDataSource::ask(
    data::TraceId trace, query::Request request, const query::Asking& asking)
{
    const data::RequestId id = m_nextRequest++;
    const auto found = m_traces.find(trace);
    if (found == m_traces.end() || found->second.handle == 0 || m_phase != Phase::Connected) {
        failSoon(
            id,
            false,
            m_phase == Phase::Lost ? m_lostReason
                                   : Error{ErrorKind::Unavailable, "the trace is not open"});
        return id;
    }
    const RequestNumber number =
        m_connection->ask(found->second.handle, std::move(request), asking);
    m_numbers[id] = number;
    m_requests[number] = id;
    return id;
}

void RemoteDataSource::cancel(data::RequestId request)
{
    const auto found = m_numbers.find(request);
    if (found != m_numbers.end() && m_connection) {
        m_connection->cancel(found->second);
        return;
    }
    const auto waits =
        std::erase_if(m_waiting, [request](const auto& entry) { return entry.first == request; });
    if (waits > 0 && m_opening.erase(request) > 0) {
        failSoon(request, true, {ErrorKind::Cancelled, "opening was cancelled"});
    }
}

void RemoteDataSource::askLive(const std::string& name, LiveWish wish)
{
    if (m_phase != Phase::Connected) {
        return;
    }
    vellum::client::LiveRequest request{.name = name, .wish = vellum::codec::LiveLook{}};
    if (wish == LiveWish::Stop) {
        request.wish = vellum::codec::LiveStop{};
    }
    m_liveAsked[m_connection->live(std::move(request))] = name;
}

// ---- What comes back ------------------------------------------------------------------------

data::RequestId RemoteDataSource::takeRequest(RequestNumber number)
{
    const auto found = m_requests.find(number);
    if (found == m_requests.end()) {
        return 0;
    }
    const data::RequestId id = found->second;
    m_requests.erase(found);
    m_numbers.erase(id);
    return id;
}

void RemoteDataSource::onProgress(
    RequestNumber number, const vellum::client::OpenProgress& progress)
{
    const auto found = m_requests.find(number);
    if (found != m_requests.end()) {
        emit openProgress(
            found->second,
            {.bytesDone = progress.bytesDone,
             .bytesTotal = progress.bytesTotal,
             .locationsDone = progress.locationsDone,
             .locationsTotal = progress.locationsTotal,
             .eventsRead = progress.eventsRead});
    }
}

void RemoteDataSource::onOpened(RequestNumber number, const Result<OpenedTrace>& result)
{
    if (const auto again = m_reopening.extract(number); !again.empty()) {
        onReopened(again.mapped(), result);
        return;
    }
    const data::RequestId id = takeRequest(number);
    if (id == 0) {
        return;
    }
    const query::TraceSelection selection = m_opening[id];
    m_opening.erase(id);
    if (!result.isOk()) {
        emit opened(id, nullptr, result.error());
        return;
    }
    auto trace = std::make_shared<data::Trace>(data::Trace{
        .id = m_nextTrace++,
        .path = QString::fromStdString(result.value().path),
        .definitions = result.value().definitions,
        .info = result.value().info});
    m_traces[trace->id] = {.selection = selection, .handle = result.value().handle, .trace = trace};
    emit opened(id, trace, {});
}

void RemoteDataSource::onProvisional(
    RequestNumber number, const std::shared_ptr<const query::Answer>& answer)
{
    const auto found = m_requests.find(number);
    if (found != m_requests.end()) {
        emit provisional(found->second, answer);
    }
}

void RemoteDataSource::onLive(RequestNumber number, const Result<query::LiveState>& state)
{
    const auto asked = m_liveAsked.extract(number);
    if (asked.empty()) {
        return;
    }
    const QString name = QString::fromStdString(asked.mapped());
    if (state.isOk()) {
        emit liveAnswered(name, std::make_shared<const query::LiveState>(state.value()), {});
    } else {
        emit liveAnswered(name, nullptr, state.error());
    }
}

void RemoteDataSource::onAnswer(RequestNumber number, Result<query::Answer> answer)
{
    const data::RequestId id = takeRequest(number);
    if (id == 0) {
        return;
    }
    if (answer.isOk()) {
        emit answered(id, std::make_shared<const query::Answer>(std::move(answer).value()), {});
    } else {
        emit answered(id, nullptr, answer.error());
    }
}

}  // namespace vellum::gui::client
