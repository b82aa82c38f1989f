#pragma once

#include "common/values/sidecar/reader.h"

#include <cstdint>
#include <unordered_map>

namespace vellum::values::sidecar {

/// Records that have an `id`, by it. Of several with the same id the last one counts; id 0 is none.
///
/// Threads  Immutable once made; valid as long as the side-car of the list.
template <typename Record>
class IdIndex {
public:
    explicit IdIndex(const RecordList<Record>& records)
    {
        m_byId.reserve(records.size());
        records.forEach([this](const Record& record, std::uint64_t /*index*/) {
            if (record.id != 0) {
                m_byId.insert_or_assign(record.id, &record);
            }
        });
    }
    explicit IdIndex(const SideCar& sideCar) : IdIndex(sideCar.records<Record>()) {}

    /// Null where there is none.
    [[nodiscard]] const Record* find(std::uint64_t id) const
    {
        const auto found = m_byId.find(id);
        return found == m_byId.end() ? nullptr : found->second;
    }
    [[nodiscard]] std::size_t size() const { return m_byId.size(); }
    /// In no particular order.
    [[nodiscard]] const std::unordered_map<std::uint64_t, const Record*>& all() const
    {
        return m_byId;
    }

private:
    std::unordered_map<std::uint64_t, const Record*> m_byId;
};

}  // namespace vellum::values::sidecar
