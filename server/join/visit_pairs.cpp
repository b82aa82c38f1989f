#include "server/join/visit_pairs.h"

#include "server/join/sequence_match.h"

#include <algorithm>
#include <unordered_map>

namespace vellum::server::join {

using values::sidecar::LinkQuality;

VisitPairs::VisitPairs(
    const store::CallStream& run,
    const Token& token,
    const store::CallStream& other,
    const Token& otherToken)
    : m_other(other)
    , m_visits(visitsOf(run, token))
    , m_others(visitsOf(other, otherToken))
{
    SequenceMatch match = matchSequences(m_visits.tokens, m_others.tokens);
    m_places = std::move(match.places);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        m_qualities.push_back(
            m_places[i] == kNoPlace ? LinkQuality::Function
            : i < match.agreed      ? LinkQuality::Exact
                                    : LinkQuality::Shifted);
    }
    pairByFunction();
}

VisitPairs::Visits VisitPairs::visitsOf(const store::CallStream& run, const Token& token)
{
    Visits visits;
    for (std::size_t change = 0; change < run.size(); ++change) {
        const auto known = run.isEnter(change) ? token(run.regionOf(change)) : std::nullopt;
        if (known) {
            visits.enters.push_back(change);
            visits.tokens.push_back(*known);
        }
    }
    return visits;
}

/// Those that no common order has.
void VisitPairs::pairByFunction()
{
    struct Places {
        std::vector<std::size_t> left;    ///< of this run, without a pair
        std::vector<std::size_t> others;  ///< of the other run
        std::vector<std::size_t> free;    ///< of these, no visit's pair
    };
    std::unordered_map<std::uint32_t, Places> functions;
    std::vector<bool> isTaken(m_others.tokens.size());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i] == kNoPlace) {
            functions[m_visits.tokens[i]].left.push_back(i);
        } else {
            isTaken[m_places[i]] = true;
        }
    }
    for (std::size_t i = 0; i < m_others.tokens.size() && !functions.empty(); ++i) {
        if (const auto found = functions.find(m_others.tokens[i]); found != functions.end()) {
            (isTaken[i] ? found->second.others : found->second.free).push_back(i);
        }
    }
    for (const auto& [token, places] : functions) {
        const std::vector<std::size_t>& to = places.free.empty() ? places.others : places.free;
        for (std::size_t k = 0; k < places.left.size() && !to.empty(); ++k) {
            m_places[places.left[k]] = to[k * to.size() / places.left.size()];
        }
    }
}

std::optional<VisitPair> VisitPairs::of(std::size_t enter) const
{
    const auto found = std::ranges::lower_bound(m_visits.enters, enter);
    if (found == m_visits.enters.end() || *found != enter) {
        return std::nullopt;
    }
    const auto place = static_cast<std::size_t>(found - m_visits.enters.begin());
    if (m_places[place] == kNoPlace) {
        return std::nullopt;
    }
    return VisitPair{
        .visit = m_other.visitFrom(m_others.enters[m_places[place]]),
        .quality = m_qualities[place]};
}

}  // namespace vellum::server::join
