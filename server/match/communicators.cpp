#include "server/match/communicators.h"

#include "common/base/narrow.h"

#include <algorithm>

namespace vellum::server::match {

const Communicators::Side* Communicators::sideSeenBy(LocationIndex me, CommRef comm)
{
    const Sides& sides = sidesOf(comm);
    const bool toRemote = sides.remote != nullptr && sides.members.contains(me);
    return toRemote ? sides.remote : sides.group;
}

bool Communicators::isLeftOut(CommRef comm, std::uint32_t rank, LocationIndex me)
{
    const Side* side = m_leftOut.empty() ? nullptr : sideSeenBy(me, comm);
    return side != nullptr && side->leftOut.contains(rank);
}

LocationIndex Communicators::locationOf(CommRef comm, std::uint32_t rank, LocationIndex me)
{
    const Side* side = sideSeenBy(me, comm);
    if (side == nullptr) {
        return LocationIndex::undefined();
    }
    if (side->isSelf) {
        return rank == 0 ? me : LocationIndex::undefined();
    }
    return rank < side->ranks.size() ? side->ranks[rank] : LocationIndex::undefined();
}

bool Communicators::isSelf(CommRef comm)
{
    const Side* side = sidesOf(comm).group;
    return side != nullptr && side->isSelf;
}

std::uint64_t Communicators::memberCount(CommRef comm)
{
    const Sides& sides = sidesOf(comm);
    if (sides.group == nullptr || sides.group->isSelf) {
        return sides.group == nullptr ? 0 : 1;
    }
    return sides.group->ranks.size() + (sides.remote != nullptr ? sides.remote->ranks.size() : 0);
}

bool Communicators::isMember(CommRef comm, LocationIndex me)
{
    const Sides& sides = sidesOf(comm);
    return isIn(sides.group, me) || isIn(sides.remote, me);
}

bool Communicators::isIn(Side* side, LocationIndex me)
{
    if (side == nullptr || side->isSelf) {
        return side != nullptr;
    }
    if (!side->members) {
        side->members.emplace(side->ranks.begin(), side->ranks.end());
    }
    return side->members->contains(me);
}

const Communicators::Sides& Communicators::sidesOf(CommRef comm)
{
    const auto [entry, isNew] = m_sides.try_emplace(comm);
    Sides& sides = entry->second;
    const Communicator* found = isNew ? m_definitions.find(comm) : nullptr;
    if (found == nullptr) {
        return sides;
    }
    sides.group = sideOf(found->group);
    if (found->remoteGroup.isDefined()) {
        sides.remote = sideOf(found->remoteGroup);
        if (sides.group != nullptr) {
            sides.members.insert(sides.group->ranks.begin(), sides.group->ranks.end());
        }
    }
    return sides;
}

Communicators::Side* Communicators::sideOf(GroupRef ref)
{
    const Group* group = m_definitions.find(ref);
    if (group == nullptr) {
        return nullptr;
    }
    // References into an unordered_map stay valid while it grows.
    const auto [entry, isNew] = m_groups.try_emplace(ref);
    if (isNew) {
        entry->second = makeSide(*group);
    }
    return &entry->second;
}

const Group* Communicators::worldOf(Paradigm paradigm) const
{
    const auto found = std::ranges::find_if(m_definitions.groups, [&](const Group& group) {
        return group.type == GroupType::CommLocations && group.paradigm == paradigm;
    });
    return found == m_definitions.groups.end() ? nullptr : &*found;
}

Communicators::Side Communicators::makeSide(const Group& group) const
{
    Side side{.isSelf = group.type == GroupType::CommSelf};
    const auto add = [&](std::uint64_t location) {
        if (m_leftOut.contains(LocationRef(location))) {
            side.leftOut.insert(narrow<std::uint32_t>(side.ranks.size()));
        }
        side.ranks.push_back(m_definitions.indexOf(LocationRef(location)));
    };
    if (group.type == GroupType::CommLocations) {
        std::ranges::for_each(group.members, add);
    }
    const Group* world = group.type == GroupType::CommGroup ? worldOf(group.paradigm) : nullptr;
    if (world == nullptr) {
        return side;
    }
    if (group.globalMembers) {
        std::ranges::for_each(world->members, add);
        return side;
    }
    for (const std::uint64_t member : group.members) {
        // An index past the end means a location that nobody defines.
        add(member < world->members.size() ? world->members[member]
                                           : LocationRef::undefined().value());
    }
    return side;
}

}  // namespace vellum::server::match
