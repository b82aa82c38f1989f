#include "server/import/location_reports.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace vellum::server::import {

using query::ImportReportEntry;

void LocationReports::add(LocationIndex location, const store::ImportReport& report)
{
    if (report.entries().empty()) {
        return;
    }
    const std::scoped_lock lock(m_adding);
    std::size_t order = 0;
    for (const ImportReportEntry& entry : report.entries()) {
        add(location, {.order = order++, .entry = entry});
    }
}

void LocationReports::add(LocationIndex location, const Found& found)
{
    const auto known = std::ranges::find(m_kinds, found.entry.kind, [](const Kind& kind) {
        return kind.first.begin()->second.entry.kind;
    });
    Kind& kind = known == m_kinds.end() ? m_kinds.emplace_back() : *known;
    if (kind.first.size() >= store::ImportReport::kMostPlaces) {
        const auto last = std::prev(kind.first.end());
        if (last->first < location) {
            kind.others += found.entry.count;
            return;
        }
        kind.others += last->second.entry.count;
        kind.first.erase(last);
    }
    kind.first.emplace(location, found);
}

ImportReportEntry LocationReports::entryOf(const Kind& kind, LocationIndex location)
{
    ImportReportEntry entry = kind.first.at(location).entry;
    entry.count += location == kind.first.begin()->first ? kind.others : 0;
    return entry;
}

store::ImportReport LocationReports::of(LocationIndex location) const
{
    std::vector<const Kind*> kinds;
    for (const Kind& kind : m_kinds) {
        if (kind.first.contains(location)) {
            kinds.push_back(&kind);
        }
    }
    std::ranges::sort(
        kinds, {}, [location](const Kind* kind) { return kind->first.at(location).order; });
    store::ImportReport report;
    for (const Kind* kind : kinds) {
        report.add(entryOf(*kind, location));
    }
    return report;
}

store::ImportReport LocationReports::all() const
{
    std::vector<std::tuple<LocationIndex, std::size_t, const Kind*>> found;
    for (const Kind& kind : m_kinds) {
        for (const auto& [location, one] : kind.first) {
            found.emplace_back(location, one.order, &kind);
        }
    }
    std::ranges::sort(found);
    store::ImportReport report;
    for (const auto& [location, order, kind] : found) {
        report.add(entryOf(*kind, location));
    }
    return report;
}

}  // namespace vellum::server::import
