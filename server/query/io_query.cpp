#include "server/query/io_sums.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/workers.h"
#include "server/store/io_operations.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::Io;
using vellum::query::IoNumbers;
using vellum::query::IoRequest;
using vellum::query::IoRow;

namespace {

constexpr std::uint64_t kUnknownBytes = std::numeric_limits<std::uint64_t>::max();

std::uint64_t known(std::uint64_t bytes)
{
    return bytes == kUnknownBytes ? 0 : bytes;
}

/// Sums up one location by handle.
class LocationScan {
public:
    LocationScan(const store::RecordTable& records, TickRange window)
        : m_records(records)
        , m_window(window)
    {
    }

    [[nodiscard]] std::map<std::uint64_t, IoNumbers> run();

private:
    [[nodiscard]] bool isIn(std::size_t record) const
    {
        return m_window.contains(m_records.time[record]);
    }
    void addBegin(std::size_t begin);
    void addOperation(const store::IoOperation& operation);
    void addTransferred(IoNumbers& to, std::uint64_t mode, std::uint64_t bytes) const;
    void addHandleRecords();

    const store::RecordTable& m_records;
    TickRange m_window;
    std::map<std::uint64_t, IoNumbers> m_handles;
};

enum Mode : std::uint8_t { kRead = 0, kWrite = 1, kFlush = 2 };

/// What is known when it begins.
void LocationScan::addBegin(std::size_t begin)
{
    const store::Words words = m_records.payloadOf(begin);
    IoNumbers& to = m_handles[words[0]];
    switch (words[1]) {
    case kRead:
        ++to.reads;
        break;
    case kWrite:
        ++to.writes;
        break;
    case kFlush:
        ++to.flushes;
        break;
    default:
        ++to.others;
        break;
    }
    to.bytesRequested += known(words[3]);
}

void LocationScan::addTransferred(IoNumbers& to, std::uint64_t mode, std::uint64_t bytes) const
{
    to.bytesTransferred += bytes;
    to.bytesRead += mode == kRead ? bytes : 0;
    to.bytesWritten += mode == kWrite ? bytes : 0;
}

void LocationScan::addOperation(const store::IoOperation& operation)
{
    const TickRange range{
        .begin = m_records.time[operation.begin], .end = m_records.time[operation.end]};
    const bool overlaps =
        range.begin < m_window.end && (range.end > m_window.begin || range.begin >= m_window.begin);
    if (!overlaps) {
        return;
    }
    const store::Words begin = m_records.payloadOf(operation.begin);
    const store::Words end = m_records.payloadOf(operation.end);
    IoNumbers& to = m_handles[begin[0]];
    IoNumbers own{.overlapping = 1, .first = range.begin, .last = range.end};
    own.time = range.intersected(m_window).length();
    if (isIn(operation.begin)) {
        addBegin(operation.begin);
        if (m_records.kind[operation.end] == event_kind::kIoOperationCancelled) {
            own.cancelled = 1;
        } else {
            addTransferred(own, begin[1], known(end[1]));
        }
    }
    addNumbers(to, own);
}

/// The records that are about a handle and no operation.
void LocationScan::addHandleRecords()
{
    const std::size_t end = m_records.time.firstFrom(m_window.end);
    for (std::size_t i = m_records.time.firstFrom(m_window.begin); i < end; ++i) {
        switch (m_records.kind[i]) {
        case event_kind::kIoCreateHandle:
            ++m_handles[m_records.payloadOf(i)[0]].opened;
            break;
        case event_kind::kIoDuplicateHandle:
            ++m_handles[m_records.payloadOf(i)[1]].opened;
            break;
        case event_kind::kIoDestroyHandle:
            ++m_handles[m_records.payloadOf(i)[0]].closed;
            break;
        case event_kind::kIoSeek:
            ++m_handles[m_records.payloadOf(i)[0]].seeks;
            break;
        default:
            break;
        }
    }
}

std::map<std::uint64_t, IoNumbers> LocationScan::run()
{
    const store::IoOperations all = store::ioOperationsOf(m_records);
    for (const store::IoOperation& operation : all.operations) {
        addOperation(operation);
    }
    for (const std::size_t begin : all.openBegins) {
        if (isIn(begin)) {
            addBegin(begin);
            ++m_handles[m_records.payloadOf(begin)[0]].unmatchedBegins;
        }
    }
    for (const std::size_t end : all.strayEnds) {
        if (isIn(end)) {
            ++m_handles[m_records.payloadOf(end)[0]].unmatchedEnds;
        }
    }
    addHandleRecords();
    return std::move(m_handles);
}

bool hasIo(const store::LocationTotals& totals)
{
    return std::ranges::any_of(totals.kinds, [](const auto& kind) {
        return kind.first >= event_kind::kIoCreateHandle && kind.first <= event_kind::kIoTryLock;
    });
}

}  // namespace

Result<Io> io(
    const store::TraceStore& trace, const IoRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "I/O handles"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const auto& locations = scope.value().locations;
    Io answer{.window = scope.value().window};
    std::vector<std::map<std::uint64_t, IoNumbers>> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(locations.size(), options, [&](std::size_t i) {
        // Of a part in time the totals know nothing of operations that span all of it.
        if (trace.isPartOfTime || hasIo(trace.locations[locations[i].value()].totals)) {
            found[i] = LocationScan(trace.at(locations[i]).records, answer.window).run();
        }
    }));
    for (std::size_t i = 0; i < locations.size(); ++i) {
        for (const auto& [handle, numbers] : found[i]) {
            addNumbers(answer.totals, numbers);
            if (answer.count++ < request.limit) {
                answer.rows.push_back(
                    {.location = trace.definitions.locations[locations[i].value()].ref,
                     .handle = IoHandleRef(static_cast<std::uint32_t>(handle)),
                     .numbers = numbers});
            }
        }
    }
    return answer;
}

}  // namespace vellum::server::query
