#include "server/index/table_file.h"

#include "server/index/checksum.h"
#include "server/index/output_file.h"
#include "server/index/shard_writer.h"

#include <xxhash.h>

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;
using vellum::query::Collective;
using vellum::query::Launch;
using vellum::query::Message;

struct Header {
    std::array<char, 8> magic{'V', 'L', 'M', 'T', 'A', 'B', 'L', 'E'};
    std::uint32_t version = kFormatVersion;
    std::uint32_t reserved = 0;
    std::uint64_t build = 0;
    std::uint64_t bytes = 0;  ///< of the whole file
};

// Nothing between the tables, and each where its entries may lie.
static_assert(std::is_trivially_copyable_v<Message> && std::is_trivially_copyable_v<Launch>);
static_assert(std::is_trivially_copyable_v<Collective>);
static_assert(sizeof(Header) % 8 == 0 && sizeof(Message) % 8 == 0 && sizeof(Launch) % 8 == 0);
static_assert(alignof(Message) <= 8 && alignof(Launch) <= 8 && alignof(Collective) <= 8);

/// Whether so many entries take so many bytes.
bool isAsLong(const TablesPlace& place)
{
    std::uint64_t rest = place.bytes;
    const auto take = [&](std::uint64_t count, std::uint64_t size) {
        if (count > rest / size) {
            return false;
        }
        rest -= count * size;
        return true;
    };
    return take(1, sizeof(Header)) && take(place.messages, sizeof(Message))
           && take(place.launches, sizeof(Launch)) && take(place.collectives, sizeof(Collective))
           && rest == 0;
}

Error damaged(const fs::path& path, const std::string& what)
{
    return {.kind = ErrorKind::DataLoss, .message = "the index '" + path.string() + "' " + what};
}

}  // namespace

Result<TablesPlace> writeTables(
    const fs::path& path, std::uint64_t build, const store::TraceStore& trace)
{
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    const std::unique_ptr<XXH3_state_t, Free> sum(XXH3_createState());
    XXH3_64bits_reset(sum.get());
    OutputFile file(path);
    Header header{.build = build};
    file.write(std::as_bytes(std::span(&header, 1)));
    const auto put = [&](std::span<const std::byte> bytes) {
        file.write(bytes);
        XXH3_64bits_update(sum.get(), bytes.data(), bytes.size());
    };
    put(std::as_bytes(trace.sound(trace.messages).view()));
    put(std::as_bytes(trace.sound(trace.launches).view()));
    put(std::as_bytes(trace.sound(trace.collectives).view()));
    header.bytes = file.written();
    file.writeAt(0, std::as_bytes(std::span(&header, 1)));
    VELLUM_RETURN_IF_ERROR(file.finish());
    return TablesPlace{
        .messages = trace.messages.size(),
        .launches = trace.launches.size(),
        .collectives = trace.collectives.size(),
        .bytes = header.bytes,
        .checksum = XXH3_64bits_digest(sum.get())};
}

TableFile::TableFile(std::shared_ptr<const mapped_file::Mapping> mapping, const TablesPlace& place)
    : m_mapping(std::move(mapping))
    , m_place(place)
{
}

Result<TableFile> TableFile::open(
    const fs::path& path, std::uint64_t build, const TablesPlace& place)
{
    auto mapping = mapped_file::Mapping::open(path);
    VELLUM_RETURN_IF_ERROR(mapping);
    const std::span<const std::byte> bytes = mapping.value()->bytes();
    Header header;
    if (bytes.size() < sizeof header) {
        return damaged(path, "is cut off in its header");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != Header().magic || header.version != kFormatVersion
        || header.build != build) {
        return damaged(path, "belongs to another one");
    }
    if (header.bytes != bytes.size() || bytes.size() != place.bytes || !isAsLong(place)) {
        return damaged(
            path,
            "has " + std::to_string(bytes.size()) + " bytes, not " + std::to_string(place.bytes));
    }
    return TableFile(std::move(mapping).value(), place);
}

void TableFile::layOver(store::TraceStore& trace) const
{
    const std::byte* at = m_mapping->bytes().data() + sizeof(Header);
    const auto lay = [&]<typename T>(store::Column<T>& table, std::uint64_t count) {
        const auto* values = reinterpret_cast<const T*>(at);  // NOLINT: mapped
        table = {};
        if (count > 0) {
            table = store::Column<T>(std::span(values, static_cast<std::size_t>(count)), m_mapping);
        }
        at += count * sizeof(T);
    };
    lay(trace.messages, m_place.messages);
    lay(trace.launches, m_place.launches);
    lay(trace.collectives, m_place.collectives);
}

bool TableFile::isAsWritten() const
{
    return checksum(m_mapping->bytes().subspan(sizeof(Header))) == m_place.checksum;
}

}  // namespace vellum::server::index
