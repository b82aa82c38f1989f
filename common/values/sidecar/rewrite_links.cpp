#include "common/values/sidecar/rewrite_links.h"

#include "common/values/sidecar/chunk_frame.h"
#include "common/values/sidecar/crc32c.h"
#include "common/values/sidecar/reader.h"

#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace vellum::values::sidecar {

namespace {

Error failure(ErrorKind kind, const std::filesystem::path& path, const std::string& fact)
{
    return {.kind = kind, .message = "'" + path.string() + "' " + fact};
}

/// Links of a chunk begin and end at multiples of kAlignment: no zeros follow them.
static_assert(sizeof(LinkRecord) % kAlignment == 0);

void write(std::fstream& file, const ChunkPlace& chunk, std::span<const LinkRecord> links)
{
    const auto bytes = std::as_bytes(links);
    ChunkHead head = chunk.head;
    head.crc = crc32c(bytes, crcOfHead(head));
    head.check = headCheck(head);
    file.seekp(static_cast<std::streamoff>(chunk.offset));
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): bytes of plain records
    file.write(reinterpret_cast<const char*>(&head), sizeof head);
    file.write(
        reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
}

}  // namespace

Result<void> rewriteLinks(
    const std::filesystem::path& path, const std::function<void(LinkRecord&)>& change)
{
    const auto sideCar = SideCar::open(path);
    VELLUM_RETURN_IF_ERROR(sideCar);
    if (!sideCar.value()->isFinished()) {
        return failure(ErrorKind::DataLoss, path, "was not finished: its links stay as they are");
    }
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const RecordList<LinkRecord> whole = sideCar.value()->records<LinkRecord>();
    const auto parts = whole.parts();
    std::size_t next = 0;
    for (const ChunkPlace& chunk : sideCar.value()->chunks()) {
        if (chunk.head.type != ChunkType::Link) {
            continue;
        }
        if (next == parts.size() || parts[next].firstIndex != chunk.firstIndex) {
            return failure(ErrorKind::DataLoss, path, "has a damaged chunk of links");
        }
        const auto& records = parts[next++].records;
        std::vector<LinkRecord> links(records.begin(), records.end());
        for (LinkRecord& link : links) {
            change(link);
        }
        write(file, chunk, links);
    }
    file.close();
    return file ? Result<void>()
                : Result<void>(failure(ErrorKind::Unavailable, path, "cannot be written"));
}

}  // namespace vellum::values::sidecar
