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
}

void MarkLink::onChanged(const Selection* selection)
{
    const auto changed = std::ranges::find(m_members, selection, &Member::selection);
    if (!m_isBusy && changed != m_members.end() && changed->seen != selection->highlight()) {
        tell(*changed);
    }
}

void MarkLink::tell(const Member& from)
{
    const std::optional<Highlight> wanted = from.selection->highlight();
    m_isBusy = true;
    for (Member& member : m_members) {
        if (member.selection != from.selection) {
            std::optional<Highlight> own = wanted;
            if (wanted && wanted->by == query::GroupBy::Region) {
                const RegionRef region = sameRegion(
                    RegionRef(wanted->key.value), *from.definitions, *member.definitions);
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
