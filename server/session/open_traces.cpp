#include "server/session/open_traces.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace vellum::server::session {

namespace {

/// The engine's errors are results; what a library throws all the same ends here.
Result<std::shared_ptr<const Trace>> openGuarded(
    Engine& engine,
    const vellum::query::TraceSelection& selection,
    const Engine::ProgressListener& onProgress,
    const std::stop_token& cancel)
{
    try {
        return engine.open(selection, onProgress, cancel);
    } catch (const std::bad_alloc&) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = selection.name() + ": out of memory while reading it"};
    } catch (const std::exception& exception) {
        return Error{
            .kind = ErrorKind::Internal, .message = selection.name() + ": " + exception.what()};
    }
}

}  // namespace

/// Threads  The main thread; workers only read `key` and the stop token.
struct OpenTraces::Import {
    TraceKey key;
    std::stop_source stop;
    std::vector<Waiter> waiters;
};

OpenTraces::OpenTraces(Engine& engine, EventLoop& loop, Listener listener)
    : m_engine(engine)
    , m_loop(loop)
    , m_listener(std::move(listener))
    , m_workers(std::make_unique<FairWorkers>(kImportTurns))
{
}

OpenTraces::~OpenTraces()
{
    for (const auto& import : m_imports) {
        import->stop.request_stop();
    }
    m_workers.reset();
}

void OpenTraces::open(const Waiter& waiter, const TraceKey& key)
{
    std::erase_if(m_loaded, [](const auto& loaded) { return loaded.second.expired(); });
    if (const auto loaded = m_loaded.find(key); loaded != m_loaded.end()) {
        m_listener.onOpened(waiter, loaded->second.lock());
        return;
    }
    const auto running = std::ranges::find_if(m_imports, [&](const auto& import) {
        return import->key == key && !import->stop.stop_requested();
    });
    if (running != m_imports.end()) {
        (*running)->waiters.push_back(waiter);
        return;
    }
    auto import = std::make_shared<Import>();
    import->key = key;
    import->waiters.push_back(waiter);
    m_imports.push_back(import);
    begin(import, waiter);
}

void OpenTraces::begin(const std::shared_ptr<Import>& import, const Waiter& waiter)
{
    const auto onProgress = [this, import](const codec::OpenProgress& progress) {
        m_loop.post([this, import, progress] {
            for (const Waiter& each : import->waiters) {
                m_listener.onProgress(each, progress);
            }
        });
    };
    // Others may come to wait for it, so it stays when its first waiter leaves. In the order asked: each is a
    // kind of its own.
    m_workers->post(
        {.client = waiter.client,
         .number = waiter.number,
         .kind = waiter.number,
         .run = [this, import, onProgress, token = import->stop.get_token()] {
             auto trace = openGuarded(m_engine, import->key.selection, onProgress, token);
             m_loop.post([this, import, trace = std::move(trace)] { finish(import, trace); });
         }});
}

void OpenTraces::finish(
    const std::shared_ptr<Import>& import, const Result<std::shared_ptr<const Trace>>& trace)
{
    std::erase(m_imports, import);
    if (trace.isOk() && trace.value()->info.complete) {
        m_loaded[import->key] = trace.value();
    }
    for (const Waiter& waiter : std::exchange(import->waiters, {})) {
        m_listener.onOpened(waiter, trace);
    }
}

std::shared_ptr<OpenTraces::Import> OpenTraces::importOf(const Waiter& waiter) const
{
    const auto found = std::ranges::find_if(m_imports, [&](const auto& import) {
        return std::ranges::find(import->waiters, waiter) != import->waiters.end();
    });
    return found == m_imports.end() ? nullptr : *found;
}

void OpenTraces::cancel(const Waiter& waiter)
{
    const auto import = importOf(waiter);
    if (import == nullptr) {
        return;
    }
    if (import->waiters.size() == 1) {
        import->stop.request_stop();
        return;
    }
    std::erase(import->waiters, waiter);
    m_listener.onOpened(
        waiter,
        Error{
            .kind = ErrorKind::Cancelled,
            .message = import->key.selection.name()
                       + ": opening was cancelled; others still wait for it"});
}

void OpenTraces::forget(const Waiter& waiter)
{
    const auto import = importOf(waiter);
    if (import == nullptr) {
        return;
    }
    std::erase(import->waiters, waiter);
    if (import->waiters.empty()) {
        import->stop.request_stop();
    }
}

}  // namespace vellum::server::session
