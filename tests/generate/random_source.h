#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace vellum::generate {

/// Random numbers that are equal for equal seeds with every standard library, which the
/// distributions of <random> do not promise.
class RandomSource {
public:
    explicit RandomSource(std::uint64_t seed) : m_engine(seed) {}

    /// One of 0 ..< \p count; \p count > 0. The bias of the remainder is of no matter here.
    std::uint64_t below(std::uint64_t count) { return m_engine() % count; }

    /// One of \p low ..= \p high.
    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        const auto span = static_cast<std::uint64_t>(high - low) + 1;
        return low + static_cast<std::int64_t>(below(span));
    }

    bool chance(unsigned percent) { return below(100) < percent; }

    template <typename T>
    const T& pick(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(below(values.size()))];
    }

    template <typename T>
    void shuffle(std::vector<T>& values)
    {
        for (std::size_t i = values.size(); i > 1; --i) {
            std::swap(values[i - 1], values[static_cast<std::size_t>(below(i))]);
        }
    }

private:
    std::mt19937_64 m_engine;
};

}  // namespace vellum::generate
