#include "server/ranks/distributed_engine.h"

#include "common/base/log.h"
#include "common/base/process_memory.h"
#include "server/query/executor.h"
#include "server/query/partial.h"
#include "server/query/workers.h"
#include "server/ranks/opening.h"
#include "server/ranks/placement.h"
#include "server/ranks/rank_messages.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace vellum::server::ranks {

using vellum::query::Answer;
using vellum::query::Request;

namespace {

/// Ended rounds have no number of their own: all ranks end once.
constexpr std::uint64_t kEndNumber = 0;

constexpr const char* kSessionIsOver = ": the session is over, its part of every trace is lost";

}  // namespace

DistributedEngine::DistributedEngine(
    Link& link, const session::LocalEngineOptions& options, const Patience& patience)
    : m_link(link)
    , m_threads(
          options.threads != 0 ? options.threads
                               : std::max(1U, std::thread::hardware_concurrency()))
    , m_memory(options.memoryBytes, "rank 0", options.resident)
    , m_cache{.folder = options.cacheFolder}
    , m_watch(link, patience)
{
}

DistributedEngine::~DistributedEngine() = default;

std::vector<std::uint32_t> DistributedEngine::others() const
{
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 1; rank < m_link.size(); ++rank) {
        ranks.push_back(rank);
    }
    return ranks;
}

void DistributedEngine::tell(const std::vector<std::uint32_t>& ranks, const protocol::Bytes& bytes)
{
    for (const std::uint32_t rank : ranks) {
        m_link.send(rank, bytes);
    }
}

void DistributedEngine::receive(std::uint32_t from, protocol::Bytes bytes)
{
    MessageHead head;
    std::span<const std::byte> content;
    if (!readHead(bytes, head, content)) {
        log::error("a message of " + nameOf(from, m_link.peers()) + " cannot be read");
        return;
    }
    if (head.kind == MessageKind::Pong) {
        const auto pong = readPong(content);
        m_watch.onPong(from, pong.isOk() ? pong.value() : PongContent{});
        return;
    }
    if (head.kind == MessageKind::Progress) {
        if (const auto progress = readProgress(content); progress.isOk()) {
            receiveProgress(from, head.number, progress.value());
        }
        return;
    }
    if (head.kind == MessageKind::Opened) {
        if (const auto outcome = readOutcome(content); !outcome.isOk()) {
            failOpenings(head.number, outcome.error());
        }
    }
    m_rounds.deliver(head.number, {.rank = from, .bytes = std::move(bytes)});
}

void DistributedEngine::receiveProgress(
    std::uint32_t from, std::uint64_t number, const codec::OpenProgress& progress)
{
    const std::lock_guard lock(m_openingsMutex);
    for (Opening* opening : m_openings) {
        if (opening->number() == number) {
            opening->onProgress(from, progress);
        }
    }
}

void DistributedEngine::failOpenings(std::optional<std::uint64_t> number, const Error& error)
{
    const std::lock_guard lock(m_openingsMutex);
    for (Opening* opening : m_openings) {
        if (!number || opening->number() == *number) {
            m_rounds.fail(opening->number(), error);
            opening->stop();
        }
    }
}

Result<void> DistributedEngine::meet(std::chrono::milliseconds patience)
{
    if (const auto missing = m_watch.whoIsMissing(patience, RankWatch::LookedFor::All)) {
        return Error{
            .kind = ErrorKind::Unavailable, .message = "the server cannot start: " + *missing};
    }
    return {};
}

std::optional<std::string> DistributedEngine::lookAfterRanks()
{
    for (const std::uint32_t rank : m_watch.look()) {
        if (const auto silence = m_watch.silence(rank)) {
            log::warning(silence->message);
            failOpenings(std::nullopt, *silence);
            m_rounds.failRank(rank, *silence);
        }
    }
    const auto died = m_watch.whoDied();
    return died ? std::optional(*died + kSessionIsOver) : std::nullopt;
}

std::optional<std::string> DistributedEngine::whyToldToEnd()
{
    // Whoever tells us may be about to end us.
    constexpr std::chrono::milliseconds kPatience{500};
    if (const auto died = m_watch.whoDied()) {
        return *died + kSessionIsOver;
    }
    const auto missing = m_watch.whoIsMissing(kPatience, RankWatch::LookedFor::Remote);
    return missing ? std::optional("the server was told to end, and " + *missing) : std::nullopt;
}

