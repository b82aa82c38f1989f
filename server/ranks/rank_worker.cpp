#include "server/ranks/rank_worker.h"

#include "common/base/log.h"
#include "common/base/process_memory.h"
#include "server/import/partition.h"
#include "server/import/shared_import.h"
#include "server/index/index_keeping.h"
#include "server/query/executor.h"
#include "server/query/memory_limit.h"
#include "server/query/partial.h"
#include "server/ranks/index_messages.h"
#include "server/ranks/placement.h"
#include "server/ranks/rank_messages.h"
#include "server/session/progress_message.h"
#include "server/session/request_queue.h"
#include "server/session/workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace vellum::server::ranks {

namespace {

/// What this rank holds of one trace.
///
/// Threads  `import` is touched by one task after another, and its threads tell the part how large the rank has
///          grown; the store under the worker's lock.
struct Part {
    std::uint64_t number = 0;
    vellum::query::TraceSelection selection;
    std::stop_source stop;  ///< asked for by the head or by the memory limit
    std::atomic<bool> isTooMuch{false};
    std::unique_ptr<import::SharedImport> import;
    std::vector<LocationIndex> own;
    std::mutex replacing;  ///< held by whoever takes the place of a damaged index
    query::Placement placement;
    std::shared_ptr<const store::TraceStore> store;
};

/// The errors of \p work; what a library throws all the same ends here.
template <typename Work>
auto guarded(const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{.kind = ErrorKind::ResourceExhausted, .message = "out of memory"};
    } catch (const std::exception& exception) {
        return Error{.kind = ErrorKind::Internal, .message = exception.what()};
    }
}

}  // namespace

struct RankWorker::State {
    State(Link& to, const session::LocalEngineOptions& options)
        : link(to)
        , threads(
              options.threads != 0 ? options.threads
                                   : std::max(1U, std::thread::hardware_concurrency()))
        , memory(options.memoryBytes, "the rank", options.resident)
        , answers(options.memoryBytes, nameOf(to.rank(), to.peers()), options.resident)
        , cache{.folder = options.cacheFolder}
    {
    }

    void receive(const protocol::Bytes& bytes);
    void mapPart(std::uint64_t number, std::span<const std::byte> content);
    Result<void> map(Part& part, std::uint64_t build);
    void keepPart(std::uint64_t number, std::span<const std::byte> content);
    Result<KeptContent> keep(const Part& part, const KeepContent& where);
    void openPart(std::uint64_t number, std::span<const std::byte> content);
    Result<OpenedContent> read(Part& part);
    void agree(std::uint64_t number, std::span<const std::byte> content);
    void ask(std::uint64_t number, std::span<const std::byte> content);
    Result<vellum::query::Answer> answerTo(
        Part& part, const vellum::query::Request& request, const std::stop_token& cancel);
    Result<void> replace(Part& part, const std::shared_ptr<const store::TraceStore>& damaged);
    [[nodiscard]] std::shared_ptr<const store::TraceStore> storeOf(const Part& part)
    {
        const std::lock_guard lock(mutex);
        return part.store;
    }
    void setStore(Part& part, std::shared_ptr<const store::TraceStore> store)
    {
        const std::lock_guard lock(mutex);
        part.store = std::move(store);
    }
    void cancel(std::uint64_t number);
    void drop(std::uint64_t number);
    void end();

    void toHead(protocol::Bytes bytes) { link.send(0, std::move(bytes)); }
    [[nodiscard]] std::string name() const { return nameOf(link.rank(), link.peers()); }
    [[nodiscard]] std::shared_ptr<Part> find(std::uint64_t number)
    {
        const auto found = parts.find(number);
        return found == parts.end() ? nullptr : found->second;
    }
    [[nodiscard]] Error named(const Error& error) const
    {
        return {.kind = error.kind, .message = name() + ": " + error.message};
    }

    Link& link;
    unsigned threads;
    query::MemoryLimit memory;
    query::MemoryLimit answers;  ///< the same; its sentences name the rank themselves
    index::CacheOptions cache;
    std::map<std::uint64_t, std::shared_ptr<Part>> parts;  // the link's thread, like the next
    std::mutex mutex;
    std::map<std::uint64_t, std::stop_source> asks;  ///< under the mutex
    // As many as the head has at a time, which gives the turns. After all that their tasks use.
    session::Workers imports{session::kImportTurns.atOnce};
    session::Workers queries{session::kQueryTurns.atOnce};
};

RankWorker::RankWorker(Link& link, const session::LocalEngineOptions& options)
    : m_state(std::make_unique<State>(link, options))
{
}

RankWorker::~RankWorker() = default;

void RankWorker::run()
{
    m_state->link.run(
        [this](std::uint32_t /*from*/, const protocol::Bytes& bytes) { m_state->receive(bytes); });
}

