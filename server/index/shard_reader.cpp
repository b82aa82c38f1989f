#include "server/index/shard_reader.h"

#include "common/mapped_file/mapping.h"
#include "server/index/checksum.h"
#include "server/index/column_list.h"
#include "server/index/shard_writer.h"
#include "server/index/table_file.h"
#include "server/query/workers.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

using Mappings = std::vector<std::shared_ptr<const mapped_file::Mapping>>;

/// Lays columns over the bytes of a location.
class LocationReader {
public:
    LocationReader(
        std::span<const std::byte> bytes,
        const std::shared_ptr<const mapped_file::Mapping>& keeper,
        const LocationPlace& place)
        : m_bytes(bytes)
        , m_keeper(keeper)
        , m_place(place)
    {
    }

    /// False where sizes do not fit each other.
    [[nodiscard]] bool read(store::LocationStore& location)
    {
        forEachColumn(location, [this](auto& column) { take(column); });
        const std::size_t changes = location.calls.size();
        store::NarrowColumn least;
        take(least.bytes());
        if (!fitPaths(location.calls) || !least.fit(store::LeastDepths::entriesFor(changes))) {
            return false;
        }
        location.calls.leastDepth = store::LeastDepths(std::move(least), changes);
        location.records.dropIfEmpty();
        location.attributes.dropIfEmpty();
        location.rows.dropIfEmpty();
        location.profileRows.dropIfEmpty();
        location.pathRows.dropIfEmpty();
        location.counterRows.dropIfEmpty();
        return m_isOk && columnBegin(m_at, 0) == m_bytes.size() && fits(location);
    }

private:
    template <typename T>
    void take(store::Column<T>& column)
    {
        const std::uint64_t size = m_place.sizes.at(m_next++);
        if (!m_isOk || size > m_bytes.size() / sizeof(T)) {
            m_isOk = false;
            return;
        }
        if (size == 0) {  // most are: nobody need hold the file for them
            column = {};
            return;
        }
        const auto bytes = static_cast<std::size_t>(size) * sizeof(T);
        m_at = columnBegin(m_at, bytes);
        if (m_at > m_bytes.size() || bytes > m_bytes.size() - m_at) {
            m_isOk = false;
            return;
        }
        const auto* values = reinterpret_cast<const T*>(m_bytes.data() + m_at);  // NOLINT: mapped
        column = store::Column<T>(std::span(values, static_cast<std::size_t>(size)), m_keeper);
        m_at += bytes;
    }

    /// How many call paths there are says the column of parents, which are as wide as nodes in the stream.
    static bool fitPaths(store::CallStream& calls)
    {
        store::CallPaths& paths = calls.paths;
        const unsigned shift = store::CallPaths::kParentShift + (calls.wideNode.empty() ? 0U : 1U);
        const std::size_t count = paths.parent.bytes().size() >> shift;
        return count > 0 && paths.parent.bytes().size() == count << shift && paths.parent.fit(count)
               && paths.place.fit(count) && paths.depth.fit(count) && !paths.regions.empty();
    }

    static bool fits(const store::TimeColumn& time)
    {
        constexpr std::size_t kBlock = store::TimeColumn::kBlock;
        return (time.narrow.empty() || time.wide.empty())
               && time.base.size() == (time.size() + kBlock - 1) / kBlock;
    }

    static bool fits(const store::LocationStore& location)
    {
        const store::CallStream& calls = location.calls;
        const store::RecordTable& records = location.records;
        const store::ClassRows& rows = location.rows;
        const std::size_t nodes = calls.narrowNode.size() + calls.wideNode.size();
        const std::size_t rowCount =
            rows.empty() ? 0 : (calls.size() + store::ClassRows::kRow - 1) / store::ClassRows::kRow;
        return fits(calls.time) && fits(records.time) && nodes == calls.size()
               && (calls.narrowNode.empty() || calls.wideNode.empty())
               && records.time.size() == records.size() && records.event.size() == records.size()
               && records.payloadBegin.size() == records.size()
               && location.unrecorded.size() <= calls.size()
               && location.attributes->attribute.size() == location.attributes->size()
               && location.attributes->type.size() == location.attributes->size()
               && location.attributes->bits.size() == location.attributes->size()
               && rows.group.size() == rows.classes()
               && rows.classOfPlace.size() == (rows.empty() ? 0 : calls.paths.regions.size())
               && rows.fine.size() + rows.wide.size() == rowCount * rows.classes()
               && location.profileRows->sums.empty() == location.profileRows->empty()
               && location.profileRows->lengths.empty() == location.profileRows->empty()
               && location.counterRows->rows.empty() == location.counterRows->empty();
    }

