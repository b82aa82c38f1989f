#include "server/query/left_ends.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "server/match/collective_ends.h"
#include "server/match/communicators.h"
#include "server/query/made_in.h"
#include "server/query/scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <string>

namespace vellum::server::query {

using vellum::query::Collective;
using vellum::query::Message;
using vellum::query::VisitFilter;

namespace {

bool isSend(EventKind kind)
{
    return kind == event_kind::kMpiSend || kind == event_kind::kMpiIsend;
}

bool isReceive(EventKind kind)
{
    return kind == event_kind::kMpiRecv || kind == event_kind::kMpiIrecv;
}

/// Sends, then receives.
std::vector<Message> endsOf(
    const store::RecordTable& records, LocationRef location, const std::vector<bool>& kept)
{
    std::vector<Message> sends;
    std::vector<Message> receives;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Tick tick = records.time[i];
        if (!kept[i]) {
            continue;
        }
        if (isSend(records.kind[i]) && (sends.empty() || sends.back().send != tick)) {
            sends.push_back(
                {.sender = location, .receiver = LocationRef::undefined(), .send = tick});
        } else if (
            isReceive(records.kind[i]) && (receives.empty() || receives.back().receive != tick)) {
            receives.push_back(
                {.sender = LocationRef::undefined(), .receiver = location, .receive = tick});
        }
    }
    sends.insert(sends.end(), receives.begin(), receives.end());
    return sends;
}

/// What some locations' records say, one location after another: what \p each adds for one.
template <typename T, typename Each>
Result<std::vector<T>> gathered(
    const store::TraceStore& trace,
    const std::vector<LocationIndex>& locations,
    const std::vector<VisitFilter>& filters,
    const ExecutionOptions& options,
    Each each)
{
    const MadeIn madeIn(trace, filters);
    std::vector<std::vector<T>> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
        const store::RecordTable& records = trace.at(locations[i]).records;
        if (records.empty()) {
            return;
        }
        StopPoll poll(options);
        const auto kept = madeIn.keptRecords(locations[i], poll);
        found[i] =
            each(records, locations[i], kept ? *kept : std::vector<bool>(records.size(), true));
    }));
    std::vector<T> all;
    for (std::vector<T>& one : found) {
        all.insert(all.end(), one.begin(), one.end());
        one = {};
    }
    return all;
}

bool isInOrder(const Collective& a, const Collective& b)
{
    return std::tie(a.communicator, a.instance, a.last)
           < std::tie(b.communicator, b.instance, b.last);
}

}  // namespace

void LeftEnds::add(const std::vector<Message>& ends)
{
    for (const Message& end : ends) {
        if (end.sender.isDefined()) {
            m_ends[end.sender].sends.push_back(end.send);
        } else {
            m_ends[end.receiver].receives.push_back(end.receive);
        }
    }
}

bool LeftEnds::hasEndOf(const Message& message) const
{
    const auto sender = m_ends.find(message.sender);
    if (sender != m_ends.end() && std::ranges::binary_search(sender->second.sends, message.send)) {
        return true;
    }
    const auto receiver = m_ends.find(message.receiver);
    return receiver != m_ends.end()
           && std::ranges::binary_search(receiver->second.receives, message.receive);
}

Result<std::vector<Message>> leftEndsOf(
    const store::TraceStore& trace,
    const std::vector<LocationIndex>& locations,
    const std::vector<VisitFilter>& filters,
    const ExecutionOptions& options)
{
    return gathered<Message>(
        trace,
        locations,
        filters,
        options,
        [&](const store::RecordTable& records, LocationIndex at, const std::vector<bool>& kept) {
            return endsOf(records, trace.definitions.locations[at.value()].ref, kept);
        });
}

void LeftOperations::add(const std::vector<Collective>& operations)
{
    for (const Collective& one : operations) {
        m_keys.emplace_back(one.communicator, one.instance, one.last);
    }
    std::ranges::sort(m_keys);
}

bool LeftOperations::contains(const Collective& row, bool isSelf) const
{
    return std::ranges::binary_search(
        m_keys, Key(row.communicator, row.instance, isSelf ? row.last : LocationRef::undefined()));
}

Result<std::vector<Collective>> leftOperationsOf(
    const store::TraceStore& trace,
    const std::vector<LocationIndex>& locations,
    const std::vector<VisitFilter>& filters,
    const ExecutionOptions& options)
{
    // With the location of each: who is a member is asked on one thread.
    auto all = gathered<Collective>(
        trace,
        locations,
        filters,
        options,
        [&](const store::RecordTable& records, LocationIndex at, const std::vector<bool>& kept) {
            match::CollectiveEnds found;
            match::collectCollectives(records, found);
            std::vector<Collective> own;
            for (std::size_t i = 0, first = 0; i < found.ends.size(); ++i) {
                first = found.ends[i].comm == found.ends[first].comm ? first : i;
                if (kept[found.ends[i].place]) {
                    own.push_back(
                        {.communicator = found.ends[i].comm,
                         .instance = i - first,
                         .last = trace.definitions.locations[at.value()].ref});
                }
            }
            return own;
        });
    VELLUM_RETURN_IF_ERROR(all);
    match::Communicators communicators(trace.definitions, trace.leftOut);
    std::vector<Collective>& operations = all.value();
    std::erase_if(operations, [&](const Collective& one) {
        return !communicators.isMember(one.communicator, trace.definitions.indexOf(one.last));
    });
    for (Collective& one : operations) {
        if (!communicators.isSelf(one.communicator)) {
            one.last = LocationRef::undefined();
        }
    }
    putOperationsInOrder(operations);
    return all;
}

void putOperationsInOrder(std::vector<Collective>& operations)
{
    std::ranges::sort(operations, isInOrder);
    operations.erase(std::unique(operations.begin(), operations.end()), operations.end());
}

Result<void> checkEnds(std::uint64_t ends, const char* what)
{
    if (ends > vellum::query::kMaxEnds) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "filters leave " + grouped(ends) + " ends of " + what
                       + " on one rank, at most " + grouped(vellum::query::kMaxEnds) + " can be"};
    }
    return {};
}

Result<std::optional<LeftEnds>> endsLeftIn(
    const store::TraceStore& trace,
    const vellum::query::Scope& scope,
    const ExecutionOptions& options)
{
    std::optional<LeftEnds> left;
    VELLUM_RETURN_IF_ERROR(resolveWindow(trace, scope.window));
    if (!scope.filter.visits.empty()) {
        const auto all = resolveLocations(trace, {});
        const auto ends = leftEndsOf(trace, all.value(), scope.filter.visits, options);
        VELLUM_RETURN_IF_ERROR(ends);
        left.emplace().add(ends.value());
    }
    return left;
}

}  // namespace vellum::server::query
