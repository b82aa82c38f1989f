#include "common/values/sidecar/reader.h"

#include "common/mapped_file/mapping.h"
#include "common/values/sidecar/chunk_frame.h"
#include "common/values/sidecar/chunk_walk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

namespace vellum::values::sidecar {

namespace {

enum class ChunkState : std::uint8_t { NotRead, Whole, Damaged };

/// A file that is mapped, or was read by somebody.
struct FileBytes {
    std::shared_ptr<const mapped_file::Mapping> mapping;
    std::vector<std::byte> own;  ///< where there is no mapping

    [[nodiscard]] std::span<const std::byte> bytes() const
    {
        return mapping == nullptr ? std::span<const std::byte>(own) : mapping->bytes();
    }
    [[nodiscard]] bool isLost() const { return mapping != nullptr && mapping->isLost(); }
};

}  // namespace

/// What a side-car keeps of its file.
class SideCarContent {
public:
    SideCarContent(
        std::filesystem::path path, FileBytes bytes, ChunkWalk walk, FindingList findings);

    /// Reads the chunk if nobody did before.
    [[nodiscard]] bool isWhole(std::size_t chunk) const;
    [[nodiscard]] std::span<const std::byte> payload(std::size_t chunk) const
    {
        return payloadOf(m_bytes.bytes(), m_walk.chunks[chunk]);
    }
    [[nodiscard]] const std::vector<std::uint32_t>& chunksOf(ChunkType type) const
    {
        return m_byType[static_cast<std::size_t>(type)];
    }
    /// Nothing where there is no such string.
    [[nodiscard]] const char* find(StringId id, std::size_t& length) const;
    [[nodiscard]] FindingList findings() const;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] const ChunkWalk& walk() const { return m_walk; }
    [[nodiscard]] bool isLost() const { return m_bytes.isLost(); }

private:
    std::filesystem::path m_path;
    FileBytes m_bytes;
    ChunkWalk m_walk;
    FindingList m_findings;
    std::array<std::vector<std::uint32_t>, kChunkTypes> m_byType;
    /// Several may read the same chunk: they find the same.
    mutable std::vector<std::atomic<ChunkState>> m_states;
};

SideCarContent::SideCarContent(
    std::filesystem::path path, FileBytes bytes, ChunkWalk walk, FindingList findings)
    : m_path(std::move(path))
    , m_bytes(std::move(bytes))
    , m_walk(std::move(walk))
    , m_findings(std::move(findings))
    , m_states(m_walk.chunks.size())
{
    for (std::size_t i = 0; i < m_walk.chunks.size(); ++i) {
        const auto type = static_cast<std::size_t>(m_walk.chunks[i].head.type);
        m_byType[type].push_back(static_cast<std::uint32_t>(i));
    }
}

bool SideCarContent::isWhole(std::size_t chunk) const
{
    ChunkState state = m_states[chunk].load(std::memory_order_relaxed);
    if (state == ChunkState::NotRead) {
        const bool isWhole = fitsChecksum(m_bytes.bytes(), m_walk.chunks[chunk]);
        state = isWhole ? ChunkState::Whole : ChunkState::Damaged;
        m_states[chunk].store(state, std::memory_order_relaxed);
    }
    return state == ChunkState::Whole;
}

const char* SideCarContent::find(StringId id, std::size_t& length) const
{
    const auto& chunks = chunksOf(ChunkType::String);
    const auto firstId = [this](std::uint32_t chunk) {
        return m_walk.chunks[chunk].firstIndex + 1;
    };
    const auto after = std::ranges::upper_bound(chunks, std::uint64_t{id}, {}, firstId);
    if (id == 0 || after == chunks.begin()) {
        return nullptr;
    }
    const std::uint32_t chunk = *std::prev(after);
    const std::uint64_t place = id - firstId(chunk);
    const std::uint32_t count = m_walk.chunks[chunk].head.count;
    if (place >= count || !isWhole(chunk)) {
        return nullptr;
    }
    const auto bytes = payload(chunk);
    const auto texts = bytes.subspan((std::size_t{count} + 1) * sizeof(std::uint32_t));
    std::array<std::uint32_t, 2> ends{};
    std::memcpy(ends.data(), bytes.data() + place * sizeof(std::uint32_t), sizeof ends);
    if (ends[0] > ends[1] || ends[1] > texts.size()) {
        return nullptr;
    }
    length = ends[1] - ends[0];
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): text lies there as bytes
    return reinterpret_cast<const char*>(texts.data()) + ends[0];
}

