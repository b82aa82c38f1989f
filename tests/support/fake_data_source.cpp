#include "tests/support/fake_data_source.h"

#include "server/query/executor.h"

#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace vellum::tests {

namespace {

const Error kGone{.kind = ErrorKind::Unavailable, .message = "the server is gone"};

}  // namespace

std::shared_ptr<const gui::data::Trace> FakeDataSource::add(
    const QString& path, std::shared_ptr<const server::store::TraceStore> store)
{
    auto trace = std::make_shared<gui::data::Trace>();
    trace->id = m_known.size() + 1;
    trace->path = path;
    trace->definitions = std::make_shared<const Definitions>(store->definitions);
    const auto answer = server::query::execute(*store, query::InfoRequest{});
    trace->info = std::get<query::TraceInfo>(answer.value());
    m_known[path] = {.store = std::move(store), .trace = trace};
    return trace;
}

FakeDataSource::RequestId FakeDataSource::open(const query::TraceSelection& selection)
{
    const RequestId id = ++m_lastId;
    m_opening[id] = QString::fromStdString(selection.name());
    later(id);
    return id;
}

void FakeDataSource::close(TraceId trace)
{
    m_closed.push_back(trace);
}

FakeDataSource::RequestId FakeDataSource::ask(
    TraceId trace, query::Request request, const query::Asking& asking)
{
    const RequestId id = ++m_lastId;
    std::vector<RequestId> older;
    for (const auto& [pending, asked] : m_pending) {
        if (asking.view != 0 && asked.asking.view == asking.view
            && asked.asking.generation < asking.generation) {
            older.push_back(pending);
        }
    }
    for (const RequestId taken : older) {
        takeBack(taken);
    }
    m_asked.push_back({.id = id, .trace = trace, .request = std::move(request), .asking = asking});
    m_pending[id] = m_asked.back();
    later(id);
    return id;
}

void FakeDataSource::askLive(const std::string& name, LiveWish wish)
{
    m_stopsAsked += wish == LiveWish::Stop ? 1 : 0;
    post([this, name] {
        const auto found = m_live.find(name);
        const auto state = found == m_live.end()
                               ? nullptr
                               : std::make_shared<const query::LiveState>(found->second);
        emit liveAnswered(
            QString::fromStdString(name),
            state,
            state ? Error{} : Error{ErrorKind::NotFound, "there is no live run '" + name + "'"});
    });
}

void FakeDataSource::post(const std::function<void()>& what)
{
#ifndef __clang_analyzer__  // does not see that Qt's event owns the function
    QMetaObject::invokeMethod(this, what, Qt::QueuedConnection);
#endif
}

void FakeDataSource::later(RequestId request)
{
    if (!m_holds) {
        release(request);
    }
}

void FakeDataSource::setHold(bool hold)
{
    m_holds = hold;
    if (!hold) {
        for (RequestId id = 1; id <= m_lastId; ++id) {
            if (m_pending.contains(id) || m_opening.contains(id)) {
                later(id);
            }
        }
    }
}

void FakeDataSource::release(RequestId request)
{
    post([this, request] { deliver(request); });
}

void FakeDataSource::releaseProvisional(RequestId request, std::uint32_t columns)
{
    post([this, request, columns] {
        const auto found = m_pending.find(request);
        if (found == m_pending.end() || !found->second.asking.progressive) {
            return;
        }
        Asked overview = found->second;
        query::Answer answer = answerInColumns(overview, columns);
        emit provisional(request, std::make_shared<const query::Answer>(std::move(answer)));
    });
}

query::Answer FakeDataSource::answerInColumns(Asked overview, std::uint32_t columns)
{
    std::visit(
        [columns](auto& request) {
            if constexpr (requires { request.columns; }) {
                request.columns = columns;
            }
        },
        overview.request);
    query::Answer answer = answerTo(overview).value();
    std::visit(
        [](auto& one) {
            if constexpr (requires { one.exact; }) {
                one.exact = false;
            }
        },
        answer);
    return answer;
}

bool FakeDataSource::takeBack(RequestId request)
{
    if (m_pending.erase(request) == 0) {
        return false;
    }
    const Error error{.kind = ErrorKind::Cancelled, .message = "taken back"};
    post([this, request, error] { emit answered(request, nullptr, error); });
    return true;
}

void FakeDataSource::cancel(RequestId request)
{
    m_cancelled.push_back(request);
    if (!takeBack(request) && m_opening.contains(request)) {
        release(request);
    }
}

void FakeDataSource::restart()
{
    m_isLost = false;
    post([this] { emit restored(); });
}

void FakeDataSource::emitProgress(RequestId request, const gui::data::OpenProgress& progress)
{
    emit openProgress(request, progress);
}

void FakeDataSource::lose(const Error& reason)
{
    m_isLost = true;
    for (const auto& entry : std::exchange(m_pending, {})) {
        emit answered(entry.first, nullptr, reason);
    }
    for (const auto& entry : std::exchange(m_opening, {})) {
        emit opened(entry.first, nullptr, reason);
    }
    emit lost(reason);
}

Result<query::Answer> FakeDataSource::answerTo(const Asked& asked)
{
    if (m_isLost) {
        return kGone;
    }
    if (!m_failures.empty()) {
        const Error error = m_failures.front();
        m_failures.erase(m_failures.begin());
        return error;
    }
    const auto known = std::ranges::find_if(
        m_known, [&](const auto& entry) { return entry.second.trace->id == asked.trace; });
    if (known == m_known.end()) {
        return Error{.kind = ErrorKind::NotFound, .message = "no such trace"};
    }
    return server::query::execute(*known->second.store, asked.request);
}

void FakeDataSource::deliver(RequestId request)
{
    if (const auto opening = m_opening.find(request); opening != m_opening.end()) {
        const QString path = opening->second;
        m_opening.erase(opening);
        deliverOpened(request, path);
        return;
    }
    const auto found = m_pending.find(request);
    if (found == m_pending.end()) {
        return;  // answered or taken back since
    }
    const Asked asked = found->second;
    m_pending.erase(found);
    const auto answer = answerTo(asked);
    if (answer.isOk()) {
        emit answered(request, std::make_shared<const query::Answer>(answer.value()), {});
    } else {
        emit answered(request, nullptr, answer.error());
    }
}

void FakeDataSource::deliverOpened(RequestId request, const QString& path)
{
    const auto known = m_known.find(path);
    if (m_isLost) {
        emit opened(request, nullptr, kGone);
    } else if (!m_failures.empty()) {
        const Error error = m_failures.front();
        m_failures.erase(m_failures.begin());
        emit opened(request, nullptr, error);
    } else if (known == m_known.end()) {
        emit opened(
            request,
            nullptr,
            {.kind = ErrorKind::NotFound, .message = "no file \"" + path.toStdString() + '"'});
    } else {
        emit opened(request, known->second.trace, {});
    }
}

}  // namespace vellum::tests