void RankWorker::State::receive(const protocol::Bytes& bytes)
{
    MessageHead head;
    std::span<const std::byte> content;
    if (!readHead(bytes, head, content)) {
        log::error(name() + " has received a message that cannot be read");
        return;
    }
    switch (head.kind) {
    case MessageKind::Ping:
        toHead(pong({.threads = threads, .residentBytes = residentBytes()}));
        break;
    case MessageKind::Open:
        openPart(head.number, content);
        break;
    case MessageKind::Agree:
        agree(head.number, content);
        break;
    case MessageKind::Map:
        mapPart(head.number, content);
        break;
    case MessageKind::Keep:
        keepPart(head.number, content);
        break;
    case MessageKind::Ask:
        ask(head.number, content);
        break;
    case MessageKind::Cancel:
        cancel(head.number);
        break;
    case MessageKind::Drop:
        drop(head.number);
        break;
    case MessageKind::End:
        end();
        break;
    default:
        log::error(name() + " has received a message that is for the head");
        break;
    }
}

void RankWorker::State::openPart(std::uint64_t number, std::span<const std::byte> content)
{
    const auto selection = readOpen(content);
    if (!selection.isOk()) {
        toHead(opened(number, selection.error()));
        return;
    }
    auto part = std::make_shared<Part>();
    part->number = number;
    part->selection = selection.value();
    parts[number] = part;
    imports.post([this, part] {
        const auto outcome = guarded([&] { return read(*part); });
        toHead(opened(
            part->number,
            outcome.isOk() ? outcome : Result<OpenedContent>(named(outcome.error()))));
    });
}

Result<OpenedContent> RankWorker::State::read(Part& part)
{
    part.isTooMuch = memory.isPassed();
    // Goes with the import, which outlives this call, but not the part.
    const auto tell = [this, &part](const import::Progress& now) {
        toHead(progress(part.number, session::toMessage(now)));
        if (memory.isPassed()) {
            part.isTooMuch = true;
            part.stop.request_stop();
        }
    };
    auto import = import::SharedImport::open(
        part.selection, {.threads = threads, .onProgress = tell, .cancel = part.stop.get_token()});
    VELLUM_RETURN_IF_ERROR(import);
    const auto costs = import.value()->costs();
    const Shares shares = deal(costs, link.size());
    VELLUM_RETURN_IF_ERROR(import.value()->read(shares.own[link.rank()]));
    if (part.isTooMuch) {
        return memory.refusal(part.selection.name());
    }
    auto facts = import.value()->facts();
    VELLUM_RETURN_IF_ERROR(facts);
    part.placement = shares.placement;
    part.own = shares.own[link.rank()];
    part.import = std::move(import).value();
    return OpenedContent{.key = part.import->key(), .facts = std::move(facts).value()};
}

void RankWorker::State::agree(std::uint64_t number, std::span<const std::byte> content)
{
    const auto part = find(number);
    const auto shared = readAgree(content);
    if (part == nullptr || !shared.isOk()) {
        toHead(ready(
            number,
            part == nullptr ? Error{.message = name() + ": there is no such trace"}
                            : shared.error()));
        return;
    }
    imports.post([this, part, shared = shared.value()] {
        auto store = guarded([&] { return part->import->makePart(shared); });
        part->import.reset();
        if (!store.isOk()) {
            toHead(ready(part->number, named(store.error())));
            return;
        }
        if (part->isTooMuch || memory.isPassed()) {
            toHead(ready(part->number, named(memory.refusal(part->selection.name()))));
            return;
        }
        setStore(*part, std::move(store).value());
        toHead(ready(part->number, {}));
    });
}

void RankWorker::State::mapPart(std::uint64_t number, std::span<const std::byte> content)
{
    const auto wanted = readMap(content);
    if (!wanted.isOk()) {
        toHead(ready(number, wanted.error()));
        return;
    }
    auto part = std::make_shared<Part>();
    part->number = number;
    part->selection = wanted.value().selection;
    parts[number] = part;
    imports.post([this, part, build = wanted.value().build] {
        const auto outcome = guarded([&] { return map(*part, build); });
        toHead(
            ready(part->number, outcome.isOk() ? outcome : Result<void>(named(outcome.error()))));
    });
}

/// The head has made it whole where it was damaged.
Result<void> RankWorker::State::map(Part& part, std::uint64_t build)
{
    const auto noImport = []() -> Result<void> {
        return Error{.kind = ErrorKind::DataLoss, .message = "its index is damaged"};
    };
    auto opened = index::openIndex(part.selection, cache, {.threads = threads}, noImport);
    VELLUM_RETURN_IF_ERROR(opened);
    if (opened.value().build != build) {
        return Error{
            .kind = ErrorKind::Unavailable, .message = "finds another index than the head"};
    }
    const auto store = std::move(opened.value().store);
    // What belongs to no single location is the head's business.
    store->setMessages({});
    store->launches = {};
    store->collectives = {};
    const Shares shares = deal(costsOf(*store), link.size());
    part.placement = shares.placement;
    part.own = shares.own[link.rank()];
    setStore(part, store);
    return {};
}

