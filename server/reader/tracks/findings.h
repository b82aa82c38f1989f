#pragma once

#include "server/store/import_report.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::tracks {

/// Counts what was odd in the events; a sentence is made for the first of each kind only.
///
/// Threads  One.
class Findings {
public:
    template <typename Sentence>
    void add(std::string_view kind, query::Severity severity, const Sentence& sentence)
    {
        addMany(kind, severity, 1, sentence);
    }
    /// Likewise, \p count at once, which may be none.
    template <typename Sentence>
    void addMany(
        std::string_view kind,
        query::Severity severity,
        std::uint64_t count,
        const Sentence& sentence)
    {
        if (count == 0) {
            return;
        }
        Entry& entry = find(kind, severity);
        if (entry.count == 0) {
            entry.example = sentence();
        }
        entry.count += count;
    }
    void reportTo(store::ImportReport& report) const
    {
        for (const Entry& entry : m_entries) {
            report.add(entry.kind, entry.severity, entry.example, entry.count);
        }
    }

private:
    struct Entry {
        std::string kind;
        query::Severity severity = query::Severity::Info;
        std::uint64_t count = 0;
        std::string example;
    };

    Entry& find(std::string_view kind, query::Severity severity)
    {
        for (Entry& entry : m_entries) {
            if (entry.kind == kind) {
                return entry;
            }
        }
        return m_entries.emplace_back(Entry{.kind = std::string(kind), .severity = severity});
    }

    std::vector<Entry> m_entries;
};

}  // namespace vellum::server::reader::tracks
