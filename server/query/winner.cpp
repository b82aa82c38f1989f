#include "server/query/winner.h"

#include <tuple>

namespace vellum::server::query {

GroupedCandidates::GroupedCandidates(std::vector<Member> members)
{
    std::ranges::sort(members, {}, [](const Member& one) {
        return std::tuple(one.group, one.isUnnamed, one.slot);
    });
    for (const Member& one : members) {
        if (m_groups.empty() || m_groups.back().group != one.group) {
            m_groups.push_back(
                {.group = one.group, .begin = m_places.size(), .end = m_places.size()});
        }
        Group& group = m_groups.back();
        if (one.isUnnamed) {
            group.hasUnnamed = true;
            group.unnamed = one.place;
        } else {
            m_places.push_back(one.place);
            m_slots.push_back(one.slot);
            group.end = m_places.size();
        }
    }
    m_slots.push_back(0);
}

}  // namespace vellum::server::query