void RankWorker::State::keepPart(std::uint64_t number, std::span<const std::byte> content)
{
    const auto part = find(number);
    const auto where = readKeep(content);
    if (part == nullptr || !where.isOk()) {
        toHead(kept(
            number,
            part == nullptr ? Error{.message = name() + ": there is no such trace"}
                            : where.error()));
        return;
    }
    imports.post([this, part, where = where.value()] {
        const auto outcome = guarded([&] { return keep(*part, where); });
        toHead(kept(
            part->number, outcome.isOk() ? outcome : Result<KeptContent>(named(outcome.error()))));
    });
}

Result<KeptContent> RankWorker::State::keep(const Part& part, const KeepContent& where)
{
    const auto store = storeOf(part);
    if (store == nullptr) {
        return Error{.message = "the trace is not ready"};
    }
    auto written = index::writePart(
        *store, part.own, where.folder, where.build, {.first = link.rank(), .step = link.size()});
    VELLUM_RETURN_IF_ERROR(written);
    KeptContent content{.part = std::move(written).value(), .leftOut = {}};
    for (const LocationIndex location : part.own) {
        for (const auto& [visit, ticks] : *store->locations[location.value()].leftOutBelow) {
            content.leftOut.push_back({.location = location, .visit = visit, .ticks = ticks});
        }
    }
    return content;
}

void RankWorker::State::ask(std::uint64_t number, std::span<const std::byte> content)
{
    auto question = readAsk(content);
    const auto part = question.isOk() ? find(question.value().trace) : nullptr;
    if (part == nullptr) {
        toHead(answer(
            number,
            question.isOk() ? Error{.message = name() + ": the trace is not open"}
                            : question.error()));
        return;
    }
    std::stop_token cancel;
    {
        const std::lock_guard lock(mutex);
        cancel = asks[number].get_token();
    }
    queries.post([this, number, part, cancel, request = std::move(question.value().request)] {
        const auto advice = query::waysToAskForLess(request);
        const auto outcome = guarded([&] {
            return answers.within(
                "the answer", advice, [&] { return answerTo(*part, request, cancel); });
        });
        const auto message = guarded([&] {
            return answers.within("the message", advice, [&] {
                return Result<protocol::Bytes>(answer(number, outcome));
            });
        });
        {
            const std::lock_guard lock(mutex);
            asks.erase(number);
        }
        toHead(message.isOk() ? message.value() : answer(number, message.error()));
    });
}

Result<vellum::query::Answer> RankWorker::State::answerTo(
    Part& part, const vellum::query::Request& request, const std::stop_token& cancel)
{
    const auto store = storeOf(part);
    if (store == nullptr) {
        return Error{.message = name() + ": the trace is not ready"};
    }
    const auto own = query::requestOfPart(*store, request, part.placement, link.rank());
    if (!own) {
        return Error{.message = name() + ": holds nothing that the question is about"};
    }
    const query::ExecutionOptions how{.threads = threads, .cancel = cancel};
    auto answer = query::execute(*store, *own, how);
    if (answer.isOk() || store->check == nullptr || !store->check->isDamaged()) {
        return answer;
    }
    VELLUM_RETURN_IF_ERROR(replace(part, store));
    return query::execute(*storeOf(part), *own, how);
}

Result<void> RankWorker::State::replace(
    Part& part, const std::shared_ptr<const store::TraceStore>& damaged)
{
    const std::lock_guard one(part.replacing);
    if (storeOf(part) != damaged) {
        return {};
    }
    auto store =
        index::replacementFor(*damaged, part.selection, cache, part.own, {.threads = threads});
    VELLUM_RETURN_IF_ERROR(store);
    setStore(part, std::move(store).value());
    return {};
}

void RankWorker::State::cancel(std::uint64_t number)
{
    if (const auto part = find(number)) {
        part->stop.request_stop();
    }
    const std::lock_guard lock(mutex);
    if (const auto found = asks.find(number); found != asks.end()) {
        found->second.request_stop();
    }
}

/// Its memory is given back by a task: that may take a while.
void RankWorker::State::drop(std::uint64_t number)
{
    if (auto part = parts.extract(number); !part.empty()) {
        part.mapped()->stop.request_stop();
        imports.post([part = std::move(part.mapped())]() mutable { part.reset(); });
    }
}

void RankWorker::State::end()
{
    for (const auto& [number, part] : parts) {
        part->stop.request_stop();
    }
    {
        const std::lock_guard lock(mutex);
        for (auto& [number, stop] : asks) {
            stop.request_stop();
        }
    }
    toHead(bare(MessageKind::Ended, 0));
    link.stop();
}

}  // namespace vellum::server::ranks
