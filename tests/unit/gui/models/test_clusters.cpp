// Clusters of locations by likeness: planted ones, and against a slow obvious computation.

#include "gui/models/clusters.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Cluster;
using gui::models::clustered;
using gui::models::ClusterOptions;
using gui::models::LocationShares;
using gui::models::sharesOf;

namespace {

constexpr std::size_t kRegions = 12;

/// Ticks by region of each location, as a profile by location has them.
query::Profile profileOf(const std::vector<std::vector<Tick>>& ticks)
{
    query::Profile profile;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        for (std::size_t region = 0; region < ticks[i].size(); ++region) {
            profile.rows.push_back(
                {.key = {.value = static_cast<std::uint32_t>(region)},
                 .location = LocationRef(i),
                 .exclusive = ticks[i][region]});
        }
    }
    return profile;
}

/// Locations about one of a few planted profiles each, in no order.
struct Planted {
    std::vector<std::vector<Tick>> ticks;
    std::vector<std::size_t> kind;
};

Planted planted(std::size_t locations, std::size_t kinds, unsigned seed)
{
    std::mt19937 random(seed);
    Planted all;
    for (std::size_t i = 0; i < locations; ++i) {
        const std::size_t kind = i < kinds ? i : random() % kinds;
        std::vector<Tick> ticks(kRegions);
        for (std::size_t region = 0; region < kRegions; ++region) {
            ticks[region] = (region == kind ? 100'000 : 0) + static_cast<Tick>(random() % 100);
        }
        // As long a run as one likes: likeness is of shares.
        const auto scale = static_cast<Tick>(1 + random() % 50);
        std::ranges::for_each(ticks, [scale](Tick& tick) { tick *= scale; });
        all.ticks.push_back(std::move(ticks));
        all.kind.push_back(kind);
    }
    return all;
}

// The slow way: whole rows of shares, every rule as the header has it.
using Dense = std::vector<double>;

Dense denseOf(const LocationShares& location)
{
    Dense dense(kRegions);
    for (const auto& [key, share] : location.shares) {
        dense[key] = share;
    }
    return dense;
}

double slowDistance(const Dense& one, const Dense& other)
{
    double sum = 0;
    for (std::size_t i = 0; i < kRegions; ++i) {
        sum += std::abs(one[i] - other[i]);
    }
    return sum / 2;
}

Dense slowMean(const std::vector<Dense>& all, const std::vector<std::size_t>& members)
{
    Dense mean(kRegions);
    for (const std::size_t member : members) {
        std::ranges::transform(mean, all[member], mean.begin(), std::plus<>());
    }
    std::ranges::for_each(mean, [&](double& x) { x /= static_cast<double>(members.size()); });
    return mean;
}

std::vector<std::size_t> slowLeaders(const std::vector<Dense>& all, double alike)
{
    std::vector<std::size_t> leaders;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto isFar = [&](std::size_t leader) {
            return slowDistance(all[leader], all[i]) > alike;
        };
        if (std::ranges::all_of(leaders, isFar)) {
            leaders.push_back(i);
        }
    }
    return leaders;
}

void slowJoin(const std::vector<Dense>& all, std::vector<std::vector<std::size_t>>& members)
{
    std::pair<std::size_t, std::size_t> best;
    double least = 3;
    for (std::size_t pair = 0; pair < members.size() * members.size(); ++pair) {
        const std::size_t i = pair / members.size();
        const std::size_t k = pair % members.size();
        const double apart = slowDistance(slowMean(all, members[i]), slowMean(all, members[k]));
        if (i < k && apart < least) {
            least = apart;
            best = {i, k};
        }
    }
    auto& [first, second] = best;
    members[first].insert(members[first].end(), members[second].begin(), members[second].end());
    std::ranges::sort(members[first]);
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(second));
}

std::vector<std::vector<std::size_t>> slowMembers(
    const std::vector<LocationShares>& locations, const ClusterOptions& options)
{
    std::vector<Dense> all;
    std::ranges::transform(locations, std::back_inserter(all), denseOf);
    double alike = options.alike;
    std::vector<std::size_t> leaders = slowLeaders(all, alike);
    while (leaders.size() > gui::models::kMostLeaders) {
        alike *= 2;
        leaders = slowLeaders(all, alike);
    }
    std::vector<std::vector<std::size_t>> members(leaders.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::size_t nearest = 0;
        for (std::size_t k = 1; k < leaders.size(); ++k) {
            const bool isNearer =
                slowDistance(all[leaders[k]], all[i]) < slowDistance(all[leaders[nearest]], all[i]);
            nearest = isNearer ? k : nearest;
        }
        members[nearest].push_back(i);
    }
    while (members.size() > options.most) {
        slowJoin(all, members);
    }
    std::ranges::sort(members, [](const auto& one, const auto& other) {
        return std::pair(other.size(), one.front()) < std::pair(one.size(), other.front());
    });
    return members;
}

