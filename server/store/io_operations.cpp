#include "server/store/io_operations.h"

#include <algorithm>
#include <map>
#include <utility>

namespace vellum::server::store {

IoOperations ioOperationsOf(const RecordTable& records)
{
    constexpr std::size_t kMatchingId = 4;  // after handle, mode, flags, bytes
    IoOperations all;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> open;  // by handle, matching id
    for (std::size_t i = 0; i < records.size(); ++i) {
        const EventKind kind = records.kind[i];
        if (kind == event_kind::kIoOperationBegin) {
            const Words words = records.payloadOf(i);
            const auto [entry, isNew] = open.try_emplace({words[0], words[kMatchingId]}, i);
            if (!isNew) {
                all.openBegins.push_back(std::exchange(entry->second, i));
            }
        } else if (
            kind == event_kind::kIoOperationComplete || kind == event_kind::kIoOperationCancelled) {
            const Words words = records.payloadOf(i);
            const auto begin = open.extract({words[0], words[words.size() - 1]});
            if (begin.empty()) {
                all.strayEnds.push_back(i);
            } else {
                all.operations.push_back({.begin = begin.mapped(), .end = i});
            }
        }
    }
    for (const auto& [key, begin] : open) {
        all.openBegins.push_back(begin);
    }
    std::ranges::sort(all.openBegins);
    return all;
}

}  // namespace vellum::server::store
