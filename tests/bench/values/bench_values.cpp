// Accesses per second of the analyses that see every access, and the coarse ones beside memcpy.

#include "common/values/content_digest.h"
#include "common/values/item_groups.h"
#include "common/values/redundancy.h"
#include "common/values/sketch.h"
#include "common/values/snapshots.h"
#include "common/values/spatial_redundancy.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): a program about it

namespace {

constexpr int kRounds = 5;

/// Processor time, which others on the machine disturb little; the best of some rounds.
double secondsOf(const std::function<void()>& work)
{
    double best = 1e9;
    for (int round = 0; round < kRounds; ++round) {
        const std::clock_t begin = std::clock();
        work();
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return best;
}

/// A stencil over a grid of floats as hooks see it: five reads and a write per point.
std::vector<Access> stencil(std::uint64_t side)
{
    std::vector<Access> accesses;
    const std::uint64_t reads[] = {0, 1, side, 2, side + 1};
    for (std::uint64_t point = 0; point < side * (side - 1) - 2; ++point) {
        for (std::uint32_t site = 0; site < 6; ++site) {
            const bool isWrite = site == 5;
            const std::uint64_t index = isWrite ? point : point + reads[site];
            accesses.push_back(
                {.site = site,
                 .kind = isWrite ? AccessKind::Write : AccessKind::Read,
                 .type = ValueType::Float,
                 .object = isWrite ? 2U : 1U,
                 .offset = 4 * index,
                 .value = index % 8 == 0 ? 0x42a00000U + index % 1000 : 0U});
        }
    }
    return accesses;
}

template <typename Analysis>
void measure(const char* name, const std::vector<Access>& accesses)
{
    const double seconds = secondsOf([&] {
        Analysis analysis;
        for (const Access& access : accesses) {
            analysis.add(access);
        }
    });
    const auto count = static_cast<double>(accesses.size());
    std::printf("%-20s %8.1f million accesses/s\n", name, count / seconds * 1e-6);
}

void measureCoarse(std::size_t bytes)
{
    const std::vector<std::byte> content(bytes, std::byte{3});
    std::vector<std::byte> copy(bytes);
    const double copying =
        secondsOf([&] { std::memcpy(copy.data(), content.data(), content.size()); });
    Snapshots snapshots(4 * bytes);
    snapshots.allocate(1, bytes);
    const Fragment whole = {.bytes = content};
    WriteCounts counts = snapshots.write(1, {&whole, 1});
    const double comparing = secondsOf([&] { counts = snapshots.write(1, {&whole, 1}); });
    ContentDigest digest;
    const double hashing = secondsOf([&] { digest = digestOf(copy); });
    const double rate = static_cast<double>(bytes) * 1e-9;
    std::printf(
        "%zu MiB, %.0f%% unchanged: memcpy %.1f GB/s, snapshot %.1f GB/s, ratio %.2f, digest of "
        "%zu blocks %.1f GB/s, ratio %.2f\n",
        bytes >> 20,
        100 * redundancyOf(counts),
        rate / copying,
        rate / comparing,
        copying / comparing,
        digest.blocks.size(),
        rate / hashing,
        copying / hashing);
}

}  // namespace

int main()
{
    constexpr std::uint64_t kSide = 512;
    const std::vector<Access> accesses = stencil(kSide);
    measure<Redundancy>("redundancy", accesses);
    measure<SpatialRedundancy>("spatial redundancy", accesses);
    measure<ItemGroups>("items", accesses);
    measure<Sketches>("sketches", accesses);
    measureCoarse(std::size_t{64} << 20);
    return 0;
}
