#pragma once

#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/records.h"
#include "common/values/sidecar/writer.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace vellum::tests {

/// Lists of every type of record, in the order of their types.
using AllRecords = std::tuple<
    std::vector<values::sidecar::SettingRecord>,
    std::vector<values::sidecar::ModuleRecord>,
    std::vector<values::sidecar::FunctionRecord>,
    std::vector<values::sidecar::SiteRecord>,
    std::vector<values::sidecar::CallingContextRecord>,
    std::vector<values::sidecar::ObjectRecord>,
    std::vector<values::sidecar::OperationRecord>,
    std::vector<values::sidecar::AccessRecord>,
    std::vector<values::sidecar::PatternRecord>,
    std::vector<values::sidecar::TopValueRecord>,
    std::vector<values::sidecar::SitePairRecord>,
    std::vector<values::sidecar::SketchRecord>,
    std::vector<values::sidecar::VertexRecord>,
    std::vector<values::sidecar::EdgeRecord>,
    std::vector<values::sidecar::DuplicateRecord>,
    std::vector<values::sidecar::PageRecord>,
    std::vector<values::sidecar::LinkRecord>,
    std::vector<values::sidecar::ClockRecord>,
    std::vector<values::sidecar::LossRecord>,
    std::vector<values::sidecar::SpanRecord>,
    std::vector<values::sidecar::PageRunRecord>>;

/// What stands in a side-car, as plain lists.
struct Contents {
    std::vector<std::string> strings;  ///< all different, none empty: string i has the id i + 1
    AllRecords records;
    std::vector<std::vector<std::byte>> raw;

    template <typename Record>
    [[nodiscard]] std::vector<Record>& of()
    {
        return std::get<std::vector<Record>>(records);
    }
    template <typename Record>
    [[nodiscard]] const std::vector<Record>& of() const
    {
        return std::get<std::vector<Record>>(records);
    }
};

/// Records of random bytes, up to \p most of each type: nothing in them fits together.
[[nodiscard]] Contents randomBytes(std::uint64_t seed, std::size_t most);

/// A small run of which all that `verify` asks is true: objects, operations with their accesses by site,
/// patterns with top values, a flow graph, pages.
[[nodiscard]] Contents soundRun(std::uint64_t seed, std::uint64_t operations = 40);

/// Adds all to a writer, types in turn and in pieces.
void addAll(const Contents& contents, values::sidecar::Writer& writer, std::uint64_t seed);

/// Writes a finished side-car. Returns what the writer says of it.
values::sidecar::WriterFault writeSideCar(
    const Contents& contents, const std::filesystem::path& path, std::uint64_t seed = 1);

[[nodiscard]] std::vector<std::byte> bytesOf(const std::filesystem::path& path);

/// Makes all checksums of a file right again whose chunks begin at \p offsets, as far as they still can be.
void seal(std::vector<std::byte>& file, const std::vector<std::uint64_t>& offsets);

/// Whether \p records, which begin at \p index of a list, are those of the list, bit by bit (random floats
/// may be no numbers).
template <typename Record>
[[nodiscard]] bool isPartOf(
    const std::vector<Record>& list, std::span<const Record> records, std::uint64_t index)
{
    return index <= list.size() && records.size() <= list.size() - index
           && (records.empty()
               || std::memcmp(records.data(), &list[index], records.size_bytes()) == 0);
}

/// Whether everything that a side-car gives out stands in \p wanted at the same place.
[[nodiscard]] bool givesOnly(const values::sidecar::SideCar& sideCar, const Contents& wanted);

/// Whether it gives out all of \p wanted and nothing else.
[[nodiscard]] bool holdsAll(const values::sidecar::SideCar& sideCar, const Contents& wanted);

}  // namespace vellum::tests
