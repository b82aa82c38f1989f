#include "common/trace/metrics.h"

#include <cmath>

namespace vellum {

std::string_view name(MetricMode mode)
{
    switch (mode) {
    case MetricMode::AccumulatedStart:
        return "accumulated-start";
    case MetricMode::AccumulatedPoint:
        return "accumulated-point";
    case MetricMode::AccumulatedLast:
        return "accumulated-last";
    case MetricMode::AccumulatedNext:
        return "accumulated-next";
    case MetricMode::AbsolutePoint:
        return "absolute-point";
    case MetricMode::AbsoluteLast:
        return "absolute-last";
    case MetricMode::AbsoluteNext:
        return "absolute-next";
    case MetricMode::RelativePoint:
        return "relative-point";
    case MetricMode::RelativeLast:
        return "relative-last";
    case MetricMode::RelativeNext:
        return "relative-next";
    }
    return "unknown";
}

double quantityOf(TypedValue value, const MetricMember& member)
{
    const double number = numberOf(value);
    if (member.exponent == 0) {
        return number;
    }
    constexpr double kBinary = 2;
    constexpr double kDecimal = 10;
    const double base = member.base == NumberBase::Decimal ? kDecimal : kBinary;
    return number * std::pow(base, static_cast<double>(member.exponent));
}

}  // namespace vellum
