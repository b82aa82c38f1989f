// What questions about an indexed trace cost, beside a scan of the same windows in the same run.
//
//     vellum-bench-engine TRACE [threads] [timeline|presence|profile|call-tree|counters|summary|NAME OF A LINE] [alone]
//
// Times of questions are processor time of all threads, those of openings are by the clock. The trace is opened from its index (and indexed first, where it is not). Every timeline is asked twice: of
// the trace, and of the same trace without rows, which scans; so is every profile; answers that differ are counted. Windows of
// each width lie at random places, the same ones in every run.

#include "common/time/columns.h"
#include "server/index/indexed_trace.h"
#include "server/query/executor.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace vellum;  // NOLINT(google-build-using-namespace): a program of this project
using server::store::TraceStore;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Times of one kind of question.
struct Times {
    std::vector<double> milliseconds;

    [[nodiscard]] double at(double share) const
    {
        std::vector<double> sorted = milliseconds;
        std::ranges::sort(sorted);
        const auto place = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
        return sorted.empty() ? 0 : sorted[std::min(place, sorted.size() - 1)];
    }
    [[nodiscard]] double sum() const
    {
        double all = 0;
        for (const double each : milliseconds) {
            all += each;
        }
        return all;
    }
};

class Bench {
public:
    /// \param only     what is asked for; empty: everything
    /// \param isAlone  without the scans
    Bench(std::shared_ptr<const TraceStore> trace, unsigned threads, std::string only, bool isAlone)
        : m_trace(std::move(trace))
        , m_scanned(*m_trace)
        , m_threads(threads)
        , m_only(std::move(only))
        , m_isAlone(isAlone)
    {
        for (auto& location : m_scanned.locations) {
            location.rows = {};
            location.profileRows = {};
            location.pathRows = {};
            location.counterRows = {};
        }
    }

