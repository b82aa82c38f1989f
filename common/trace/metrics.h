#pragma once

#include "common/trace/refs.h"
#include "common/trace/values.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum {

// The numbers are OTF2's (3.0).

enum class MetricType : std::uint8_t { Other = 0, Papi = 1, Rusage = 2, User = 3 };

/// What a value says (low four bits) and of which time (high four).
enum class MetricMode : std::uint8_t {
    AccumulatedStart = 0x00,  ///< since the begin of the recording
    AccumulatedPoint = 0x10,
    AccumulatedLast = 0x20,
    AccumulatedNext = 0x30,
    AbsolutePoint = 0x11,  ///< a value of its own at the sample's tick
    AbsoluteLast = 0x21,   ///< of the time since the sample before
    AbsoluteNext = 0x31,   ///< of the time until the next sample
    RelativePoint = 0x12,  ///< a difference to the value before
    RelativeLast = 0x22,
    RelativeNext = 0x32,
};

/// "absolute-next", "accumulated-start"…, as OTF2 calls it.
[[nodiscard]] std::string_view name(MetricMode mode);

enum class NumberBase : std::uint8_t { Binary = 0, Decimal = 1 };
enum class MetricOccurrence : std::uint8_t {
    SynchronousStrict = 0,
    Synchronous = 1,
    Asynchronous = 2
};
enum class RecorderKind : std::uint8_t { Unknown = 0, Abstract = 1, Cpu = 2, Gpu = 3 };
enum class MetricScope : std::uint8_t {
    Location = 0,
    LocationGroup = 1,
    SystemTreeNode = 2,
    Group = 3
};

/// One counter.
struct MetricMember {
    MetricMemberRef ref;
    std::string name;
    std::string unit;
    std::string description;
    MetricType type = MetricType::Other;
    MetricMode mode = MetricMode::AccumulatedStart;
    ValueType valueType = ValueType::None;
    NumberBase base = NumberBase::Binary;
    std::int64_t exponent = 0;  ///< a value v means v × base^exponent units

    friend bool operator==(const MetricMember&, const MetricMember&) = default;
};

/// How many of the member's units a recorded value is; no number if it is none.
[[nodiscard]] double quantityOf(TypedValue value, const MetricMember& member);

/// Counters that one Metric record samples together, in this order.
struct MetricClass {
    MetricRef ref;
    std::vector<MetricMemberRef> members;
    MetricOccurrence occurrence = MetricOccurrence::SynchronousStrict;
    RecorderKind recorderKind = RecorderKind::Unknown;

    friend bool operator==(const MetricClass&, const MetricClass&) = default;
};

/// A class recorded by one location for something else; its reference is of the classes' kind.
struct MetricInstance {
    MetricRef ref;
    MetricRef metricClass;
    LocationRef recorder;
    MetricScope scope = MetricScope::Location;
    std::uint64_t scopeRef = 0;

    friend bool operator==(const MetricInstance&, const MetricInstance&) = default;
};

/// A location that records a class.
struct MetricClassRecorder {
    MetricRef metric;
    LocationRef recorder;

    friend bool operator==(const MetricClassRecorder&, const MetricClassRecorder&) = default;
};

}  // namespace vellum
