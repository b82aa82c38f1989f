#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

class TableReader;

/// Whose fields a table of `nsys export --dynamic-tables=all` has.
struct PayloadSchemaKey {
    std::uint64_t process = 0;
    std::uint64_t domain = 0;
    std::uint64_t schema = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): what clang-tidy 14 says of every such line
    friend auto operator<=>(const PayloadSchemaKey&, const PayloadSchemaKey&) = default;
};

struct PayloadTable {
    std::string name;
    PayloadSchemaKey key;
    std::string array;  ///< the field whose elements it has; empty: it has the others
};

/// What a table's name says: DYNAMIC_NVTXPAYLOAD_DATATYPE_, the numbers of process, domain and schema, and of an array its
/// field. Nothing of other tables.
[[nodiscard]] std::optional<PayloadTable> payloadTable(std::string_view name);

/// Which event has payloads of which schemas (NVTX_EVENTS_PAYLOAD_SCHEMAS), and which schema is a field of which
/// (NVTX_PAYLOAD_SCHEMA_RELATIONS).
///
/// Limits   What nests deeper than PayloadBook::kMostNesting, or is a field of several, has no name before its own.
/// Threads  Immutable once read.
class PayloadLinks {
public:
    void read(TableReader& reader);

    [[nodiscard]] bool empty() const { return m_links.empty(); }
    using Link = std::pair<std::int64_t, PayloadSchemaKey>;
    [[nodiscard]] const std::vector<Link>& all() const { return m_links; }

    /// Of the schemas that hold this one, the next first: which, and the fields on the way to this one, as columns.
    struct Holder {
        PayloadSchemaKey key;
        std::vector<std::string> fields;  ///< the outermost first
    };
    [[nodiscard]] std::vector<Holder> holdersOf(const PayloadSchemaKey& key) const;
    /// The holder that an event has, so that its row of this schema is a part of that; null where the event has this
    /// schema itself, or none that is known.
    [[nodiscard]] const Holder* holderFor(
        std::int64_t event, const PayloadSchemaKey& key, const std::vector<Holder>& holders) const;

private:
    [[nodiscard]] bool has(std::int64_t event, const PayloadSchemaKey& key) const;

    struct Nest {
        PayloadSchemaKey holder;
        std::string field;
        bool isOne = true;  ///< and there is no other
    };
    std::vector<Link> m_links;  ///< sorted
    std::map<PayloadSchemaKey, Nest> m_nests;
};

}  // namespace vellum::server::reader::nsys
