#include "server/match/collective_matcher.h"

#include "common/base/narrow.h"
#include "server/match/communicators.h"
#include "server/match/crew.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::match {

namespace {

__extension__ using Wide = __int128;

/// An operation while its members are added, in definition order.
struct Instance {
    query::Collective row;
    Wide sumOfBegins = 0;  ///< of the members that have one
    Tick lastBegin = 0;    ///< likewise
};

/// The members with a begin say when it began; the ends of the others, only where there are none.
void addMember(Instance& to, const CollectiveEnd& end, LocationRef location, bool comparesRoots)
{
    query::Collective& row = to.row;
    const bool isFirst = row.seen++ == 0;
    if (isFirst) {
        row.operation = end.operation;
        row.root = end.root;
    }
    const bool isAlike = row.operation == end.operation && (!comparesRoots || row.root == end.root);
    row.mismatched += isAlike ? 0 : 1;
    row.bytesSent += end.sent;
    row.bytesReceived += end.received;
    const std::uint64_t begun = row.seen - 1 - row.withoutBegin;
    if (end.hasBegin) {
        if (begun == 0 || end.begin > to.lastBegin) {
            to.lastBegin = end.begin;
            row.last = location;
        }
        row.range.begin = begun == 0 ? end.begin : std::min(row.range.begin, end.begin);
        to.sumOfBegins += end.begin;
    } else {
        ++row.withoutBegin;
        if (begun == 0) {
            row.range.begin = isFirst ? end.end : std::min(row.range.begin, end.end);
            row.last = isFirst || end.end > row.range.end ? location : row.last;
        }
    }
    row.range.end = isFirst ? end.end : std::max(row.range.end, end.end);
}

query::Collective finished(Instance& instance)
{
    query::Collective& row = instance.row;
    const Wide wait =
        Wide{instance.lastBegin} * (row.seen - row.withoutBegin) - instance.sumOfBegins;
    row.wait = static_cast<Tick>(std::min<Wide>(wait, std::numeric_limits<Tick>::max()));
    return row;
}

class Matcher {
public:
    Matcher(
        store::TraceStore& store,
        unsigned threads,
        std::vector<CollectiveEnds> elsewhere,
        const FileNames& files)
        : m_store(store)
        , m_files(files)
        , m_threads(threads)
        , m_ends(std::move(elsewhere))
        , m_communicators(store.definitions, store.leftOut)
    {
        m_ends.resize(store.locations.size());
    }

    void run();

private:
    void collect();
    void addLocation(LocationIndex me);
    void countStray(LocationIndex me, std::span<const CollectiveEnd> ends);
    void addRun(LocationIndex me, std::span<const CollectiveEnd> ends);
    void countAlone(LocationIndex me, const CollectiveEnds& ends);
    void take(const query::Collective& row);
    void sort();
    void report();
    [[nodiscard]] std::string where(LocationIndex me) const;
    [[nodiscard]] static std::string nameOf(const query::Collective& row);

    template <typename Say>
    void foundAlone(LocationIndex me, const Say& say);
    template <typename Say>
    void found(FoundPlaces& places, const query::Collective& row, const Say& say) const;

