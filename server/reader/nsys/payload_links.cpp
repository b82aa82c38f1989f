#include "server/reader/nsys/payload_links.h"

#include "server/reader/nsys/payload_book.h"
#include "server/reader/nsys/table_reader.h"

#include <algorithm>
#include <charconv>

namespace vellum::server::reader::nsys {

namespace {

using tracks::bits;

/// The number that \p text begins with and the "_" behind it, which are taken off; behind the last one may be the end.
std::optional<std::uint64_t> takeNumber(std::string_view& text, bool hasNext)
{
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool isEnd = digits == text.size();
    if (digits == 0 || (isEnd && hasNext) || (!isEnd && text[digits] != '_')) {
        return std::nullopt;
    }
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + digits, number);
    text.remove_prefix(digits + (isEnd ? 0 : 1));
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<PayloadTable> payloadTable(std::string_view name)
{
    constexpr std::string_view kPrefix = "DYNAMIC_NVTXPAYLOAD_DATATYPE_";
    if (!name.starts_with(kPrefix)) {
        return std::nullopt;
    }
    std::string_view rest = name.substr(kPrefix.size());
    const auto process = takeNumber(rest, true);
    const auto domain = takeNumber(rest, true);
    const auto schema = takeNumber(rest, false);
    if (!process || !domain || !schema) {
        return std::nullopt;
    }
    return PayloadTable{
        .name = std::string(name),
        .key = {.process = *process, .domain = *domain, .schema = *schema},
        .array = std::string(rest)};
}

void PayloadLinks::read(TableReader& reader)
{
    reader.scan(
        "NVTX_EVENTS_PAYLOAD_SCHEMAS",
        {"eventId", "globalPid", "domainId", "payloadSchemaID"},
        [&](const Row& row) {
            m_links.emplace_back(
                row.needed(0),
                PayloadSchemaKey{
                    .process = bits(row.needed(1)),
                    .domain = bits(row.needed(2)),
                    .schema = bits(row.needed(3))});
        });
    std::ranges::sort(m_links);
    reader.scan(
        "NVTX_PAYLOAD_SCHEMA_RELATIONS",
        {"globalPid", "domainId", "parentSchemaId", "fieldName", "nestedSchemaId"},
        [&](const Row& row) {
            const auto nested = row.optional(4);
            if (!nested) {
                return;  // an array, which its table's name says
            }
            const PayloadSchemaKey holder{
                .process = bits(row.needed(0)),
                .domain = bits(row.needed(1)),
                .schema = bits(row.needed(2))};
            PayloadSchemaKey key = holder;
            key.schema = bits(*nested);
            const auto [known, isNew] =
                m_nests.try_emplace(key, Nest{.holder = holder, .field = std::string(row.text(3))});
            known->second.isOne =
                known->second.isOne
                && (isNew
                    || (known->second.holder == holder && known->second.field == row.text(3)));
        });
}

std::vector<PayloadLinks::Holder> PayloadLinks::holdersOf(const PayloadSchemaKey& key) const
{
    std::vector<Holder> holders;
    auto nest = m_nests.find(key);
    while (nest != m_nests.end() && nest->second.isOne
           && holders.size() < PayloadBook::kMostNesting) {
        Holder holder{.key = nest->second.holder, .fields = {nest->second.field}};
        if (!holders.empty()) {
            const std::vector<std::string>& inner = holders.back().fields;
            holder.fields.insert(holder.fields.end(), inner.begin(), inner.end());
        }
        holders.push_back(std::move(holder));
        nest = m_nests.find(holders.back().key);
    }
    return holders;
}

bool PayloadLinks::has(std::int64_t event, const PayloadSchemaKey& key) const
{
    return std::ranges::binary_search(m_links, Link(event, key));
}

const PayloadLinks::Holder* PayloadLinks::holderFor(
    std::int64_t event, const PayloadSchemaKey& key, const std::vector<Holder>& holders) const
{
    if (holders.empty() || has(event, key)) {
        return nullptr;
    }
    const auto found =
        std::ranges::find_if(holders, [&](const Holder& holder) { return has(event, holder.key); });
    return found == holders.end() ? nullptr : &*found;
}

}  // namespace vellum::server::reader::nsys
