#include "server/store/import_report.h"

#include <algorithm>
#include <utility>

namespace vellum::server::store {

namespace {

/// Reports come place by place, so that only the last one may be the same.
void addPlace(std::vector<query::ImportReportPlace>& places, const query::ImportReportPlace& place)
{
    const bool isLast = !places.empty() && places.back().file == place.file
                        && places.back().location == place.location;
    if (isLast) {
        places.back().count += place.count;
    } else if (places.size() < ImportReport::kMostPlaces) {
        places.push_back(place);
    }
}

}  // namespace

std::string placeOf(const Location& location)
{
    return "location " + std::to_string(location.ref.value()) + " '" + location.name + "'";
}

void ImportReport::setPlace(std::string file, std::string location)
{
    m_file = std::move(file);
    m_location = std::move(location);
}

void ImportReport::add(
    std::string_view kind, query::Severity severity, std::string_view example, std::uint64_t count)
{
    query::ImportReportEntry entry{
        .kind = std::string(kind),
        .severity = severity,
        .count = count,
        .example = std::string(example)};
    if (!m_file.empty() || !m_location.empty()) {
        entry.places.push_back(
            {.file = m_file, .location = m_location, .count = count, .example = entry.example});
    }
    add(entry);
}

void ImportReport::add(const query::ImportReportEntry& entry)
{
    const auto found = std::ranges::find(m_entries, entry.kind, &query::ImportReportEntry::kind);
    if (found == m_entries.end()) {
        m_entries.push_back(entry);
        return;
    }
    found->count += entry.count;
    for (const query::ImportReportPlace& place : entry.places) {
        addPlace(found->places, place);
    }
}

void ImportReport::merge(const ImportReport& other)
{
    for (const query::ImportReportEntry& entry : other.m_entries) {
        add(entry);
    }
}

void ImportReport::nameFile(const std::string& file)
{
    for (query::ImportReportEntry& entry : m_entries) {
        if (entry.places.empty()) {
            entry.places.push_back({.count = entry.count, .example = entry.example});
        }
        for (query::ImportReportPlace& place : entry.places) {
            place.file = place.file.empty() ? file : place.file;
        }
    }
}

std::uint64_t ImportReport::countOf(std::string_view kind) const
{
    const auto found = std::ranges::find(m_entries, kind, &query::ImportReportEntry::kind);
    return found == m_entries.end() ? 0 : found->count;
}

}  // namespace vellum::server::store
