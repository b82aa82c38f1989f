#pragma once

#include "common/trace/metrics.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <string>

namespace vellum {

struct SourceCodeLocation {
    SourceCodeLocationRef ref;
    std::string file;
    std::uint32_t line = 0;

    friend bool operator==(const SourceCodeLocation&, const SourceCodeLocation&) = default;
};

/// A position in the call tree, where a trace has been sampled or instrumented with call paths.
struct CallingContext {
    CallingContextRef ref;
    RegionRef region;
    CallingContextRef parent;      ///< undefined for a root
    SourceCodeLocationRef source;  ///< undefined if unknown

    friend bool operator==(const CallingContext&, const CallingContext&) = default;
};

enum class InterruptGeneratorMode : std::uint8_t { Time = 0, Count = 1 };

/// What a sample was taken at: a timer or the overflow of a counter.
struct InterruptGenerator {
    InterruptGeneratorRef ref;
    std::string name;
    InterruptGeneratorMode mode = InterruptGeneratorMode::Time;
    NumberBase base = NumberBase::Binary;
    std::int64_t exponent = 0;  ///< one sample in period × base^exponent seconds or events
    std::uint64_t period = 0;

    friend bool operator==(const InterruptGenerator&, const InterruptGenerator&) = default;
};

}  // namespace vellum