    std::span<const std::byte> m_bytes;
    const std::shared_ptr<const mapped_file::Mapping>& m_keeper;
    const LocationPlace& m_place;
    std::size_t m_at = 0;
    std::size_t m_next = 0;
    bool m_isOk = true;
};

/// Whether the bytes at \p place, which lies inside of \p shard, fit their checksum.
bool isAsWritten(std::span<const std::byte> shard, const LocationPlace& place)
{
    return checksumOf(place.sizes, checksum(shard.subspan(place.begin, place.bytes)))
           == place.checksum;
}

/// Holds each location's bytes, and those of the tables, against their checksum, once.
class ChecksumCheck final : public store::LocationCheck {
public:
    ChecksumCheck(Mappings shards, std::vector<LocationPlace> places, TableFile tables)
        : m_shards(std::move(shards))
        , m_places(std::move(places))
        , m_tables(std::move(tables))
        , m_states(m_places.size())
    {
    }

    [[nodiscard]] bool isSound(LocationIndex location) const override
    {
        return isSound(m_states[location.value()], [&] {
            const LocationPlace& place = m_places[location.value()];
            return isAsWritten(m_shards[place.shard]->bytes(), place);
        });
    }
    [[nodiscard]] bool areTablesSound() const override
    {
        return isSound(m_stateOfTables, [&] { return m_tables.isAsWritten(); });
    }
    [[nodiscard]] bool isDamaged() const override
    {
        return m_isDamaged || m_tables.isLost()
               || std::ranges::any_of(
                   m_shards, [](const auto& shard) { return shard != nullptr && shard->isLost(); });
    }

private:
    enum class State : std::uint8_t { Unknown, Sound, Damaged };

    /// Two threads may look at the same time: they find the same.
    template <typename Look>
    bool isSound(std::atomic<State>& state, const Look& look) const
    {
        State known = state.load(std::memory_order_acquire);
        if (known == State::Unknown) {
            known = look() ? State::Sound : State::Damaged;
            state.store(known, std::memory_order_release);
            if (known == State::Damaged) {
                m_isDamaged = true;
            }
        }
        return known == State::Sound;
    }

    Mappings m_shards;
    std::vector<LocationPlace> m_places;
    TableFile m_tables;
    mutable std::vector<std::atomic<State>> m_states;
    mutable std::atomic<State> m_stateOfTables = State::Unknown;
    mutable std::atomic<bool> m_isDamaged = false;
};

Error damaged(const fs::path& path, const std::string& what)
{
    return {.kind = ErrorKind::DataLoss, .message = "the index '" + path.string() + "' " + what};
}

Result<std::shared_ptr<const mapped_file::Mapping>> openShard(
    const fs::path& folder, std::uint32_t number, const Manifest& manifest)
{
    const fs::path path = folder / shardName(number);
    auto mapping = mapped_file::Mapping::open(path);
    VELLUM_RETURN_IF_ERROR(mapping);
    const auto bytes = mapping.value()->bytes();
    ShardHeader header;
    if (bytes.size() < sizeof header) {
        return damaged(path, "is cut off in its header");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != ShardHeader().magic || header.version != kFormatVersion
        || header.number != number || header.build != manifest.build) {
        return damaged(path, "belongs to another one");
    }
    if (header.bytes != bytes.size() || bytes.size() != manifest.shardBytes[number]) {
        return damaged(
            path,
            "has " + std::to_string(bytes.size()) + " bytes, not "
                + std::to_string(manifest.shardBytes[number]));
    }
    return mapping;
}