std::vector<std::vector<std::size_t>> membersOf(const std::vector<Cluster>& clusters)
{
    std::vector<std::vector<std::size_t>> members;
    std::ranges::transform(clusters, std::back_inserter(members), &Cluster::members);
    return members;
}

}  // namespace

class TestClusters : public QObject {
    Q_OBJECT

private slots:
    static void sharesAreOfTheTimeInAnyRegion()
    {
        const auto shares = sharesOf(profileOf({{30, 0, 10}, {0, 0, 0}, {0, 5, 0}}));
        QCOMPARE(shares.size(), std::size_t{2});
        QVERIFY(
            (shares[0].shares
             == std::vector<std::pair<std::uint32_t, double>>{{0, 0.75}, {2, 0.25}}));
        QCOMPARE(shares[1].location, LocationRef(2));
        QCOMPARE(gui::models::distanceOf(shares[0], shares[1]), 1.0);
        QCOMPARE(gui::models::distanceOf(shares[0], shares[0]), 0.0);
    }

    static void plantedClustersAreFound_data()
    {
        QTest::addColumn<std::size_t>("locations");
        QTest::addColumn<std::size_t>("kinds");
        QTest::newRow("all alike") << std::size_t{1'000} << std::size_t{1};
        QTest::newRow("four") << std::size_t{1'024} << std::size_t{4};
        QTest::newRow("twelve of 20,000") << std::size_t{20'000} << kRegions;
        QTest::newRow("each its own") << std::size_t{7} << std::size_t{7};
    }

    static void plantedClustersAreFound()
    {
        QFETCH(std::size_t, locations);
        QFETCH(std::size_t, kinds);
        const Planted all = planted(locations, kinds, 7);
        const auto clusters = clustered(sharesOf(profileOf(all.ticks)));
        QCOMPARE(clusters.size(), kinds);
        std::size_t placed = 0;
        for (const Cluster& cluster : clusters) {
            placed += cluster.members.size();
            const std::size_t kind = all.kind[cluster.representative];
            QVERIFY(std::ranges::all_of(
                cluster.members, [&](std::size_t member) { return all.kind[member] == kind; }));
        }
        QCOMPARE(placed, locations);
        QVERIFY(std::ranges::is_sorted(
            clusters, std::greater(), [](const Cluster& one) { return one.members.size(); }));
    }

    static void clustersEqualTheSlowOnes()
    {
        for (unsigned seed = 0; seed < 40; ++seed) {
            std::mt19937 random(seed);
            std::vector<std::vector<Tick>> ticks(1 + random() % 150, std::vector<Tick>(kRegions));
            const auto regions = 1 + random() % kRegions;
            for (std::vector<Tick>& own : ticks) {
                own[random() % regions] = 1 + static_cast<Tick>(random() % 1'000);
                own[random() % regions] += static_cast<Tick>(random() % 1'000);
            }
            const ClusterOptions options{.alike = 0.1, .most = 1 + random() % 12};
            const auto locations = sharesOf(profileOf(ticks));
            QCOMPARE(membersOf(clustered(locations, options)), slowMembers(locations, options));
        }
    }

    static void atMostSoManyClustersAreMade()
    {
        const auto locations = sharesOf(profileOf(planted(500, kRegions, 3).ticks));
        for (const std::size_t most : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
            const auto clusters = clustered(locations, {.most = most});
            QCOMPARE(clusters.size(), most);
        }
    }

    static void theRepresentativeIsClosestToTheMean()
    {
        const auto clusters =
            clustered(sharesOf(profileOf({{90, 10}, {95, 5}, {100, 0}})), {.most = 1});
        QCOMPARE(clusters.size(), std::size_t{1});
        QCOMPARE(clusters.front().representative, std::size_t{1});
    }

    static void groupsSayHowManyAreLikeWhom()
    {
        const Definitions definitions = tests::traceFromText(R"(
group 0 "rank 0"
group 1 "rank 1"
group 2 "rank 2"
location 0 "master" group 0
location 1 "master" group 1
location 2 "master" group 2
location 3 "idle" group 2
)")
                                            ->definitions;
        const auto grouping = gui::models::groupedByLikeness(
            definitions,
            {LocationRef(0), LocationRef(1), LocationRef(2), LocationRef(3)},
            profileOf({{0, 9}, {10, 0}, {10, 0}, {0, 0}}),
            {});
        QStringList names;
        std::ranges::transform(
            grouping.groups, std::back_inserter(names), &gui::models::RowGroup::name);
        const QStringList expected = {
            "Cluster 1 (2 of 3 like rank 1)", "Cluster 2 (1 of 3 like rank 0)", "In no function"};
        QCOMPARE(names, expected);
        QVERIFY(*grouping.groups[2].locations == std::vector{LocationRef(3)});
        QVERIFY(!grouping.groups[2].representative.isDefined());
    }

    static void nothingIsInNoCluster() { QVERIFY(clustered({}).empty()); }
};

VELLUM_TEST_GUILESS(TestClusters)
#include "test_clusters.moc"