    store::TraceStore& m_store;
    const FileNames& m_files;
    unsigned m_threads;
    std::vector<CollectiveEnds> m_ends;  ///< by location
    Communicators m_communicators;
    std::unordered_map<CommRef, std::vector<Instance>> m_instances;
    std::vector<query::Collective> m_rows;
    FoundPlaces m_unmatched;
    FoundPlaces m_incomplete;
    FoundPlaces m_mismatched;
};

void Matcher::collect()
{
    workTogether(m_ends.size(), m_threads, [&](Numbers& numbers) {
        for (std::size_t i = 0; numbers.take(i);) {
            if (m_store.locations[i].records->size() > 0) {
                collectCollectives(m_store.locations[i].records, m_ends[i]);
            }
        }
    });
}

std::string Matcher::where(LocationIndex me) const
{
    return store::placeOf(m_store.definitions.locations[me.value()]);
}

/// \p say goes on after the location's name.
template <typename Say>
void Matcher::foundAlone(LocationIndex me, const Say& say)
{
    const std::string place = where(me);
    m_unmatched.add(m_files.ofEvents ? m_files.ofEvents(me) : std::string(), place, [&] {
        return place + ": " + say();
    });
}

/// An operation is of several locations, but all of it in what was opened for one of them.
template <typename Say>
void Matcher::found(FoundPlaces& places, const query::Collective& row, const Say& say) const
{
    const LocationIndex last = m_store.definitions.indexOf(row.last);
    const bool isNamed = m_files.ofTrace && last.isDefined();
    places.add(isNamed ? m_files.ofTrace(last) : std::string(), {}, say);
}

std::string Matcher::nameOf(const query::Collective& row)
{
    return collectiveName(row.operation) + ", number " + std::to_string(row.instance)
           + " of communicator " + std::to_string(row.communicator.value()) + " from tick "
           + std::to_string(row.range.begin);
}

/// What of a location lacks its begin or its end.
void Matcher::countAlone(LocationIndex me, const CollectiveEnds& ends)
{
    store::LocationTotals& totals = m_store.locations[me.value()].totals;
    for (const Tick tick : ends.openBegins) {
        if (m_store.range.contains(tick)) {
            ++totals.collectivesWithoutEnd;
            foundAlone(
                me, [&] { return "what began at tick " + std::to_string(tick) + " never ends"; });
        }
    }
    for (const CollectiveEnd& end : ends.ends) {
        if (!end.hasBegin && m_store.range.contains(end.end)) {
            ++totals.collectivesWithoutBegin;
            foundAlone(me, [&] {
                return "what ends at tick " + std::to_string(end.end) + " was never begun";
            });
        }
    }
}

/// What a location reports of a communicator that it is no member of.
void Matcher::countStray(LocationIndex me, std::span<const CollectiveEnd> ends)
{
    for (const CollectiveEnd& end : ends) {
        if (!m_store.range.contains(end.end)) {
            continue;
        }
        ++m_store.locations[me.value()].totals.strayCollectives;
        foundAlone(me, [&] {
            return collectiveName(end.operation) + " at tick " + std::to_string(end.end)
                   + " is of communicator " + std::to_string(end.comm.value())
                   + ", of which it is no member";
        });
    }
}

/// All of one location in one communicator: the k-th belongs to the k-th of every other member.
void Matcher::addRun(LocationIndex me, std::span<const CollectiveEnd> ends)
{
    const CommRef comm = ends.front().comm;
    const LocationRef ref = m_store.definitions.locations[me.value()].ref;
    if (!m_communicators.isMember(comm, me)) {
        countStray(me, ends);
        return;
    }
    const Communicator* found = m_store.definitions.find(comm);
    const bool comparesRoots = found != nullptr && !found->remoteGroup.isDefined();
    const bool isSelf = m_communicators.isSelf(comm);
    std::vector<Instance> own;
    std::vector<Instance>& instances = isSelf ? own : m_instances[comm];
    instances.resize(std::max(instances.size(), ends.size()));
    for (std::size_t k = 0; k < ends.size(); ++k) {
        Instance& instance = instances[k];
        instance.row.communicator = comm;
        instance.row.instance = k;
        instance.row.members = m_communicators.memberCount(comm);
        addMember(instance, ends[k], ref, comparesRoots);
    }
    for (Instance& instance : own) {
        take(finished(instance));
    }
}

void Matcher::addLocation(LocationIndex me)
{
    const CollectiveEnds ends = std::exchange(m_ends[me.value()], {});
    countAlone(me, ends);
    std::span<const CollectiveEnd> rest = ends.ends;
    while (!rest.empty()) {
        const auto last =
            std::ranges::upper_bound(rest, rest.front().comm, {}, &CollectiveEnd::comm);
        const auto count = static_cast<std::size_t>(last - rest.begin());
        addRun(me, rest.first(count));
        rest = rest.subspan(count);
    }
}

/// A member in a location that was not loaded is not missing.
void Matcher::take(const query::Collective& row)
{
    if (query::overlaps(row, m_store.range)) {
        m_rows.push_back(row);
    }
}

void Matcher::sort()
{
    std::ranges::sort(m_rows, {}, [&](const query::Collective& row) {
        return std::tuple(
            row.range.begin, row.communicator, row.instance, m_store.definitions.indexOf(row.last));
    });
    for (const query::Collective& row : m_rows) {
        if (row.seen < row.members && m_store.leftOut.empty()) {
            found(m_incomplete, row, [&] {
                return nameOf(row) + ": " + std::to_string(row.seen) + " of "
                       + std::to_string(row.members) + " members were recorded";
            });
        }
        if (row.mismatched > 0) {
            found(m_mismatched, row, [&] {
                return nameOf(row) + ": " + std::to_string(row.mismatched) + " of "
                       + std::to_string(row.seen) + " members say another operation or root";
            });
        }
    }
}

void Matcher::report()
{
    m_unmatched.reportTo(m_store.report, "unmatched-collective", query::Severity::Warning);
    m_incomplete.reportTo(m_store.report, "incomplete-collective", query::Severity::Warning);
    m_mismatched.reportTo(m_store.report, "mismatched-collective", query::Severity::Warning);
}

void Matcher::run()
{
    collect();
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        addLocation(LocationIndex(narrow<std::uint32_t>(i)));
    }
    for (auto& [comm, instances] : m_instances) {
        for (Instance& instance : instances) {
            take(finished(instance));
        }
    }
    sort();
    report();
    m_store.collectives = std::move(m_rows);
}

}  // namespace

void matchCollectives(
    store::TraceStore& store,
    unsigned threads,
    std::vector<CollectiveEnds> elsewhere,
    const FileNames& files)
{
    Matcher(store, threads, std::move(elsewhere), files).run();
}

}  // namespace vellum::server::match
