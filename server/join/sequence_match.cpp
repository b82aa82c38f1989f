#include "server/join/sequence_match.h"

#include <algorithm>

namespace vellum::server::join {

namespace {

using Sequence = std::span<const std::uint32_t>;

/// How far a path through the grid of both sequences has come: so many elements of each are behind it.
struct Reached {
    std::size_t first = 0;
    std::size_t second = 0;
};

/// Furthest paths by differences and diagonal, as Myers has them: a diagonal is a place in the first sequence less one
/// in the second.
class GreedyPaths {
public:
    GreedyPaths(Sequence first, Sequence second) : m_first(first), m_second(second) {}

    /// Notes equal elements up to both ends, or to where the most differences are used up. \return that place
    Reached match(
        std::size_t firstOffset, std::size_t secondOffset, std::vector<std::size_t>& places)
    {
        std::size_t differences = 0;
        std::ptrdiff_t best = 0;
        while (!extend(differences, best) && differences < kMostDifferences) {
            ++differences;
        }
        const Reached end = at(differences, best);
        walkBack(differences, best, firstOffset, secondOffset, places);
        return end;
    }

private:
    [[nodiscard]] Reached at(std::size_t differences, std::ptrdiff_t diagonal) const
    {
        const std::size_t first = m_rows[differences][indexOf(differences, diagonal)];
        return {first, static_cast<std::size_t>(static_cast<std::ptrdiff_t>(first) - diagonal)};
    }
    static std::size_t indexOf(std::size_t differences, std::ptrdiff_t diagonal)
    {
        return static_cast<std::size_t>(diagonal + static_cast<std::ptrdiff_t>(differences)) / 2;
    }

    /// The diagonal that a furthest path was on before its last difference: it came from there by an element of the
    /// first sequence alone (one below) or of the second alone (one above).
    [[nodiscard]] std::ptrdiff_t cameFrom(std::size_t differences, std::ptrdiff_t diagonal) const
    {
        const auto reach = static_cast<std::ptrdiff_t>(differences);
        if (diagonal == -reach) {
            return diagonal + 1;
        }
        if (diagonal == reach) {
            return diagonal - 1;
        }
        return at(differences - 1, diagonal - 1).first < at(differences - 1, diagonal + 1).first
                   ? diagonal + 1
                   : diagonal - 1;
    }

    /// Where the path is after its last difference, before the equal elements that follow. Its second place may lie past
    /// the end: such a path leads nowhere.
    [[nodiscard]] std::size_t afterDifference(
        std::size_t differences, std::ptrdiff_t diagonal) const
    {
        if (differences == 0) {
            return 0;
        }
        const std::ptrdiff_t from = cameFrom(differences, diagonal);
        return at(differences - 1, from).first + (from < diagonal ? 1U : 0U);
    }

    /// Goes on by one more difference. \return whether both ends were reached; \p best is the diagonal that came furthest
    bool extend(std::size_t differences, std::ptrdiff_t& best)
    {
        const auto reach = static_cast<std::ptrdiff_t>(differences);
        m_rows.emplace_back(differences + 1);
        std::size_t furthest = 0;
        bool isAny = false;
        for (std::ptrdiff_t diagonal = -reach; diagonal <= reach; diagonal += 2) {
            std::size_t place = afterDifference(differences, diagonal);
            auto other = static_cast<std::ptrdiff_t>(place) - diagonal;
            const auto end = static_cast<std::ptrdiff_t>(m_second.size());
            const bool isInside = place <= m_first.size() && other >= 0 && other <= end;
            while (isInside && place < m_first.size() && other < end
                   && m_first[place] == m_second[static_cast<std::size_t>(other)]) {
                ++place;
                ++other;
            }
            m_rows[differences][indexOf(differences, diagonal)] = place;
            const std::size_t sum = isInside ? place + static_cast<std::size_t>(other) : 0;
            if (isInside && (!isAny || sum > furthest)) {
                isAny = true;
                furthest = sum;
                best = diagonal;
            }
        }
        return furthest == m_first.size() + m_second.size();
    }

    void walkBack(
        std::size_t differences,
        std::ptrdiff_t diagonal,
        std::size_t firstOffset,
        std::size_t secondOffset,
        std::vector<std::size_t>& places) const
    {
        while (true) {
            const std::size_t begin = afterDifference(differences, diagonal);
            for (std::size_t place = at(differences, diagonal).first; place > begin; --place) {
                const auto other = static_cast<std::ptrdiff_t>(place - 1) - diagonal;
                places[firstOffset + place - 1] = secondOffset + static_cast<std::size_t>(other);
            }
            if (differences == 0) {
                return;
            }
            diagonal = cameFrom(differences, diagonal);
            --differences;
        }
    }

    Sequence m_first;
    Sequence m_second;
    std::vector<std::vector<std::size_t>>
        m_rows;  ///< by differences: places in the first, by diagonal
};

}  // namespace

SequenceMatch matchSequences(Sequence first, Sequence second)
{
    SequenceMatch match{.places = std::vector<std::size_t>(first.size(), kNoPlace)};
    const auto differs = std::ranges::mismatch(first, second);
    match.agreed = static_cast<std::size_t>(differs.in1 - first.begin());
    Reached done;
    while (done.first < first.size() && done.second < second.size()) {
        GreedyPaths paths(first.subspan(done.first), second.subspan(done.second));
        const Reached step = paths.match(done.first, done.second, match.places);
        done.first += step.first;
        done.second += step.second;
    }
    return match;
}

}  // namespace vellum::server::join
