#pragma once

#include "common/values/sidecar/kinds.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vellum::values::sidecar {

/// What the number in a field is the id of.
enum class Refers : std::uint8_t {
    Nothing,
    String,
    Module,
    Function,
    Site,
    CallingContext,
    Object,
    Operation,
    Vertex,
    Pattern,  ///< 1 + its place among all PATTERN records
};

/// "object", as people call it.
[[nodiscard]] std::string_view name(Refers refers);

/// A field of a record.
struct Field {
    std::string_view name;
    std::string_view type;  ///< "u32", "u8[16]", …
    std::size_t offset = 0;
    std::size_t bytes = 0;
    Refers refers = Refers::Nothing;
};

/// A type of chunk and the fields of its records; none where these differ.
struct RecordShape {
    ChunkType type{};
    std::string_view name;  ///< "ACCESS"
    std::size_t bytes = 0;  ///< of a record; 0: they differ
    std::span<const Field> fields;
};

/// All types that have a number, in the order of the numbers: the one description of the records that
/// is neither C++ nor prose. `verify` finds ids by it, and docs/values-format.md has its tables.
[[nodiscard]] std::span<const RecordShape> recordShapes();

/// The tables of all records, as Markdown.
[[nodiscard]] std::string describeRecords();

}  // namespace vellum::values::sidecar