    /// Windows of \p share of the trace, \p count of them.
    void timelines(
        const char* name, double share, int count, query::GroupBy by, std::uint32_t columns = 1'920)
    {
        compare("timeline", name, count, [&] {
            return query::TimelineRequest{
                .scope = {.window = window(share), .locations = {}}, .columns = columns, .by = by};
        });
    }

    /// Likewise, each column with whether the least called function of those called more than once a location is there.
    void presence(const char* name, double share, int count)
    {
        const RegionRef rare = rareFunction();
        compare("presence", name, count, [&] {
            return query::TimelineRequest{
                .scope = {.window = window(share), .locations = {}},
                .columns = 1'920,
                .present = {{.regions = {rare}, .records = {}}}};
        });
    }

    /// Likewise.
    void profiles(const char* name, double share, int count, query::ProfileRequest request)
    {
        compare("profile", name, count, [&] {
            request.scope.window = window(share);
            return request;
        });
    }

    /// Likewise.
    void callTrees(const char* name, double share, int count)
    {
        compare("call-tree", name, count, [&] {
            return query::CallTreeRequest{.scope = {.window = window(share), .locations = {}}};
        });
    }

    /// Likewise, in 1,920 columns.
    void counters(const char* name, double share, int count)
    {
        compare("counters", name, count, [&] {
            return query::CountersRequest{
                .scope = {.window = window(share), .locations = {}},
                .columns = 1'920,
                .metric = {}};
        });
    }

    void others(const char* name, double share, int count)
    {
        if (!m_only.empty() && m_only != "summary") {
            return;
        }
        Times summary;
        for (int i = 0; i < count; ++i) {
            static_cast<void>(timed(
                *m_trace,
                query::SummaryTimelineRequest{
                    .window = window(share), .columns = 1920, .rows = {{}}},
                summary));
        }
        std::printf(
            "summary timeline, %-14s %8.2f %8.2f\n", name, summary.at(0.5), summary.at(0.99));
    }

private:
    /// Asks \p count times what \p next makes, of the trace and of it without rows.
    template <typename Next>
    void compare(const char* what, const char* name, int count, const Next& next)
    {
        // A kind, or one line of it.
        if (!m_only.empty() && m_only != what && m_only != name) {
            return;
        }
        Times byIndex;
        Times byClock;
        Times byScan;
        int mismatches = 0;
        for (int i = 0; i < count; ++i) {
            const query::Request request = next();
            const auto begin = Clock::now();
            const auto fast = timed(*m_trace, request, byIndex);
            byClock.milliseconds.push_back(millisecondsSince(begin));
            if (!m_isAlone) {
                mismatches += fast == timed(m_scanned, request, byScan) ? 0 : 1;
            }
        }
        std::printf(
            "%-9s %-22s %8.2f %8.2f %8.2f %8.1f %8.1f   %6.1f   %d\n",
            what,
            name,
            byIndex.at(0.5),
            byIndex.at(0.99),
            byClock.at(0.5),
            byScan.at(0.5),
            byScan.at(0.99),
            byScan.sum() / byIndex.sum(),
            mismatches);
    }

    [[nodiscard]] TickRange window(double share)
    {
        const auto length = static_cast<Tick>(static_cast<double>(m_trace->range.length()) * share);
        const auto room = static_cast<std::uint64_t>(m_trace->range.length() - length) + 1;
        const Tick begin = m_trace->range.begin + static_cast<Tick>(m_random() % room);
        return {.begin = begin, .end = begin + std::max<Tick>(length, 1)};
    }

    [[nodiscard]] RegionRef rareFunction() const
    {
        Times times;
        const query::Answer answer = timed(
            *m_trace,
            query::ProfileRequest{.scope = {.window = m_trace->range, .locations = {}}},
            times);
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        RegionRef rare = RegionRef::undefined();
        const auto* profile = std::get_if<query::Profile>(&answer);
        for (const query::ProfileRow& row :
             profile == nullptr ? std::vector<query::ProfileRow>() : profile->rows) {
            if (row.visits > m_trace->locations.size() && row.visits < least) {
                least = row.visits;
                rare = RegionRef(row.key.value);
            }
        }
        return rare;
    }

    /// Processor time, which other programs on the machine leave alone.
    static double processorMilliseconds()
    {
        constexpr double kMilliseconds = 1000;
        return kMilliseconds * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    }

    query::Answer timed(const TraceStore& trace, const query::Request& request, Times& times) const
    {
        const double begin = processorMilliseconds();
        auto answer = server::query::execute(trace, request, {.threads = m_threads});
        times.milliseconds.push_back(processorMilliseconds() - begin);
        if (!answer.isOk()) {
            std::fprintf(stderr, "%s\n", answer.error().message.c_str());
            std::exit(1);  // NOLINT(concurrency-mt-unsafe): one thread
        }
        return std::move(answer).value();
    }

    std::shared_ptr<const TraceStore> m_trace;
    TraceStore m_scanned;
    unsigned m_threads;
    std::string m_only;
    bool m_isAlone;
    std::mt19937_64 m_random{1};
};

std::shared_ptr<const TraceStore> opened(const std::string& path)
{
    server::index::CacheOptions cache{.folder = server::index::defaultCacheFolder()};
    cache.leastEvents = 0;
    for (const char* what : {"first opening", "opening from the index"}) {
        const auto begin = Clock::now();
        const auto trace = server::index::IndexedTrace::open(path, {}, cache);
        if (!trace.isOk()) {
            std::fprintf(stderr, "%s\n", trace.error().message.c_str());
            return nullptr;
        }
        const double toOpen = millisecondsSince(begin);
        auto store = trace.value()->store();
        const auto draw = [&](std::uint32_t columns) {
            static_cast<void>(server::query::execute(
                *store,
                query::TimelineRequest{.scope = {.window = store->range}, .columns = columns},
                {.threads = 0}));
            return millisecondsSince(begin);
        };
        const double toOverview = draw(64);
        const double toPicture = draw(1'920);
        std::printf(
            "%s: %.0f ms, with an overview of %zu rows in 64 columns %.0f ms, and the picture %.0f ms\n",
            store->check != nullptr ? "opening from the index" : what,
            toOpen,
            store->locations.size(),
            toOverview,
            toPicture);
        if (store->check != nullptr) {
            return store;
        }
    }
    return nullptr;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(
            stderr,
            "usage: vellum-bench-engine TRACE [threads] [timeline|presence|profile|call-tree|counters|summary [alone]]\n");
        return 2;
    }
    const unsigned threads =
        argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)) : 1;
    const auto trace = opened(argv[1]);
    if (trace == nullptr) {
        std::fprintf(stderr, "no index of %s\n", argv[1]);
        return 1;
    }
    // For a profiler: without the scans that it is compared with.
    const bool isAlone = argc > 4 && std::string_view(argv[4]) == "alone";
    Bench bench(trace, threads, argc > 3 ? argv[3] : "", isAlone);
    std::printf(
        "\n%u thread(s), ms of processor time  p50      p99  (clock) scan p50      p99    ratio "
        "mismatches\n",
        threads);
    bench.timelines("full, by region", 1, 20, query::GroupBy::Region);
    bench.timelines("full, by group", 1, 5, query::GroupBy::FunctionGroup);
    bench.timelines("full, 64 columns", 1, 20, query::GroupBy::Region, 64);
    bench.timelines("1/2, by region", 0.5, 10, query::GroupBy::Region);
    bench.timelines("1/10, by region", 0.1, 20, query::GroupBy::Region);
    bench.timelines("1/100, by region", 0.01, 40, query::GroupBy::Region);
    bench.timelines("1/1000, by region", 0.001, 100, query::GroupBy::Region);
    bench.presence("full", 1, 10);
    bench.presence("1/10", 0.1, 10);
    bench.profiles("full", 1, 20, {});
    bench.profiles("full, by group", 1, 20, {.by = query::GroupBy::FunctionGroup});
    bench.profiles("full, each location", 1, 20, {.perLocation = true});
    bench.profiles("1/2", 0.5, 40, {});
    bench.profiles("1/10", 0.1, 40, {});
    bench.profiles("1/10, by group", 0.1, 40, {.by = query::GroupBy::FunctionGroup});
    bench.profiles("1/10, each location", 0.1, 40, {.perLocation = true});
    bench.profiles("1/100", 0.01, 100, {});
    bench.profiles("1/1000", 0.001, 100, {});
    bench.callTrees("full", 1, 10);
    bench.callTrees("1/2", 0.5, 20);
    bench.callTrees("1/10", 0.1, 20);
    bench.callTrees("1/1000", 0.001, 50);
    bench.counters("full", 1, 10);
    bench.counters("1/10", 0.1, 20);
    bench.counters("1/100", 0.01, 20);
    bench.counters("1/1000", 0.001, 20);
    bench.others("full", 1, 5);
    bench.others("1/10", 0.1, 20);
    bench.others("1/1000", 0.001, 100);
    return 0;
}
