// What an instrumented call costs: plain, with empty hooks, recorded, in turns within one run, so that the
// machine's moods meet all three. A plain program, since the hooks must come from vellum-record:
//
//     vellum-record -q -o /tmp/bench -- vellum-bench-hooks
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" long callPlain(long count);
extern "C" long callEmpty(long count);
extern "C" long callRecorded(long count);

namespace {

constexpr long kCalls = 2'000;
constexpr int kRounds = 600;  // 2.4 million events: within one buffer of 64 MiB

double nanosecondsPerCall(long (*function)(long))
{
    timespec begin{};
    timespec end{};
    ::clock_gettime(CLOCK_MONOTONIC, &begin);
    const long value = function(kCalls);
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    if (value != kCalls) {
        std::abort();
    }
    const double seconds = static_cast<double>(end.tv_sec - begin.tv_sec)
                           + static_cast<double>(end.tv_nsec - begin.tv_nsec) * 1e-9;
    return seconds * 1e9 / static_cast<double>(kCalls);
}

struct Variant {
    const char* name;
    long (*function)(long);
    std::vector<double> rounds;
};

void print(Variant& variant)
{
    std::sort(variant.rounds.begin(), variant.rounds.end());
    const std::size_t count = variant.rounds.size();
    double sum = 0.0;
    for (const double round : variant.rounds) {
        sum += round;
    }
    std::printf(
        "%-34s %8.2f %8.2f %8.2f\n",
        variant.name,
        variant.rounds.front(),
        variant.rounds[count / 2],
        sum / static_cast<double>(count));
}

}  // namespace

int main()
{
    if (std::getenv("VELLUM_SPOOL") == nullptr) {  // NOLINT(concurrency-mt-unsafe): one thread
        std::fprintf(stderr, "vellum-bench-hooks: not recorded; start it through vellum-record\n");
        return 2;
    }
    std::array<Variant, 3> variants = {
        {{.name = "plain", .function = callPlain, .rounds = {}},
         {.name = "empty hooks", .function = callEmpty, .rounds = {}},
         {.name = "recorded", .function = callRecorded, .rounds = {}}}};
    for (int round = 0; round < kRounds; ++round) {
        for (Variant& variant : variants) {
            variant.rounds.push_back(nanosecondsPerCall(variant.function));
        }
    }
    std::printf("%-34s %8s %8s %8s\n", "ns per call (enter and leave)", "min", "median", "mean");
    for (Variant& variant : variants) {
        print(variant);
    }
    return 0;
}