bool DistributedEngine::end(std::chrono::milliseconds patience)
{
    m_rounds.begin(kEndNumber, others());
    tell(others(), bare(MessageKind::End, kEndNumber));
    return m_rounds.wait(kEndNumber, patience).isOk();
}

Result<void> DistributedEngine::checkThere(const std::vector<std::uint32_t>& ranks) const
{
    for (const std::uint32_t rank : ranks) {
        if (const auto silence = m_watch.silence(rank)) {
            return *silence;
        }
    }
    return {};
}

Result<std::shared_ptr<const session::Trace>> DistributedEngine::open(
    const vellum::query::TraceSelection& selection,
    const ProgressListener& onProgress,
    const std::stop_token& cancel)
{
    return Opening(*this, selection, onProgress, cancel).run();
}

Result<Answer> DistributedEngine::answer(
    const session::Trace& trace, const Request& request, const std::stop_token& cancel)
{
    const auto shared = std::static_pointer_cast<SharedTrace>(
        std::const_pointer_cast<void>(trace.content));  // its own threads' business
    return m_memory.within("the answer", query::waysToAskForLess(request), [&] {
        return answerOrReplace(*shared, request, cancel);
    });
}

Result<Answer> DistributedEngine::answerOrReplace(
    SharedTrace& trace, const Request& request, const std::stop_token& cancel)
{
    const auto store = trace.current();
    auto answer = answerFrom(trace, *store, request, cancel);
    if (answer.isOk() || store->check == nullptr || !store->check->isDamaged()) {
        return answer;
    }
    VELLUM_RETURN_IF_ERROR(trace.replace(store));
    return answerFrom(trace, *trace.current(), request, cancel);
}

Result<void> DistributedEngine::withinMemory(
    std::string_view advice, const std::function<Result<void>()>& work)
{
    return m_memory.within("the message", advice, work);
}

Result<Answer> DistributedEngine::answerFrom(
    const SharedTrace& trace,
    const store::TraceStore& store,
    const Request& request,
    const std::stop_token& cancel)
{
    if (answererOf(store, request, trace.placement) == query::AnsweredBy::Head) {
        return query::execute(store, request, {.threads = m_threads, .cancel = cancel});
    }
    return askParts(trace, store, request, cancel);
}

Result<Answer> DistributedEngine::askParts(
    const SharedTrace& trace,
    const store::TraceStore& store,
    const Request& request,
    const std::stop_token& cancel)
{
    const std::vector<bool> asked = partsAsked(store, request, trace.placement);
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 1; rank < asked.size(); ++rank) {
        if (asked[rank]) {
            ranks.push_back(rank);
        }
    }
    VELLUM_RETURN_IF_ERROR(checkThere(ranks));
    const std::uint64_t number = ++m_lastNumber;
    const auto message = ask(number, {.trace = trace.number, .request = request});
    VELLUM_RETURN_IF_ERROR(message);
    m_rounds.begin(number, ranks);
    tell(ranks, message.value());
    const auto giveUp = [&](const Error& why) {
        tell(ranks, bare(MessageKind::Cancel, number));
        m_rounds.fail(number, why);
    };
    const std::stop_callback onCancel(cancel, [&] { giveUp(query::cancelledError()); });
    query::PartialAnswers answers(trace.placement.parts);
    std::optional<Error> failure;
    if (const auto own = requestOfPart(store, request, trace.placement, 0)) {
        auto answer = query::execute(store, *own, {.threads = m_threads, .cancel = cancel});
        if (answer.isOk()) {
            answers.front() = std::move(answer).value();
        } else {
            failure = answer.error();
            giveUp(*failure);
        }
    }
    const auto replies = m_rounds.wait(number);
    if (failure) {
        return *failure;
    }
    VELLUM_RETURN_IF_ERROR(replies);
    for (const Reply& reply : replies.value()) {
        auto answer = readAnswer(contentOf(reply.bytes));
        VELLUM_RETURN_IF_ERROR(answer);
        answers[reply.rank] = std::move(answer).value();
    }
    return merge(store, request, trace.placement, std::move(answers));
}

unsigned DistributedEngine::threads() const
{
    return m_threads + m_watch.threads();
}

std::uint64_t DistributedEngine::residentBytes() const
{
    return vellum::residentBytes() + m_watch.residentBytes();
}

}  // namespace vellum::server::ranks
