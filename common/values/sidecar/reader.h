#pragma once

#include "common/base/result.h"
#include "common/values/sidecar/chunk_walk.h"
#include "common/values/sidecar/findings.h"
#include "common/values/sidecar/records.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::values::sidecar {

class SideCarContent;

/// Whole chunks of one type of record, one behind the other as one list.
///
/// Threads  A value; valid as long as the side-car it is from.
template <typename Record>
class RecordList {
public:
    /// A stretch of records that lie together.
    struct Part {
        std::uint64_t firstIndex = 0;  ///< among all of the file, those of damaged chunks included
        std::span<const Record> records;
    };

    explicit RecordList(std::vector<Part> parts) : m_parts(std::move(parts)) {}

    [[nodiscard]] std::span<const Part> parts() const { return m_parts; }
    [[nodiscard]] std::size_t size() const
    {
        std::size_t size = 0;
        for (const Part& part : m_parts) {
            size += part.records.size();
        }
        return size;
    }
    /// Calls \p visit(record, index) for each in file order; index as `firstIndex` counts.
    template <typename Visit>
    void forEach(Visit&& visit) const
    {
        for (const Part& part : m_parts) {
            std::uint64_t index = part.firstIndex;
            for (const Record& record : part.records) {
                visit(record, index++);
            }
        }
    }

private:
    std::vector<Part> m_parts;
};

/// A side-car file, mapped.
///
/// Nothing in it is trusted: a chunk's place, size and count are checked when the file is opened, its
/// checksum before its records are first given out. What is damaged is left out, with a finding; records
/// are then what somebody wrote, which says nothing of the ids in them: whoever looks one up must be
/// ready not to find it.
///
/// Cost     Opening reads a head of 32 bytes for each chunk, not what is in it.
/// Errors   `open`: notFound, unavailable (the system's reason), dataLoss (no side-car, or of a version or byte
///          order that cannot be read). Everything else is a finding.
/// Threads  const methods may be called concurrently.
class SideCar {
public:
    explicit SideCar(std::unique_ptr<SideCarContent> content);
    SideCar(const SideCar&) = delete;
    SideCar& operator=(const SideCar&) = delete;
    ~SideCar();

    [[nodiscard]] static Result<std::shared_ptr<const SideCar>> open(
        const std::filesystem::path& path);

    /// The same of a file that is in memory already. \p path is for sentences.
    [[nodiscard]] static Result<std::shared_ptr<const SideCar>> ofBytes(
        const std::filesystem::path& path, std::vector<std::byte> bytes);

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] const FileHead& head() const;
    /// False of a file that was not finished: its program was killed, or still runs.
    [[nodiscard]] bool isFinished() const;
    [[nodiscard]] std::span<const ChunkPlace> chunks() const;

    /// The bytes of whole chunks of one type, in file order. They begin at a multiple of kAlignment.
    struct RawPart {
        std::uint64_t firstIndex = 0;
        std::span<const std::byte> bytes;
    };
    [[nodiscard]] std::vector<RawPart> partsOf(ChunkType type) const;

    /// The records of a type; those of damaged chunks are missing.
    template <typename Record>
    [[nodiscard]] RecordList<Record> records() const
    {
        std::vector<typename RecordList<Record>::Part> parts;
        for (const RawPart& part : partsOf(Record::kType)) {
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): size and alignment were checked
            const auto* first = reinterpret_cast<const Record*>(part.bytes.data());
            parts.push_back(
                {part.firstIndex, std::span(first, part.bytes.size() / sizeof(Record))});
        }
        return RecordList<Record>(std::move(parts));
    }

    /// What each whole Raw chunk holds.
    [[nodiscard]] std::vector<std::span<const std::byte>> raw() const;

    /// A string by its id; empty where there is none. Valid as long as the side-car.
    [[nodiscard]] std::string_view string(StringId id) const;
    [[nodiscard]] bool hasString(StringId id) const;

    /// What was found so far: when the file was opened, and in chunks that were asked for since. What
    /// records say is the business of `verify`.
    [[nodiscard]] std::vector<Finding> findings() const;
    [[nodiscard]] FindingList findingList() const;

    /// Reads all, so that `findings` knows of every chunk.
    void checkAll() const;

    /// Whether the file was cut, or its disk failed, since it was opened: what is gone reads as zeros.
    [[nodiscard]] bool isLost() const;

private:
    std::unique_ptr<SideCarContent> m_content;
};

}  // namespace vellum::values::sidecar
