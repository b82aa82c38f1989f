#include "server/query/values/pattern_words.h"

#include "common/base/number_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace vellum::server::query {

namespace sidecar = vellum::values::sidecar;
using sidecar::PatternKind;
using sidecar::PatternRecord;
using vellum::query::ValuePattern;

namespace {

std::string realText(double value)
{
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6)
            .ptr;
    return {buffer.data(), end};
}

/// The value whose bits these are.
std::string valueText(std::uint64_t bits, sidecar::ValueType type, unsigned unit)
{
    const unsigned width = std::clamp(unit * 8U, 8U, 64U);
    if (type == sidecar::ValueType::Float && unit == 8) {
        return realText(std::bit_cast<double>(bits));
    }
    if (type == sidecar::ValueType::Float && unit == 4) {
        return realText(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    }
    if (type == sidecar::ValueType::Signed) {
        const auto high = static_cast<std::int64_t>(bits << (64U - width));
        return std::to_string(high >> (64U - width));
    }
    return std::to_string(width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1));
}

std::string lineText(const sidecar::LinePayload& line)
{
    const std::string sign = std::signbit(line.intercept) ? " − " : " + ";
    return "value = " + realText(line.slope) + " · index" + sign
           + realText(std::abs(line.intercept));
}

std::string percent(double share)
{
    return realText(std::round(share * 1000) / 10) + " %";
}

}  // namespace

std::string evidenceOf(const PatternRecord& pattern, const std::string& other)
{
    const sidecar::PatternFlags flags = sidecar::unpacked(pattern.flags);
    const std::string accesses = grouped(pattern.accesses);
    const std::string items = grouped(pattern.items);
    switch (pattern.pattern) {
    case PatternKind::SingleZero:
        return "all " + accesses + " accesses to " + items + " places saw 0";
    case PatternKind::SingleValue: {
        const auto values = sidecar::payloadAs<sidecar::ValuesPayload>(pattern.payload);
        return "all " + accesses + " accesses to " + items + " places saw "
               + valueText(values.first, flags.type, flags.unit);
    }
    case PatternKind::ApproximatelySingle: {
        const auto values = sidecar::payloadAs<sidecar::ValuesPayload>(pattern.payload);
        return "all values lie between " + valueText(values.first, flags.type, flags.unit) + " and "
               + valueText(values.second, flags.type, flags.unit);
    }
    case PatternKind::Structured:
        return lineText(sidecar::payloadAs<sidecar::LinePayload>(pattern.payload)) + " at " + items
               + " places" + (flags.isExact ? ", exactly" : "");
    case PatternKind::StructuredWithOutliers:
        return lineText(sidecar::payloadAs<sidecar::LinePayload>(pattern.payload)) + " at "
               + percent(pattern.coverage) + " of " + items + " places";
    case PatternKind::HeavyType:
    case PatternKind::InappropriateFloat: {
        const auto type = sidecar::payloadAs<sidecar::NarrowingPayload>(pattern.payload);
        const bool isFloat = pattern.pattern == PatternKind::InappropriateFloat;
        return std::string(isFloat ? "all values are whole numbers of " : "all values fit in ")
               + std::to_string(type.bits) + " bits, of " + std::to_string(type.fromUnit * 8U);
    }
    case PatternKind::Frequent:
        return grouped(pattern.distinct) + (pattern.distinct == 1 ? " value at " : " values at ")
               + grouped(pattern.uniqueItems) + " places that keep theirs, of " + items;
    case PatternKind::RedundantValues: {
        const auto bytes = sidecar::payloadAs<sidecar::ValuesPayload>(pattern.payload);
        if (bytes.first == 0) {
            break;
        }
        return grouped(pattern.uniqueItems) + " of " + items
               + (pattern.items == 1 ? " page" : " pages") + " written held the same before";
    }
    case PatternKind::DuplicateValues:
    case PatternKind::DuplicateConstant: {
        const auto same = sidecar::payloadAs<sidecar::ValuesPayload>(pattern.payload);
        if (same.second == 0) {
            break;
        }
        return grouped(same.second) + " bytes are those of " + other;
    }
    default:
        break;
    }
    return accesses + " accesses, " + percent(pattern.coverage) + " of all";
}

std::string_view adviceOn(ValuePattern pattern)
{
    switch (pattern) {
    case ValuePattern::SingleZero:
        return "skip the work that zeros make needless";
    case ValuePattern::SingleValue:
    case ValuePattern::DuplicateConstant:
        return "keep one value instead of an array of it";
    case ValuePattern::Structured:
    case ValuePattern::StructuredWithOutliers:
        return "compute the value from its index";
    case ValuePattern::HeavyType:
        return "use the narrower type";
    case ValuePattern::InappropriateFloat:
        return "use a whole-number type";
    case ValuePattern::Frequent:
        return "test for the frequent values first, or store a code for each";
    case ValuePattern::ApproximatelySingle:
        return "compute fewer of them, if the result may be that inexact";
    case ValuePattern::SilentStore:
    case ValuePattern::RedundantValues:
        return "store only what has changed; initialise once";
    case ValuePattern::DeadStore:
        return "leave the first store out: nobody reads it";
    case ValuePattern::LoadRedundancy:
    case ValuePattern::TemporalRedundancy:
    case ValuePattern::ReloadAfterStore:
        return "keep the value in a local variable";
    case ValuePattern::SpatialRedundancy:
        return "load once what all places hold";
    case ValuePattern::DuplicateValues:
        return "use one of the two objects for both";
    case ValuePattern::EarlyAllocation:
        return "allocate it later";
    case ValuePattern::LateDeallocation:
    case ValuePattern::TemporaryIdleness:
        return "free it earlier";
    case ValuePattern::Unused:
        return "do not allocate it";
    case ValuePattern::Leaked:
        return "free it";
    case ValuePattern::OverAllocation:
        return "allocate what is used";
    case ValuePattern::WrittenNeverRead:
        return "do not compute it";
    case ValuePattern::None:
        break;
    }
    return {};
}

std::uint64_t needlessBytes(const PatternRecord& pattern)
{
    const sidecar::PatternFlags flags = sidecar::unpacked(pattern.flags);
    if (pattern.pattern == PatternKind::RedundantValues
        || pattern.pattern == PatternKind::DuplicateValues
        || pattern.pattern == PatternKind::DuplicateConstant) {
        return sidecar::payloadAs<sidecar::ValuesPayload>(pattern.payload).second;
    }
    // What a damaged file says of accesses may be anything.
    constexpr double kMost = 9e18;
    const double bytes = std::min(kMost, static_cast<double>(pattern.accesses) * flags.unit);
    if (pattern.pattern == PatternKind::HeavyType
        || pattern.pattern == PatternKind::InappropriateFloat) {
        const auto type = sidecar::payloadAs<sidecar::NarrowingPayload>(pattern.payload);
        const double kept = type.fromUnit == 0 ? 1 : 1.0 * type.toUnit / type.fromUnit;
        return static_cast<std::uint64_t>(bytes * std::clamp(1 - kept, 0.0, 1.0));
    }
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace vellum::server::query
