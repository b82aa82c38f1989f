#include "server/ranks/distributed_engine.h"

#include "common/base/log.h"
#include "common/base/process_memory.h"
#include "server/import/shared_import.h"
#include "server/query/executor.h"
#include "server/query/partial.h"
#include "server/ranks/placement.h"
#include "server/ranks/rank_messages.h"
#include "server/session/progress_message.h"

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

namespace vellum::server::ranks {

using vellum::query::Answer;
using vellum::query::Request;

namespace {

/// Ended rounds have no number of their own: all ranks end once.
constexpr std::uint64_t kEndNumber = 0;

constexpr const char* kSessionIsOver = ": the session is over, its part of every trace is lost";

std::span<const std::byte> contentOf(const protocol::Bytes& bytes)
{
    MessageHead head;
    std::span<const std::byte> content;
    return readHead(bytes, head, content) ? content : std::span<const std::byte>();
}

Error cancelledError()
{
    return {.kind = ErrorKind::Cancelled, .message = "the request was cancelled"};
}

}  // namespace

/// What the engine needs of a trace that is open; its end is told to the others.
struct DistributedEngine::SharedTrace {
    SharedTrace(DistributedEngine& of, std::uint64_t its) : engine(of), number(its) {}
    SharedTrace(const SharedTrace&) = delete;
    SharedTrace& operator=(const SharedTrace&) = delete;
    ~SharedTrace()
    {
        if (isShared) {
            engine.tell(engine.others(), bare(MessageKind::Drop, number));
        }
    }

    DistributedEngine& engine;
    std::uint64_t number;
    bool isShared = false;  ///< the others know it
    query::Placement placement;
    std::shared_ptr<const store::TraceStore> store;
};

/// One opening, from the definitions to the agreement of all ranks.
class DistributedEngine::Opening {
public:
    Opening(
        DistributedEngine& engine,
        const vellum::query::TraceSelection& selection,
        const ProgressListener& onProgress,
        const std::stop_token& cancel)
        : m_engine(engine)
        , m_selection(selection)
        , m_onProgress(onProgress)
        , m_number(++engine.m_lastNumber)
        , m_trace(std::make_shared<SharedTrace>(engine, m_number))
        , m_progress(engine.m_link.size())
        , m_forward(cancel, Forward{this})
    {
        const std::lock_guard lock(engine.m_openingsMutex);
        engine.m_openings.push_back(this);
    }
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;
    ~Opening()
    {
        const std::lock_guard lock(m_engine.m_openingsMutex);
        std::erase(m_engine.m_openings, this);
    }

    Result<std::shared_ptr<const session::Trace>> run();
    [[nodiscard]] std::uint64_t number() const { return m_number; }
    void onProgress(std::uint32_t rank, const codec::OpenProgress& progress);
    /// All ranks end reading soon, and keep what they have.
    void stop()
    {
        if (m_stop.request_stop()) {
            m_engine.tell(m_engine.others(), bare(MessageKind::Cancel, m_number));
        }
    }

private:
    struct Forward {
        Opening* opening;
        void operator()() const { opening->stop(); }
    };

    [[nodiscard]] Result<void> share();
    [[nodiscard]] Result<std::vector<import::LocationFacts>> factsOfOthers();
    [[nodiscard]] Result<void> agree(const import::SharedFacts& shared);
    [[nodiscard]] Result<std::shared_ptr<const session::Trace>> describe() const;
    [[nodiscard]] Error isAnotherTrace(std::uint32_t rank) const;

    DistributedEngine& m_engine;
    const vellum::query::TraceSelection& m_selection;
    const ProgressListener& m_onProgress;
    std::uint64_t m_number;
    std::shared_ptr<SharedTrace> m_trace;
    std::unique_ptr<import::SharedImport> m_import;
    std::stop_source m_stop;
    std::atomic<bool> m_isTooMuch{false};
    std::mutex m_mutex;
    std::vector<codec::OpenProgress> m_progress;  ///< by rank; under the mutex, like the next
    std::chrono::steady_clock::time_point m_lastTold;
    std::stop_callback<Forward> m_forward;  // last: it uses the others
};

void DistributedEngine::Opening::onProgress(std::uint32_t rank, const codec::OpenProgress& progress)
{
    constexpr std::chrono::milliseconds kBetween{50};
    if (rank == 0 && m_engine.m_memory.isPassed()) {
        m_isTooMuch = true;
        stop();
    }
    const std::lock_guard lock(m_mutex);
    m_progress[rank] = progress;
    codec::OpenProgress sum;
    for (const codec::OpenProgress& part : m_progress) {
        sum.bytesDone += part.bytesDone;
        sum.locationsDone += part.locationsDone;
        sum.eventsRead += part.eventsRead;
        // Every rank knows the files of all.
        sum.bytesTotal = std::max(sum.bytesTotal, part.bytesTotal);
        sum.locationsTotal = std::max(sum.locationsTotal, part.locationsTotal);
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastTold >= kBetween || sum.bytesDone == sum.bytesTotal) {
        m_lastTold = now;
        m_onProgress(sum);
    }
}

Error DistributedEngine::Opening::isAnotherTrace(std::uint32_t rank) const
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = m_selection.name() + ": " + nameOf(rank, m_engine.m_link.peers())
                   + " finds other definitions or event files under this name than rank 0"};
}

