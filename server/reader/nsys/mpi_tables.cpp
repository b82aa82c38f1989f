#include "common/base/narrow.h"
#include "common/trace/collectives.h"
#include "server/reader/nsys/mpi_names.h"
#include "server/reader/nsys/mpi_ranks.h"
#include "server/reader/nsys/table_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

namespace {

using query::Severity;
using tracks::bits;
using tracks::Track;

constexpr RegionNature kMpi{Paradigm::Mpi, RegionRole::Wrapper, FunctionGroup::Mpi};

constexpr std::string_view kMessages = "MPI_P2P_EVENTS";
constexpr std::string_view kCollectives = "MPI_COLLECTIVES_EVENTS";
constexpr std::string_view kRequests = "MPI_START_WAIT_EVENTS";
constexpr std::string_view kOthers = "MPI_OTHER_EVENTS";

/// Something that happened to a request: it was made, begun, or waited for.
struct RequestStep {
    enum class What : std::uint8_t { Make, Begin, Wait };

    What what = What::Make;
    std::int64_t process = 0;
    std::int64_t handle = 0;
    Tick begin = 0;
    Tick end = 0;
    Track* track = nullptr;
    EventKind completion = 0;          ///< of a making: the record at the end
    bool isPersistent = false;         ///< likewise: it begins later, and more than once
    std::vector<std::uint64_t> words;  ///< likewise: of that record, without the request
};

/// The calls of MPI: visits, and with what their rows say messages and collective operations.
class MpiCalls {
public:
    explicit MpiCalls(TableReader& reader) : m_reader(reader), m_ranks(reader) {}

    void read()
    {
        m_ranks.read({kMessages, kCollectives});
        readMessages();
        readCollectives();
        readRequests();
        m_reader.scan(kOthers, {"start", "end", "globalTid", "textId"}, [&](const Row& row) {
            addVisit(kOthers, row);
        });
        followRequests();
    }

private:
    struct Visit {
        Track* track = nullptr;
        Tick begin = 0;
        Tick end = 0;
        std::string_view name;
    };
    struct Pending {
        const RequestStep* made = nullptr;
        std::uint64_t number = 0;
        bool isActive = false;
    };

    void readMessages();
    void readCollectives();
    void readRequests();
    void takeMessage(const Row& row, const Visit& visit);
    void takeCollective(const Row& row, const Visit& visit);
    std::optional<Visit> addVisit(std::string_view table, const Row& row);
    [[nodiscard]] std::optional<std::uint32_t> communicatorOf(
        const Row& row, const Visit& visit, std::string_view table);
    void addRequest(
        const Row& row,
        int handleColumn,
        const Visit& visit,
        RequestStep step,
        std::string_view table);
    void followRequests();
    void begin(const RequestStep& step, Pending& pending);
    static void complete(const RequestStep& step, Pending& pending);
    void countUnfinished(const Pending& pending);
    static void addAtBegin(
        const Visit& visit, EventKind kind, std::span<const std::uint64_t> words);
    static void addAtEnd(const Visit& visit, EventKind kind, std::span<const std::uint64_t> words);
    void leaveOut(
        std::string_view kind, const Visit& visit, std::string_view table, const char* why);