/// Lays the columns of one location over its shard. False where its sizes do not fit.
bool layColumns(Manifest& manifest, std::size_t location, const Mappings& shards)
{
    const LocationPlace& place = manifest.places[location];
    if (shards[place.shard] == nullptr) {
        return false;
    }
    const std::span<const std::byte> shard = shards[place.shard]->bytes();
    return place.begin <= shard.size() && place.bytes <= shard.size() - place.begin
           && place.begin % kColumnAlignment == 0
           && LocationReader(shard.subspan(place.begin, place.bytes), shards[place.shard], place)
                  .read(manifest.trace->locations[location]);
}

Result<Manifest> readManifest(const fs::path& folder, const SourceKey& source)
{
    const auto file = mapped_file::Mapping::open(folder / kManifestName);
    VELLUM_RETURN_IF_ERROR(file);
    auto manifest = decodeManifest(file.value()->bytes());
    VELLUM_RETURN_IF_ERROR(manifest);
    if (manifest.value().source != source) {
        return damaged(folder, "is of files that have changed since");
    }
    const auto isOutside = [&](const LocationPlace& place) {
        return place.shard >= manifest.value().shardBytes.size();
    };
    if (std::ranges::any_of(manifest.value().places, isOutside)) {
        return damaged(folder, "has locations in shards that it has not");
    }
    return manifest;
}

}  // namespace

Result<OpenedIndex> readIndex(const fs::path& folder, const SourceKey& source)
{
    auto manifest = readManifest(folder, source);
    VELLUM_RETURN_IF_ERROR(manifest);
    Manifest& index = manifest.value();
    auto tables = TableFile::open(folder / kTablesName, index.build, index.tables);
    VELLUM_RETURN_IF_ERROR(tables);
    tables.value().layOver(*index.trace);
    Mappings shards;
    for (std::uint32_t i = 0; i < index.shardBytes.size(); ++i) {
        if (index.shardBytes[i] == 0) {  // there is none of this number
            shards.push_back(nullptr);
            continue;
        }
        auto shard = openShard(folder, i, index);
        VELLUM_RETURN_IF_ERROR(shard);
        shards.push_back(std::move(shard).value());
    }
    for (std::size_t i = 0; i < index.places.size(); ++i) {
        if (!layColumns(index, i, shards)) {
            return damaged(folder, "has sizes that do not fit at location " + std::to_string(i));
        }
    }
    index.trace->check = std::make_shared<ChecksumCheck>(
        std::move(shards), std::move(index.places), std::move(tables).value());
    return OpenedIndex{.store = std::move(index.trace), .build = index.build};
}

Result<SoundParts> readSoundParts(const fs::path& folder, const SourceKey& source, unsigned threads)
{
    auto manifest = readManifest(folder, source);
    VELLUM_RETURN_IF_ERROR(manifest);
    SoundParts parts{.manifest = std::move(manifest).value(), .damaged = {}};
    const auto tables =
        TableFile::open(folder / kTablesName, parts.manifest.build, parts.manifest.tables);
    VELLUM_RETURN_IF_ERROR(tables);
    if (!tables.value().isAsWritten()) {
        return damaged(folder / kTablesName, "does not fit its checksum");
    }
    tables.value().layOver(*parts.manifest.trace);
    Mappings shards;
    for (std::uint32_t i = 0; i < parts.manifest.shardBytes.size(); ++i) {
        auto shard = openShard(folder, i, parts.manifest);
        shards.push_back(shard.isOk() ? std::move(shard).value() : nullptr);
    }
    const std::vector<LocationPlace>& places = parts.manifest.places;
    std::vector<std::uint8_t> isSound(places.size());
    const auto read = query::forEach(places.size(), {.threads = threads}, [&](std::size_t i) {
        const bool is = layColumns(parts.manifest, i, shards)
                        && isAsWritten(shards[places[i].shard]->bytes(), places[i]);
        isSound[i] = is ? 1 : 0;
    });
    VELLUM_RETURN_IF_ERROR(read);
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        if (isSound[i] == 0) {
            parts.damaged.emplace_back(i);
        }
    }
    return parts;
}

}  // namespace vellum::server::index