Result<void> DistributedEngine::Opening::share()
{
    const auto others = m_engine.others();
    VELLUM_RETURN_IF_ERROR(m_engine.checkThere(others));
    const auto message = ranks::open(m_number, m_selection);
    VELLUM_RETURN_IF_ERROR(message);
    m_trace->isShared = true;
    m_engine.m_rounds.begin(m_number, others);
    m_engine.tell(others, message.value());
    if (m_stop.stop_requested()) {  // it may have been asked for before they knew the number
        m_engine.tell(others, bare(MessageKind::Cancel, m_number));
    }
    return {};
}

Result<std::vector<import::LocationFacts>> DistributedEngine::Opening::factsOfOthers()
{
    auto replies = m_engine.m_rounds.wait(m_number);
    VELLUM_RETURN_IF_ERROR(replies);
    std::vector<import::LocationFacts> facts;
    for (const Reply& reply : replies.value()) {
        auto opened = readOpened(contentOf(reply.bytes));
        VELLUM_RETURN_IF_ERROR(opened);
        if (opened.value().key != m_import->key()) {
            return isAnotherTrace(reply.rank);
        }
        std::ranges::move(opened.value().facts, std::back_inserter(facts));
    }
    return facts;
}

Result<void> DistributedEngine::Opening::agree(const import::SharedFacts& shared)
{
    const auto others = m_engine.others();
    m_engine.m_rounds.begin(m_number, others);
    m_engine.tell(others, ranks::agree(m_number, shared));
    const auto replies = m_engine.m_rounds.wait(m_number);
    VELLUM_RETURN_IF_ERROR(replies);
    for (const Reply& reply : replies.value()) {
        VELLUM_RETURN_IF_ERROR(readReady(contentOf(reply.bytes)));
    }
    return {};
}

Result<std::shared_ptr<const session::Trace>> DistributedEngine::Opening::describe() const
{
    auto info = query::execute(*m_trace->store, vellum::query::InfoRequest{});
    VELLUM_RETURN_IF_ERROR(info);
    auto trace = std::make_shared<session::Trace>();
    trace->path = m_trace->store->path;
    trace->definitions = std::shared_ptr<const Definitions>(m_trace, &m_trace->store->definitions);
    trace->info = std::get<vellum::query::TraceInfo>(std::move(info).value());
    trace->content = m_trace;
    return std::shared_ptr<const session::Trace>(std::move(trace));
}

Result<std::shared_ptr<const session::Trace>> DistributedEngine::Opening::run()
{
    const auto refusal = [&] { return m_engine.m_memory.refusal(m_selection.name(), "rank 0"); };
    if (m_engine.m_memory.isPassed()) {
        return refusal();
    }
    auto import = import::SharedImport::open(
        m_selection,
        {.threads = m_engine.m_threads,
         .onProgress = [this](const auto& now) { onProgress(0, session::toMessage(now)); },
         .cancel = m_stop.get_token()});
    VELLUM_RETURN_IF_ERROR(import);
    m_import = std::move(import).value();
    const bool isShared = m_import->isReadInParts();
    const Shares shares = deal(m_import->costs(), isShared ? m_engine.m_link.size() : 1);
    m_trace->placement = shares.placement;
    if (isShared) {
        VELLUM_RETURN_IF_ERROR(share());
    }
    const auto read = m_import->read(shares.own.front());
    auto facts =
        isShared ? factsOfOthers()
                 : Result<std::vector<import::LocationFacts>>(std::vector<import::LocationFacts>());
    VELLUM_RETURN_IF_ERROR(read);
    if (m_isTooMuch) {
        return refusal();
    }
    VELLUM_RETURN_IF_ERROR(facts);
    auto head = m_import->makeHead(std::move(facts).value());
    VELLUM_RETURN_IF_ERROR(head);
    m_import.reset();
    m_trace->store = std::move(head.value().store);
    if (isShared) {
        VELLUM_RETURN_IF_ERROR(agree(head.value().shared));
    }
    return describe();
}

DistributedEngine::DistributedEngine(
    Link& link, const session::LocalEngineOptions& options, const Patience& patience)
    : m_link(link)
    , m_threads(
          options.threads != 0 ? options.threads
                               : std::max(1U, std::thread::hardware_concurrency()))
    , m_memory(options.memoryBytes)
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
    const auto shared = std::static_pointer_cast<const SharedTrace>(trace.content);
    if (answererOf(*shared->store, request, shared->placement) == query::AnsweredBy::Head) {
        return query::execute(*shared->store, request, {.threads = m_threads, .cancel = cancel});
    }
    return askParts(*shared, request, cancel);
}

Result<Answer> DistributedEngine::askParts(
    const SharedTrace& trace, const Request& request, const std::stop_token& cancel)
{
    const std::vector<bool> asked = partsAsked(*trace.store, request, trace.placement);
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
    const std::stop_callback onCancel(cancel, [&] { giveUp(cancelledError()); });
    query::PartialAnswers answers(trace.placement.parts);
    std::optional<Error> failure;
    if (const auto own = requestOfPart(*trace.store, request, trace.placement, 0)) {
        auto answer = query::execute(*trace.store, *own, {.threads = m_threads, .cancel = cancel});
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
    return merge(*trace.store, request, trace.placement, std::move(answers));
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
