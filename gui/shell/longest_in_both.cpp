#include "gui/shell/longest_in_both.h"

#include "common/base/valid_utf8.h"
#include "common/query/call_path.h"

#include <algorithm>

namespace vellum::gui::shell {

namespace {

using compare::ComparisonBy;
using models::LongestVisit;

std::optional<std::uint32_t> groupNamed(const std::string& name)
{
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        if (name == vellum::name(static_cast<FunctionGroup>(i))) {
            return i;
        }
    }
    return std::nullopt;
}

bool isNamed(const Region& region, std::string_view name)
{
    // Only a name with U+FFFD can have been another one before: no other is copied.
    return region.name == name
           || (name.find("\xef\xbf\xbd") != std::string_view::npos
               && validUtf8(region.name) == name);
}

/// Of a path the last function. Names may have a separator in them: the longest end that is a function's name is meant.
std::string_view lastOf(std::string_view path, const Definitions& definitions)
{
    constexpr auto kSeparator = query::CallPath::kSeparator;
    const auto isFunction = [&](std::string_view name) {
        return std::ranges::any_of(
            definitions.regions, [&](const Region& region) { return isNamed(region, name); });
    };
    while (!isFunction(path)) {
        const std::size_t found = path.find(kSeparator);
        if (found == std::string_view::npos) {
            break;
        }
        path.remove_prefix(found + kSeparator.size());
    }
    return path;
}

Tick longestOf(const query::Profile* profile, RegionRef region)
{
    if (profile == nullptr) {
        return -1;
    }
    const auto row = std::ranges::find(
        profile->rows, region.value(), [](const auto& one) { return one.key.value; });
    return row != profile->rows.end() ? row->maxInclusive : -1;
}

}  // namespace

LongestInBoth::LongestInBoth(
    data::DataSource& source,
    models::Differences& differences,
    models::TimeLink& link,
    QObject* parent)
    : QObject(parent)
    , m_source(source)
    , m_differences(differences)
    , m_link(link)
{
}

void LongestInBoth::setViews(TraceView* a, TraceView* b)
{
    setView(m_places[0], a);
    setView(m_places[1], b);
}

void LongestInBoth::setView(Place& place, TraceView* view)
{
    if (place.view == view) {
        return;
    }
    place = {.view = view, .finder = nullptr, .visit = {}};
    if (view == nullptr) {
        return;
    }
    place.finder = std::make_unique<LongestVisit>(m_source, view->sharedTrace());
    place.finder->setHandler([this, &place](const auto& found) { take(place, found); });
}

void LongestInBoth::take(Place& place, const std::optional<LongestVisit::Found>& found)
{
    if (found) {
        place.visit = found->visit;
    }
    if (!isBusy()) {
        showFound();
    }
}

const query::Profile* LongestInBoth::profileOf(const Place& place) const
{
    if (!m_differences.hasSides()) {
        return nullptr;
    }
    const auto& side = &place == &m_places.front() ? m_differences.a() : m_differences.b();
    return m_differences.profileOf(side);
}

/// Of several of that name the one with the longest visit in the window.
RegionRef LongestInBoth::regionIn(const Place& place, const QString& name) const
{
    const Definitions& definitions = *place.view->trace().definitions;
    const std::string row = name.toStdString();
    const std::string_view wanted =
        m_differences.by() == ComparisonBy::Path ? lastOf(row, definitions) : row;
    const query::Profile* profile = profileOf(place);
    RegionRef best = RegionRef::undefined();
    Tick longest = 0;
    for (const Region& region : definitions.regions) {
        if (!isNamed(region, wanted)) {
            continue;
        }
        const Tick ticks = longestOf(profile, region.ref);
        if (!best.isDefined() || ticks > longest) {
            best = region.ref;
            longest = ticks;
        }
    }
    return best;
}

void LongestInBoth::mark(const QString& inA, const QString& inB)
{
    for (const Place& place : m_places) {
        if (place.view == nullptr) {
            continue;
        }
        const QString& name = &place == &m_places.front() ? inA : inB;
        std::optional<models::Highlight> mark;
        if (m_differences.by() == ComparisonBy::Group) {
            if (const auto group = groupNamed(name.toStdString())) {
                mark = {.by = query::GroupBy::FunctionGroup, .key = {.value = *group}};
            }
        } else if (const RegionRef region = regionIn(place, name); region.isDefined()) {
            mark = {.by = query::GroupBy::Region, .key = {.value = region.value()}};
        }
        if (mark) {
            place.view->selection().setHighlight(mark);
            return;  // the others follow
        }
    }
}

void LongestInBoth::goTo(const QString& inA, const QString& inB)
{
    mark(inA, inB);
    if (m_differences.by() == ComparisonBy::Group) {
        return;
    }
    for (Place& place : m_places) {
        place.visit.reset();
        if (place.view == nullptr) {
            continue;
        }
        place.finder->reset();
        const RegionRef region = regionIn(place, &place == &m_places.front() ? inA : inB);
        if (region.isDefined()) {
            const models::ViewHistory& view = place.view->history();
            place.finder->ask(
                {.location = {},
                 .pixel = view.range(),
                 .region = region,
                 .among = view.filters().scope(),
                 .atLeast = std::max<Tick>(0, longestOf(profileOf(place), region))});
        }
    }
}

bool LongestInBoth::isBusy() const
{
    return std::ranges::any_of(m_places, [](const Place& place) {
        return place.finder != nullptr && place.finder->isBusy();
    });
}

TickRange LongestInBoth::around(const Place& place)
{
    return models::rangeAround(place.visit->visit, place.view->history().whole());
}

/// The leader is the one whose visit is longer: both are seen then.
void LongestInBoth::showFound()
{
    std::vector<models::TimeLink::Zero> zeros;
    Place* leader = nullptr;
    const auto lengthOf = [](const Place& place) {
        const auto& clock = place.view->trace().definitions->clock;
        return clock.toNanoseconds(place.visit->visit.length());
    };
    for (Place& place : m_places) {
        if (place.view != nullptr && place.visit) {
            zeros.push_back({.trace = &place.view->history(), .tick = place.visit->visit.begin});
            leader = leader == nullptr || lengthOf(place) > lengthOf(*leader) ? &place : leader;
        }
    }
    if (leader == nullptr) {
        return;
    }
    const QString action = tr("go to the longest visits");
    // One visit alone says nothing about where the other trace should stand.
    const bool isInBoth = zeros.size() == m_places.size();
    if (m_link.isCoupled() && !m_link.isByLength() && isInBoth) {
        m_link.alignAt(zeros, leader->view->history(), around(*leader), action);
    } else if (m_link.isCoupled()) {
        leader->view->history().showRange(around(*leader), action);
    }
    for (Place& place : m_places) {
        if (place.view != nullptr && place.visit) {
            if (!m_link.isCoupled()) {
                place.view->history().showRange(around(place), action);
            }
            place.view->selection().selectVisit(*place.visit);
            place.view->chart().reveal(place.visit->location);
        }
    }
}

}  // namespace vellum::gui::shell
