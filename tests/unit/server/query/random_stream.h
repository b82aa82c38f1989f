#pragma once

#include "server/store/call_stack_builder.h"
#include "server/store/trace_store.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

// Long streams of calls, the same for the same dice.

namespace vellum::tests {

/// What a stream is like.
struct Kind {
    std::uint32_t regions = 5;
    std::uint32_t mostDepth = 6;
    Tick longGap = 0;            ///< one in a few hundred steps is up to so long
    std::uint32_t sameTick = 0;  ///< per cent of the steps that take no time
    int changes = 6'000;
    Tick earliest = 0;         ///< the first change comes within 1,000 ticks of it
    std::uint32_t stride = 1;  ///< references of regions are so far apart
};

class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_random(seed) {}
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }
    bool oneIn(std::uint64_t count) { return below(count) == 0; }
    Tick tickBelow(Tick bound)
    {
        return static_cast<Tick>(below(static_cast<std::uint64_t>(bound)));
    }

private:
    std::mt19937_64 m_random;
};

inline server::store::CallStream streamOf(const Kind& kind, Dice& dice)
{
    server::store::CallStackBuilder builder;
    std::vector<RegionRef> open;
    Tick tick = kind.earliest + dice.tickBelow(1000);
    for (int i = 0; i < kind.changes; ++i) {
        tick += dice.below(100) < kind.sameTick ? 0 : dice.tickBelow(50);
        if (kind.longGap > 0 && dice.oneIn(300)) {
            tick += dice.tickBelow(kind.longGap);
        }
        // Now and then all the way up or down, else here and there.
        const bool isDown = open.empty() || (open.size() < kind.mostDepth && dice.below(100) < 52);
        if (isDown) {
            // Some regions are met far more often than others.
            const std::uint64_t bound = dice.oneIn(4) ? kind.regions : 1 + kind.regions / 4;
            open.emplace_back(static_cast<std::uint32_t>(kind.stride * dice.below(bound)));
            builder.enter(tick, open.back());
        } else {
            static_cast<void>(builder.leave(tick, open.back()));
            open.pop_back();
        }
    }
    return builder.finish(tick + 5);
}

/// Two locations with such streams and one with 300 changes, too short for rows; without rows. References of regions are `stride`
/// apart, the trace's range ends some ticks beside the outermost changes.
inline server::store::TraceStore traceOf(const Kind& kind, Dice& dice)
{
    server::store::TraceStore trace;
    for (std::uint32_t i = 0; i < kind.regions; ++i) {
        trace.definitions.regions.push_back(
            {.ref = RegionRef(kind.stride * i),
             .name = "r" + std::to_string(i),
             .paradigm = static_cast<Paradigm>(i % 3),
             .group = static_cast<FunctionGroup>(i % kFunctionGroupCount)});
    }
    trace.range = {.begin = 0, .end = 1};
    for (std::uint64_t i = 0; i < 3; ++i) {
        trace.definitions.locations.push_back({.ref = LocationRef(7 * i), .name = "l"});
        auto& location = trace.locations.emplace_back();
        Kind own = i < 2 ? kind
                         : Kind{
                             .regions = kind.regions,
                             .mostDepth = kind.mostDepth,
                             .changes = 300,
                             .stride = kind.stride};
        own.earliest = kind.earliest;
        location.calls = streamOf(own, dice);
        trace.range.begin = std::min(trace.range.begin, location.calls.time.front() - 3);
        trace.range.end = std::max(trace.range.end, location.calls.time.back() + 7);
    }
    trace.definitions.buildLookups();
    return trace;
}

}  // namespace vellum::tests
