#include "collector/launch/rank_wait.h"

#include "collector/launch/outcome.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <thread>

namespace vellum::collector::launch {

namespace {

using Clock = std::chrono::steady_clock;
using State = JobSpool::RankState;

constexpr std::chrono::milliseconds kPause{50};  ///< at first
constexpr std::chrono::milliseconds kLongestPause{1'000};
constexpr std::chrono::seconds kFirstWord{5};
constexpr std::chrono::seconds kNextWord{30};

/// "rank 3", "ranks 3, 4 and 2 others".
std::string namesOf(const std::vector<std::uint32_t>& ranks)
{
    constexpr std::size_t kNamed = 5;
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < std::min(ranks.size(), kNamed); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
    }
    if (ranks.size() > kNamed) {
        text += " and " + std::to_string(ranks.size() - kNamed) + " others";
    }
    return text;
}

bool isDone(State state)
{
    return state == State::Ended || state == State::Gone;
}

/// The ranks that are not done, by what they are.
class Waiting {
public:
    Waiting(const JobSpool& spool, std::uint32_t size) : m_spool(spool)
    {
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            m_states.emplace(rank, State::Absent);
        }
    }

    void look()
    {
        for (auto& [rank, state] : m_states) {
            if (!isDone(state)) {
                state = m_spool.stateOf(rank);
            }
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> withState(State state) const
    {
        std::vector<std::uint32_t> ranks;
        for (const auto& [rank, its] : m_states) {
            if (its == state) {
                ranks.push_back(rank);
            }
        }
        return ranks;
    }

private:
    const JobSpool& m_spool;
    std::map<std::uint32_t, State> m_states;
};

void add(
    std::vector<std::string>& sentences,
    const std::vector<std::uint32_t>& ranks,
    const std::string& fact)
{
    if (!ranks.empty()) {
        sentences.push_back("source mpi: " + fact + " " + namesOf(ranks));
    }
}

}  // namespace

RankPatience rankPatience()
{
    RankPatience patience;
    const char* const text = std::getenv("VELLUM_MPI_WAIT");  // NOLINT(concurrency-mt-unsafe)
    if (text != nullptr && *text != '\0') {
        constexpr unsigned long kMost = 1'000'000'000;
        patience.toEnd = std::chrono::seconds(std::min(std::strtoul(text, nullptr, 10), kMost));
        patience.toAppear = std::min(patience.toAppear, patience.toEnd);
    }
    return patience;
}

std::vector<std::string> waitForRanks(
    const JobSpool& spool, std::uint32_t size, const RankPatience& patience, bool isQuiet)
{
    Waiting waiting(spool, size);
    const Clock::time_point begin = Clock::now();
    Clock::time_point nextWord = begin + kFirstWord;
    std::chrono::milliseconds pause = kPause;
    for (;;) {
        waiting.look();
        const auto running = waiting.withState(State::Running);
        const bool anyAwaited = !waiting.withState(State::Absent).empty()
                                || !waiting.withState(State::Starting).empty();
        const auto waited = Clock::now() - begin;
        if ((running.empty() || waited >= patience.toEnd)
            && (!anyAwaited || waited >= patience.toAppear)) {
            break;
        }
        if (!isQuiet && !running.empty() && Clock::now() >= nextWord) {
            say("waiting for " + namesOf(running) + " of " + std::to_string(size) + " to end");
            nextWord = Clock::now() + kNextWord;
        }
        // Each look goes to the shared file system once for each rank.
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 5 / 4, kLongestPause);
    }
    std::vector<std::string> sentences;
    add(sentences, waiting.withState(State::Running), "the archive was written before the end of");
    std::vector<std::uint32_t> absent = waiting.withState(State::Absent);
    const std::vector<std::uint32_t> starting = waiting.withState(State::Starting);
    absent.insert(absent.end(), starting.begin(), starting.end());
    add(sentences, absent, "vellum-record did not start");
    return sentences;
}

}  // namespace vellum::collector::launch