FindingList SideCarContent::findings() const
{
    FindingList list = m_findings;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (m_states[i].load(std::memory_order_relaxed) != ChunkState::Damaged) {
            continue;
        }
        list.add(FindingKind::DamagedChunk, [&] {
            const ChunkPlace& place = m_walk.chunks[i];
            return "chunk at " + std::to_string(place.offset) + " of type "
                   + std::to_string(static_cast<std::uint32_t>(place.head.type))
                   + " does not fit its checksum: its " + std::to_string(place.head.count)
                   + " records are left out";
        });
    }
    return list;
}

namespace {

Result<std::shared_ptr<const SideCar>> openBytes(const std::filesystem::path& path, FileBytes bytes)
{
    FindingList findings(path.string());
    auto walk = walkChunks(path.string(), bytes.bytes(), findings);
    if (!walk.isOk()) {
        return walk.error();
    }
    return std::make_shared<const SideCar>(std::make_unique<SideCarContent>(
        path, std::move(bytes), std::move(walk).value(), std::move(findings)));
}

}  // namespace

SideCar::SideCar(std::unique_ptr<SideCarContent> content) : m_content(std::move(content)) {}

SideCar::~SideCar() = default;

Result<std::shared_ptr<const SideCar>> SideCar::open(const std::filesystem::path& path)
{
    auto mapping = mapped_file::Mapping::open(path);
    if (!mapping.isOk()) {
        return mapping.error();
    }
    return openBytes(path, {.mapping = std::move(mapping).value(), .own = {}});
}

Result<std::shared_ptr<const SideCar>> SideCar::ofBytes(
    const std::filesystem::path& path, std::vector<std::byte> bytes)
{
    return openBytes(path, {.mapping = nullptr, .own = std::move(bytes)});
}

const std::filesystem::path& SideCar::path() const
{
    return m_content->path();
}

const FileHead& SideCar::head() const
{
    return m_content->walk().head;
}

bool SideCar::isFinished() const
{
    return m_content->walk().isFinished;
}

std::span<const ChunkPlace> SideCar::chunks() const
{
    return m_content->walk().chunks;
}

std::vector<SideCar::RawPart> SideCar::partsOf(ChunkType type) const
{
    std::vector<RawPart> parts;
    for (const std::uint32_t chunk : m_content->chunksOf(type)) {
        if (m_content->isWhole(chunk)) {
            parts.push_back({chunks()[chunk].firstIndex, m_content->payload(chunk)});
        }
    }
    return parts;
}

std::vector<std::span<const std::byte>> SideCar::raw() const
{
    std::vector<std::span<const std::byte>> payloads;
    for (const RawPart& part : partsOf(ChunkType::Raw)) {
        payloads.push_back(part.bytes);
    }
    return payloads;
}

std::string_view SideCar::string(StringId id) const
{
    std::size_t length = 0;
    const char* text = m_content->find(id, length);
    return text == nullptr ? std::string_view() : std::string_view(text, length);
}

bool SideCar::hasString(StringId id) const
{
    std::size_t length = 0;
    return id == 0 || m_content->find(id, length) != nullptr;
}

std::vector<Finding> SideCar::findings() const
{
    return findingList().all();
}

FindingList SideCar::findingList() const
{
    return m_content->findings();
}

void SideCar::checkAll() const
{
    for (std::size_t i = 0; i < chunks().size(); ++i) {
        static_cast<void>(m_content->isWhole(i));
    }
}

bool SideCar::isLost() const
{
    return m_content->isLost();
}

}  // namespace vellum::values::sidecar
