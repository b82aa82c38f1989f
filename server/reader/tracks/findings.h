#pragma once

#include "server/store/import_report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::reader::tracks {

struct Track;

/// Counts what was odd in the events, by kind and track; a sentence is made for the first of each only.
///
/// Threads  One.
class Findings {
public:
    template <typename Sentence>
    void add(
        std::string_view kind,
        query::Severity severity,
        const Sentence& sentence,
        const Track* track = nullptr)
    {
        addMany(kind, severity, 1, sentence, track);
    }
    /// Likewise, \p count at once, which may be none.
    ///
    /// \param track  where it was found, if anywhere; only told from others
    template <typename Sentence>
    void addMany(
        std::string_view kind,
        query::Severity severity,
        std::uint64_t count,
        const Sentence& sentence,
        const Track* track = nullptr)
    {
        if (count == 0) {
            return;
        }
        Kind& of = find(kind, severity);
        // A trace may have a million odd tracks: those that no report would name are one.
        if (of.places.size() >= store::ImportReport::kMostPlaces && !of.places.contains(track)) {
            track = nullptr;
        }
        Place& place = of.places[track];
        if (place.count == 0) {
            place.number = of.places.size();
            place.example = sentence();
        }
        place.count += count;
    }

    /// What was found in \p track was found in \p location, as reports name it.
    void name(const Track* track, const std::string& location)
    {
        for (Kind& kind : m_kinds) {
            if (const auto found = kind.places.find(track); found != kind.places.end()) {
                found->second.location = location;
            }
        }
    }

    void reportTo(store::ImportReport& report) const
    {
        for (const Kind& kind : m_kinds) {
            std::vector<const Place*> places;
            places.reserve(kind.places.size());
            for (const auto& [track, place] : kind.places) {
                places.push_back(&place);
            }
            std::ranges::sort(places, {}, &Place::number);  // addresses have no order
            for (const Place* place : places) {
                query::ImportReportEntry entry{
                    .kind = kind.name,
                    .severity = kind.severity,
                    .count = place->count,
                    .example = place->example};
                entry.places.push_back(
                    {.file = {},
                     .location = place->location,
                     .count = place->count,
                     .example = place->example});
                report.add(entry);
            }
        }
    }

private:
    struct Place {
        std::size_t number = 0;  ///< the how-manieth of its kind
        std::uint64_t count = 0;
        std::string location;
        std::string example;
    };
    struct Kind {
        std::string name;
        query::Severity severity = query::Severity::Info;
        std::map<const Track*, Place> places;
    };

    Kind& find(std::string_view name, query::Severity severity)
    {
        for (Kind& kind : m_kinds) {
            if (kind.name == name) {
                return kind;
            }
        }
        return m_kinds.emplace_back(
            Kind{.name = std::string(name), .severity = severity, .places = {}});
    }

    std::vector<Kind> m_kinds;
};

}  // namespace vellum::server::reader::tracks
