#pragma once

#include "common/trace/definitions.h"
#include "server/store/import_report.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::match {

/// The files of a trace as reports name them; empty where there is none to name.
///
/// Threads  Asked by one.
struct FileNames {
    std::function<std::string(LocationIndex)> ofEvents;  ///< that holds the location's events
    std::function<std::string(LocationIndex)> ofTrace;   ///< that a user opened for it
};

/// Counts what was found, place by place, with the first of each in a sentence.
///
/// Precondition: what is found in one place is found in a row.
/// Threads  One.
class FoundPlaces {
public:
    template <typename Say>
    void add(const std::string& file, const std::string& location, const Say& say)
    {
        if (m_found.empty() || m_found.back().file != file || m_found.back().location != location) {
            m_found.push_back({.file = file, .location = location, .count = 0, .first = say()});
        }
        ++m_found.back().count;
    }

    void reportTo(
        store::ImportReport& report, std::string_view kind, vellum::query::Severity severity) const
    {
        for (const Found& found : m_found) {
            report.setPlace(found.file, found.location);
            report.add(kind, severity, found.first, found.count);
        }
        report.setPlace({}, {});
    }

private:
    struct Found {
        std::string file;
        std::string location;
        std::uint64_t count = 0;
        std::string first;
    };
    std::vector<Found> m_found;
};

}  // namespace vellum::server::match
