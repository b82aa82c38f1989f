#include "server/store/location_totals.h"

#include <array>

namespace vellum::server::store {

std::vector<std::pair<EventKind, std::uint64_t>> countKinds(const std::vector<EventKind>& kinds)
{
    // Several tables: an increment must not wait for the one before, of the same kind mostly.
    constexpr std::size_t kTables = 4;
    std::array<std::array<std::uint64_t, event_kind::kCount>, kTables> tables{};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        ++tables[i % kTables][kinds[i]];
    }
    std::vector<std::pair<EventKind, std::uint64_t>> occurring;
    for (std::size_t kind = 0; kind < event_kind::kCount; ++kind) {
        std::uint64_t count = 0;
        for (const auto& table : tables) {
            count += table[kind];
        }
        if (count > 0) {
            occurring.emplace_back(static_cast<EventKind>(kind), count);
        }
    }
    return occurring;
}

}  // namespace vellum::server::store
