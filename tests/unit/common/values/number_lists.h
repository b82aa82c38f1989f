#pragma once

#include "common/values/value_bits.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace vellum::values {

/// Bits of a number as a type.
inline std::uint64_t bitsOf(double number, ValueType type, unsigned unit)
{
    if (isFloat(type, unit)) {
        return unit == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                         : std::bit_cast<std::uint64_t>(number);
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & unitMask(unit);
}

inline std::vector<double> listOf(
    std::size_t count, const std::function<double(std::size_t)>& number)
{
    std::vector<double> numbers;
    numbers.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(number(i));
    }
    return numbers;
}

inline std::vector<double> uniform(std::size_t count, double low, double high)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> between(low, high);
    return listOf(count, [&](std::size_t) { return between(random); });
}

/// Arrays as programs have them: constant, a line, a line with a hole, few values, nearly one, any.
inline std::vector<double> almostRegular(std::mt19937& random)
{
    const auto below = [&](unsigned bound) { return static_cast<double>(random() % bound); };
    const auto shape = static_cast<unsigned>(random() % 7);
    const std::size_t count = 1 + random() % (random() % 10 == 0 ? 300 : 20);
    const double step = below(5) - 2 + 0.25 * below(2);
    const double noise = std::pow(10.0, -below(9)) * below(2);
    return listOf(count, [&](std::size_t i) {
        const double place = step * static_cast<double>(i);
        const double numbers[] = {
            0,
            1,
            3 + place + noise * below(7),
            below(100) == 0 ? 50 : place,
            below(3),
            80 + noise * below(9),
            below(100'000)};
        return numbers[shape];
    });
}

}  // namespace vellum::values
