#include "gui/models/one_sided.h"

#include "gui/models/filters.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace vellum::gui::models {

namespace {

std::uint64_t memberOf(const query::EventRecord& record, std::string_view name)
{
    const auto found =
        std::ranges::find(record.attributes, name, &std::pair<std::string, std::uint64_t>::first);
    return found == record.attributes.end() ? 0 : found->second;
}

class Matcher {
public:
    explicit Matcher(const Definitions& definitions) : m_definitions(definitions) {}

    void take(const query::EventRecord& record)
    {
        const auto kind = std::ranges::find_if(
            kOneSidedKinds, [&](EventKind one) { return infoOf(one).name == record.kind; });
        if (kind == kOneSidedKinds.end()) {
            return;  // an older server sends all kinds
        }
        const Key key{record.location, memberOf(record, "win"), memberOf(record, "matching_id")};
        if (*kind != event_kind::kRmaPut && *kind != event_kind::kRmaGet
            && *kind != event_kind::kRmaAtomic) {
            complete(key, record.tick);
            return;
        }
        if (const auto partner = partnerOf(record)) {
            m_open[key].push_back(m_found.size());
            m_found.push_back(operationOf(record, *kind, *partner));
        }
    }

    [[nodiscard]] std::vector<OneSided> found() && { return std::move(m_found); }

private:
    using Key = std::tuple<LocationRef, std::uint64_t, std::uint64_t>;

    void complete(const Key& key, Tick tick)
    {
        const auto open = m_open.find(key);
        if (open != m_open.end() && !open->second.empty()) {
            m_found[open->second.front()].range.end = tick;
            open->second.pop_front();
        }
    }

    [[nodiscard]] static OneSided operationOf(
        const query::EventRecord& record, EventKind kind, LocationRef partner)
    {
        const bool isGet = kind == event_kind::kRmaGet;
        const bool isAtomic = kind == event_kind::kRmaAtomic;
        return {
            .kind = kind,
            .origin = record.location,
            .from = isGet ? partner : record.location,
            .to = isGet ? record.location : partner,
            .range = {.begin = record.tick, .end = record.tick},
            .window = RmaWinRef(static_cast<std::uint32_t>(memberOf(record, "win"))),
            .bytes = isAtomic ? memberOf(record, "bytes_sent") + memberOf(record, "bytes_received")
                              : memberOf(record, "bytes")};
    }

    /// The location of the record's remote rank in the window's communicator.
    [[nodiscard]] std::optional<LocationRef> partnerOf(const query::EventRecord& record)
    {
        const auto window = static_cast<std::uint32_t>(memberOf(record, "win"));
        const auto [entry, isNew] = m_ranks.try_emplace(window);
        const RmaWindow* known = isNew ? m_definitions.find(RmaWinRef(window)) : nullptr;
        const Communicator* communicator =
            known != nullptr ? m_definitions.find(known->communicator) : nullptr;
        if (communicator != nullptr) {
            entry->second = ranksOf(m_definitions, *communicator);
        }
        const std::uint64_t remote = memberOf(record, "remote");
        return remote < entry->second.size() ? std::optional(entry->second[remote]) : std::nullopt;
    }

    const Definitions& m_definitions;
    std::map<std::uint32_t, std::vector<LocationRef>> m_ranks;  ///< by window
    std::map<Key, std::deque<std::size_t>> m_open;              ///< places in `m_found`
    std::vector<OneSided> m_found;
};

}  // namespace

std::vector<OneSided> oneSidedOf(const query::Events& events, const Definitions& definitions)
{
    Matcher matcher(definitions);
    for (const query::EventRecord& record : events.events) {
        matcher.take(record);
    }
    return std::move(matcher).found();
}

}  // namespace vellum::gui::models
