#include "gui/models/mark_link.h"

#include <algorithm>
#include <utility>

namespace vellum::gui::models {

RegionRef sameRegion(RegionRef region, const Definitions& from, const Definitions& to)
{
    const Region* wanted = from.find(region);
    if (wanted == nullptr) {
        return RegionRef::undefined();
    }
    const auto likeness = [wanted](const Region& one) {
        return (one.group == wanted->group ? 2 : 0) + (one.paradigm == wanted->paradigm ? 1 : 0);
    };
    const Region* best = nullptr;
    for (const Region& one : to.regions) {
        if (one.name == wanted->name && (best == nullptr || likeness(one) > likeness(*best))) {
            best = &one;
        }
    }
    return best != nullptr ? best->ref : RegionRef::undefined();
}

void MarkLink::add(Selection& selection, std::shared_ptr<const Definitions> definitions)
{
    m_members.push_back(
        {.selection = &selection,
         .definitions = std::move(definitions),
         .seen = selection.highlight()});
    connect(&selection, &Selection::changed, this, [this, one = &selection] { onChanged(one); });
    if (m_members.size() > 1) {
        tell(m_members.front());
    }
}

void MarkLink::remove(const Selection& selection)
{
    selection.disconnect(this);
    std::erase_if(m_members, [&](const Member& one) { return one.selection == &selection; });
    if (&selection == m_otherNames.a || &selection == m_otherNames.b) {
        m_otherNames = {};  // another selection may get that address
    }
}

void MarkLink::onChanged(const Selection* selection)
{
    const auto changed = std::ranges::find(m_members, selection, &Member::selection);
    if (!m_isBusy && changed != m_members.end() && changed->seen != selection->highlight()) {
        tell(*changed);
    }
}

/// The one of the same name; where there is none, the one that is called something else.
RegionRef MarkLink::regionIn(const Member& to, RegionRef region, const Member& from) const
{
    const RegionRef same = sameRegion(region, *from.definitions, *to.definitions);
    const bool isForth = from.selection == m_otherNames.a && to.selection == m_otherNames.b;
    const bool isBack = from.selection == m_otherNames.b && to.selection == m_otherNames.a;
    const Region* marked = from.definitions->find(region);
    if (same.isDefined() || marked == nullptr || (!isForth && !isBack)) {
        return same;
    }
    const auto pair = std::ranges::find(
        m_otherNames.names, marked->name, isForth ? &compare::NamePair::a : &compare::NamePair::b);
    if (pair == m_otherNames.names.end()) {
        return same;
    }
    const auto& regions = to.definitions->regions;
    const auto found = std::ranges::find(regions, isForth ? pair->b : pair->a, &Region::name);
    return found != regions.end() ? found->ref : same;
}

void MarkLink::tell(const Member& from)
{
    const std::optional<Highlight> wanted = from.selection->highlight();
    m_isBusy = true;
    for (Member& member : m_members) {
        if (member.selection != from.selection) {
            std::optional<Highlight> own = wanted;
            if (wanted && wanted->by == query::GroupBy::Region) {
                const RegionRef region = regionIn(member, RegionRef(wanted->key.value), from);
                own = region.isDefined()
                          ? std::optional(Highlight{.by = wanted->by, .key = {region.value()}})
                          : std::nullopt;
            }
            member.selection->setHighlight(own);
        }
        member.seen = member.selection->highlight();
    }
    m_isBusy = false;
}

}  // namespace vellum::gui::models
