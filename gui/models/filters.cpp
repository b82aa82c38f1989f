#include "gui/models/filters.h"

#include "gui/data/wording.h"

#include <QObject>
#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <utility>

namespace vellum::gui::models {

namespace {

using LocationSet = std::unordered_set<LocationRef>;

/// Into \p shown goes what all filters of locations leave.
void restrict(LocationSet& shown, const Filter& filter)
{
    const LocationSet named(filter.locations->begin(), filter.locations->end());
    const bool keeps = filter.kind == Filter::Kind::OnlyLocations;
    std::erase_if(shown, [&](LocationRef location) { return named.contains(location) != keeps; });
}

std::vector<LocationRef> locationsOf(
    const Definitions& definitions, const std::unordered_set<LocationGroupRef>& groups)
{
    std::vector<LocationRef> locations;
    for (const Location& location : definitions.locations) {
        if (groups.contains(location.group)) {
            locations.push_back(location.ref);
        }
    }
    return locations;
}

/// The members of a group of locations or of ranks; none for groups of other things.
std::vector<LocationRef> membersOf(const Definitions& definitions, const Group& group)
{
    // Members are ranks: places in the list of all locations that take part in the paradigm.
    const auto world = std::ranges::find_if(definitions.groups, [&group](const Group& other) {
        return other.type == GroupType::CommLocations && other.paradigm == group.paradigm;
    });
    const bool areLocations =
        group.type == GroupType::CommLocations || group.type == GroupType::Locations;
    if (!areLocations && world == definitions.groups.end()) {
        return {};
    }
    std::vector<LocationRef> locations;
    const bool isWorld = !areLocations && group.globalMembers;
    for (const std::uint64_t member : isWorld ? world->members : group.members) {
        if (areLocations || isWorld) {
            locations.emplace_back(member);
        } else if (member < world->members.size()) {
            locations.emplace_back(world->members[member]);
        }
    }
    return locations;
}

void append(query::RecordFilter& to, const query::RecordFilter& from)
{
    to.messages.insert(to.messages.end(), from.messages.begin(), from.messages.end());
    to.collectives.insert(to.collectives.end(), from.collectives.begin(), from.collectives.end());
    to.io.insert(to.io.end(), from.io.begin(), from.io.end());
}

}  // namespace

FilterSet::FilterSet(const Definitions& definitions, std::vector<Filter> filters, bool anyFunction)
    : m_filters(std::move(filters))
    , m_anyFunction(anyFunction)
{
    for (const Location& location : definitions.locations) {
        m_shownSet.insert(location.ref);
    }
    bool restricts = false;
    std::shared_ptr<std::unordered_set<RegionRef>> functions;
    for (const Filter& filter : m_filters) {
        if (!filter.isOn) {
            continue;
        }
        if (filter.kind > Filter::Kind::Functions) {
            append(m_records, filter.records);
        } else if (filter.kind != Filter::Kind::Functions) {
            restrict(m_shownSet, filter);
            restricts = true;
        } else if (functions == nullptr) {
            functions = std::make_shared<std::unordered_set<RegionRef>>(*filter.functions);
        } else if (anyFunction) {
            functions->insert(filter.functions->begin(), filter.functions->end());
        } else {
            std::erase_if(*functions, [&filter](RegionRef region) {
                return !filter.functions->contains(region);
            });
        }
    }
    m_functions = std::move(functions);
    if (restricts) {
        auto shown = std::make_shared<std::vector<LocationRef>>();
        for (const Location& location : definitions.locations) {
            if (m_shownSet.contains(location.ref)) {
                shown->push_back(location.ref);
            }
        }
        m_shown = std::move(shown);
    }
}

std::vector<Filter> FilterSet::filtersOfRecords() const
{
    std::vector<Filter> kept = m_filters;
    std::erase_if(kept, [](const Filter& filter) { return filter.locations != nullptr; });
    return kept;
}

query::RecordFilter FilterSet::records(Filter::Kind kind) const
{
    switch (kind) {
    case Filter::Kind::Messages:
        return {.messages = m_records.messages, .collectives = {}, .io = {}};
    case Filter::Kind::Collectives:
        return {.messages = {}, .collectives = m_records.collectives, .io = {}};
    case Filter::Kind::Io:
        return {.messages = {}, .collectives = {}, .io = m_records.io};
    default:
        return {};
    }
}

QString FilterSet::sentence(const Definitions& definitions, Kinds kinds) const
{
    const auto isOf = [kinds](Filter::Kind kind) {
        return std::ranges::find(kinds, kind) != kinds.end();
    };
    QStringList parts;
    if (m_shown && isOf(Filter::Kind::OnlyLocations)) {
        parts << QObject::tr("%1 of %2")
                     .arg(
                         data::grouped(m_shown->size()),
                         data::counted(
                             definitions.locations.size(),
                             QObject::tr("location"),
                             QObject::tr("locations")));
    }
    if (m_functions && isOf(Filter::Kind::Functions)) {
        parts << QObject::tr("%1 of %2")
                     .arg(
                         data::grouped(m_functions->size()),
                         data::counted(
                             definitions.regions.size(),
                             QObject::tr("function"),
                             QObject::tr("functions")));
    }
    if (!m_records.messages.empty() && isOf(Filter::Kind::Messages)) {
        parts << QObject::tr("messages");
    }
    if (!m_records.collectives.empty() && isOf(Filter::Kind::Collectives)) {
        parts << QObject::tr("collectives");
    }
    if (!m_records.io.empty() && isOf(Filter::Kind::Io)) {
        parts << QObject::tr("I/O");
    }
    return parts.isEmpty() ? QString()
                           : QObject::tr("filtered: %1").arg(parts.join(QStringLiteral(", ")));
}

std::vector<LocationRef> membersOf(const Definitions& definitions, const Communicator& communicator)
{
    std::unordered_set<LocationGroupRef> processes;
    for (const LocationRef member : ranksOf(definitions, communicator)) {
        processes.insert(definitions.find(member)->group);
    }
    return locationsOf(definitions, processes);
}

std::vector<LocationRef> ranksOf(const Definitions& definitions, const Communicator& communicator)
{
    std::vector<LocationRef> ranks;
    for (const GroupRef ref : {communicator.group, communicator.remoteGroup}) {
        const Group* group = definitions.find(ref);
        if (group != nullptr) {
            const auto members = membersOf(definitions, *group);
            ranks.insert(ranks.end(), members.begin(), members.end());
        }
    }
    std::erase_if(ranks, [&](LocationRef rank) { return definitions.find(rank) == nullptr; });
    return ranks;
}

std::vector<LocationRef> representatives(const Definitions& definitions, std::size_t step)
{
    std::unordered_set<LocationGroupRef> kept;
    std::map<LocationGroupType, std::size_t>
        seen;  // processes and accelerators each for themselves
    for (const LocationGroup& group : definitions.locationGroups) {
        if (seen[group.type]++ % std::max<std::size_t>(1, step) == 0) {
            kept.insert(group.ref);
        }
    }
    return locationsOf(definitions, kept);
}

std::unordered_set<RegionRef> functionsNamed(
    const Definitions& definitions, const QString& pattern, bool isRegex)
{
    const QRegularExpression expression(
        isRegex ? pattern : QRegularExpression::escape(pattern),
        QRegularExpression::CaseInsensitiveOption);
    std::unordered_set<RegionRef> regions;
    for (const Region& region : definitions.regions) {
        if (expression.match(QString::fromStdString(region.name)).hasMatch()) {
            regions.insert(region.ref);
        }
    }
    return regions;
}

}  // namespace vellum::gui::models
