#pragma once

#include "server/store/trace_store.h"
#include "tests/support/trace_text.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

namespace vellum::tests {

/// What is other in a run than in one without changes.
struct Planted {
    double factor = 1;             ///< `solve` takes so many times as long …
    std::uint32_t slowRanks = 99;  ///< … on so many ranks, from the first on
    std::string solve = "solve";   ///< what it is called
    int exchanges = 1;             ///< calls of `exchange` in each step
    std::uint32_t ranks = 4;
};

/// A run of some ranks and 40 steps: each has a `setup`, a `solve`, and an `exchange` in it, whose durations are noise
/// about 1000, 4000 and 500 ns. Equal seeds and changes make equal runs.
class PlantedRun {
public:
    PlantedRun(std::uint64_t seed, Planted planted) : m_random(seed), m_planted(std::move(planted))
    {
    }

    [[nodiscard]] std::shared_ptr<const server::store::TraceStore> make()
    {
        m_text = "length 999999999\nregion 1 main\nregion 2 setup\nregion 3 " + m_planted.solve
                 + "\nregion 4 exchange paradigm 4\n";
        for (std::uint32_t rank = 0; rank < m_planted.ranks; ++rank) {
            addRank(rank);
        }
        return traceFromText(m_text);
    }

private:
    void addRank(std::uint32_t rank)
    {
        constexpr int kSteps = 40;
        m_rank = rank;
        m_tick = 0;
        const std::string number = std::to_string(rank);
        m_text += "group " + number + " rank type process\nlocation " + number;
        m_text += " thread group " + number + "\n";
        change("enter ", 1);
        for (int step = 0; step < kSteps; ++step) {
            change("enter ", 2);
            pass(1000);
            change("leave ", 2);
            change("enter ", 3);
            pass(4000 * (rank < m_planted.slowRanks ? m_planted.factor : 1));
            for (int i = 0; i < m_planted.exchanges; ++i) {
                change("enter ", 4);
                pass(500);
                change("leave ", 4);
            }
            change("leave ", 3);
        }
        change("leave ", 1);
    }
    void change(const char* what, int region)
    {
        m_text.append(what)
            .append(std::to_string(m_rank))
            .append(" @")
            .append(std::to_string(m_tick));
        m_text.append(" ").append(std::to_string(region)).append("\n");
    }
    void pass(double ns)
    {
        std::normal_distribution<double> noise(0, 0.1);
        m_tick += static_cast<std::int64_t>(std::round(ns * std::exp(noise(m_random))));
    }

    std::mt19937_64 m_random;
    Planted m_planted;
    std::string m_text;
    std::uint32_t m_rank = 0;
    std::int64_t m_tick = 0;
};

}  // namespace vellum::tests