    TableReader& m_reader;
    MpiRanks m_ranks;
    std::vector<RequestStep> m_steps;
    std::map<const Track*, std::tuple<Tick, Tick, std::uint32_t>> m_lastVisits;
    std::uint64_t m_requests = 0;
};

/// A call of several requests has a row for each of them: it is one visit.
std::optional<MpiCalls::Visit> MpiCalls::addVisit(std::string_view table, const Row& row)
{
    Track& track = m_reader.thread(row.needed(2));
    const std::string_view name = m_reader.name(row, 3);
    const std::uint32_t region = m_reader.result().regions.intern(name, kMpi);
    if (!m_reader.addSpan(table, row, track, region)) {
        return std::nullopt;
    }
    const tracks::Span& span = track.spans.back();
    const Visit visit{.track = &track, .begin = span.begin, .end = span.end, .name = name};
    const std::tuple key{visit.begin, visit.end, region};
    const auto [last, isFirst] = m_lastVisits.try_emplace(&track, key);
    if (!isFirst && last->second == key) {
        track.spans.pop_back();
    }
    last->second = key;
    return visit;
}

void MpiCalls::leaveOut(
    std::string_view kind, const Visit& visit, std::string_view table, const char* why)
{
    m_reader.result().findings.add(kind, Severity::Warning, [&] {
        return std::string(visit.name) + " at " + std::to_string(visit.begin) + " ns, of "
               + std::string(table) + ", " + why;
    });
}

std::optional<std::uint32_t> MpiCalls::communicatorOf(
    const Row& row, const Visit& visit, std::string_view table)
{
    const std::int64_t process = processOf(row.number(2));
    if (!m_ranks.hasRank(process)) {
        leaveOut(
            "mpi-without-rank",
            visit,
            table,
            "is of a process that MPI_RANKS gives no rank: it is a visit and nothing more");
        return std::nullopt;
    }
    const auto communicator = m_ranks.communicator(process, row.number(4), visit.begin);
    if (!communicator) {
        leaveOut(
            "mpi-without-communicator",
            visit,
            table,
            "names a communicator that MPI_COMMUNICATORS does not describe: it is a visit and "
            "nothing more");
    }
    return communicator;
}

void MpiCalls::addAtBegin(const Visit& visit, EventKind kind, std::span<const std::uint64_t> words)
{
    visit.track->points.push_back({.at = visit.begin, .record = visit.track->add(kind, words)});
}

void MpiCalls::addAtEnd(const Visit& visit, EventKind kind, std::span<const std::uint64_t> words)
{
    visit.track->points.push_back(
        {.at = visit.end,
         .record = visit.track->add(kind, words),
         .isBeforeLeave = visit.end > visit.begin});
}

void MpiCalls::addRequest(
    const Row& row, int handleColumn, const Visit& visit, RequestStep step, std::string_view table)
{
    const auto handle = row.integer(handleColumn);
    if (!handle) {
        leaveOut("mpi-request-without-end", visit, table, "has no request handle");
        return;
    }
    step.process = processOf(row.number(2));
    step.handle = *handle;
    step.begin = visit.begin;
    step.end = visit.end;
    step.track = visit.track;
    m_steps.push_back(std::move(step));
}

void MpiCalls::readMessages()
{
    m_reader.scan(
        kMessages,
        {"start",
         "end",
         "globalTid",
         "textId",
         "commHandle",
         "remoteRank",
         "tag",
         "size",
         "requestHandle"},
        [&](const Row& row) {
            if (const auto visit = addVisit(kMessages, row)) {
                takeMessage(row, *visit);
            }
        });
}

void MpiCalls::takeMessage(const Row& row, const Visit& visit)
{
    const MessageCall call = messageCallOf(visit.name);
    if (call.direction == MessageCall::Direction::None) {
        return;
    }
    if (call.direction == MessageCall::Direction::Unknown) {
        return leaveOut(
            "mpi-without-direction",
            visit,
            kMessages,
            "does not say whether its row is of a send or of a receive: it is a visit and nothing more");
    }
    const auto communicator = communicatorOf(row, visit, kMessages);
    if (!communicator) {
        return;
    }
    const auto partner = row.integer(5);
    if (!partner || *partner < 0) {
        return leaveOut(
            "mpi-without-partner",
            visit,
            kMessages,
            "names no rank (any source, or nobody): it is a visit and nothing more");
    }
    const std::vector<std::uint64_t> words{
        bits(*partner) & 0xffff'ffff,
        *communicator,
        bits(row.number(6)) & 0xffff'ffff,
        bits(std::max<std::int64_t>(row.number(7), 0))};
    const bool isSend = call.direction == MessageCall::Direction::Send;
    if (call.isBlocking) {
        return isSend ? addAtBegin(visit, event_kind::kMpiSend, words)
                      : addAtEnd(visit, event_kind::kMpiRecv, words);
    }
    addRequest(
        row,
        8,
        visit,
        {.completion = isSend ? event_kind::kMpiIsend : event_kind::kMpiIrecv,
         .isPersistent = call.isPersistent,
         .words = words},
        kMessages);
}

void MpiCalls::readCollectives()
{
    m_reader.scan(
        kCollectives,
        {"start",
         "end",
         "globalTid",
         "textId",
         "commHandle",
         "rootRank",
         "size",
         "recvSize",
         "requestHandle"},
        [&](const Row& row) {
            if (const auto visit = addVisit(kCollectives, row)) {
                takeCollective(row, *visit);
            }
        });
}

void MpiCalls::takeCollective(const Row& row, const Visit& visit)
{
    const auto call = collectiveCallOf(visit.name);
    if (!call) {
        return leaveOut(
            "mpi-without-operation",
            visit,
            kCollectives,
            "is no collective operation that is known here: it is a visit and nothing more");
    }
    const auto communicator = communicatorOf(row, visit, kCollectives);
    if (!communicator) {
        return;
    }
    const auto root = row.optional(5);
    const bool hasRoot = call->hasRoot && root && *root >= 0;
    const std::vector<std::uint64_t> words{
        call->operation,
        *communicator,
        hasRoot ? bits(*root) & 0xffff'ffff : kNoRoot,
        bits(std::max<std::int64_t>(row.number(6), 0)),
        bits(std::max<std::int64_t>(row.number(7), 0))};
    if (call->isBlocking) {
        addAtBegin(visit, event_kind::kMpiCollectiveBegin, {});
        return addAtEnd(visit, event_kind::kMpiCollectiveEnd, words);
    }
    addRequest(
        row,
        8,
        visit,
        {.completion = event_kind::kNonBlockingCollectiveComplete,
         .isPersistent = call->isPersistent,
         .words = words},
        kCollectives);
}

void MpiCalls::readRequests()
{
    m_reader.scan(
        kRequests, {"start", "end", "globalTid", "textId", "requestHandle"}, [&](const Row& row) {
            const auto visit = addVisit(kRequests, row);
            if (visit && row.optional(4)) {
                addRequest(
                    row,
                    4,
                    *visit,
                    {.what = beginsRequests(visit->name) ? RequestStep::What::Begin
                                                         : RequestStep::What::Wait},
                    kRequests);
            }
        });
}

/// Handles are used again and again: what a wait completes only the order of time tells.
void MpiCalls::followRequests()
{
    std::ranges::stable_sort(m_steps, {}, &RequestStep::begin);
    std::map<std::pair<std::int64_t, std::int64_t>, Pending> pending;
    for (const RequestStep& step : m_steps) {
        Pending& request = pending[{step.process, step.handle}];
        if (step.what == RequestStep::What::Make) {
            countUnfinished(request);
            request = {.made = &step};
            if (!step.isPersistent) {
                begin(step, request);
            }
        } else if (request.made != nullptr && step.what == RequestStep::What::Begin) {
            countUnfinished(request);
            begin(step, request);
        } else if (request.isActive) {
            complete(step, request);
        }
    }
    for (const auto& [handle, request] : pending) {
        countUnfinished(request);
    }
}

void MpiCalls::begin(const RequestStep& step, Pending& pending)
{
    pending.isActive = true;
    pending.number = ++m_requests;
    const Visit visit{.track = step.track, .begin = step.begin, .end = step.end};
    const EventKind completion = pending.made->completion;
    if (completion == event_kind::kMpiIsend) {
        std::vector<std::uint64_t> words = pending.made->words;
        words.push_back(pending.number);
        return addAtBegin(visit, event_kind::kMpiIsend, words);
    }
    addAtBegin(
        visit,
        completion == event_kind::kMpiIrecv ? event_kind::kMpiIrecvRequest
                                            : event_kind::kNonBlockingCollectiveRequest,
        std::span(&pending.number, 1));
}

void MpiCalls::complete(const RequestStep& step, Pending& pending)
{
    pending.isActive = false;
    const Visit visit{.track = step.track, .begin = step.begin, .end = step.end};
    if (pending.made->completion == event_kind::kMpiIsend) {
        return addAtEnd(visit, event_kind::kMpiIsendComplete, std::span(&pending.number, 1));
    }
    std::vector<std::uint64_t> words = pending.made->words;
    words.push_back(pending.number);
    addAtEnd(visit, pending.made->completion, words);
}

/// A send is one, whether its end was seen or not; other requests are what they are by their end.
void MpiCalls::countUnfinished(const Pending& pending)
{
    if (pending.isActive && pending.made->completion != event_kind::kMpiIsend) {
        m_reader.result().findings.add("mpi-request-without-end", Severity::Warning, [&] {
            return "the request made at " + std::to_string(pending.made->begin)
                   + " ns is waited for in no row of " + std::string(kRequests);
        });
    }
}

}  // namespace

void readMpi(TableReader& reader)
{
    MpiCalls(reader).read();
}

}  // namespace vellum::server::reader::nsys
