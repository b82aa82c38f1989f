#pragma once

#include "common/values/sidecar/file_frame.h"

#include <array>
#include <cstdint>
#include <string_view>

/// What a run is made of: who made the accesses, and to what. See records.h for what holds of all records.
namespace vellum::values::sidecar {

using StringId = std::uint32_t;

/// The setting that says how fast the side-car's clock ticks, where that is no clock of nanoseconds; decimal.
inline constexpr std::string_view kTicksPerSecondSetting = "ticks per second";

/// The setting that says how it was known which pages were written.
inline constexpr std::string_view kPageMechanismSetting = "pages watched by";

struct SettingRecord {
    static constexpr ChunkType kType = ChunkType::Setting;
    StringId key = 0;
    StringId value = 0;

    friend bool operator==(const SettingRecord&, const SettingRecord&) = default;
};

struct ModuleRecord {
    static constexpr ChunkType kType = ChunkType::Module;
    std::uint32_t id = 0;
    std::uint32_t crc = 0;  ///< of a cubin, as CUPTI computes it; 0 of a host module
    std::uint32_t context = 0;
    StringId file = 0;
    std::uint64_t base = 0;  ///< where it was loaded
    std::uint64_t size = 0;
    Digest digest{};  ///< the first half of its SHA-256, or its build id
    std::uint64_t tLoad = 0;
    std::uint32_t flags = 0;
    std::uint32_t pad = 0;

    friend bool operator==(const ModuleRecord&, const ModuleRecord&) = default;
};

struct FunctionRecord {
    static constexpr ChunkType kType = ChunkType::Function;
    std::uint32_t id = 0;
    std::uint32_t module = 0;
    StringId name = 0;       ///< as the linker has it
    StringId demangled = 0;  ///< as people have it; 0: as `name`
    std::uint64_t symbolValue = 0;
    std::uint64_t size = 0;
    std::uint64_t load = 0;  ///< address in the process
    std::uint32_t registers = 0;
    std::uint32_t flags = 0;

    friend bool operator==(const FunctionRecord&, const FunctionRecord&) = default;
};

/// One memory instruction.
struct SiteRecord {
    static constexpr ChunkType kType = ChunkType::Site;
    std::uint32_t id = 0;
    std::uint32_t function = 0;
    /// From the function's begin; of an unknown function from the module's.
    std::uint64_t pcOffset = 0;
    StringId file = 0;
    std::uint32_t line = 0;         ///< from 1 on; 0: not known
    std::uint32_t inlineChain = 0;  ///< the calling context of its innermost inlined call
    std::uint32_t callingContext = 0;
    Processor processor{};
    AccessKind kind{};
    std::uint8_t unit = 0;     ///< bytes of one scalar: 1, 2, 4 or 8
    std::uint8_t scalars = 0;  ///< that one instruction moves
    ValueType type{};
    TypeSource typeSource{};
    ObjectSpace space{};
    std::uint8_t flags = 0;
    std::uint32_t instruction = 0;
    std::uint32_t pad = 0;
    std::uint64_t executions = 0;

    friend bool operator==(const SiteRecord&, const SiteRecord&) = default;
};

struct CallingContextRecord {
    static constexpr ChunkType kType = ChunkType::CallingContext;
    std::uint32_t id = 0;
    std::uint32_t parent = 0;  ///< 0: this is a root
    std::uint32_t site = 0;    ///< of the call in the parent
    std::uint32_t function = 0;
    CallingContextKind kind{};
    std::uint32_t depth = 0;  ///< of a root 0

    friend bool operator==(const CallingContextRecord&, const CallingContextRecord&) = default;
};

/// One allocation, variable, stack or window.
struct ObjectRecord {
    static constexpr ChunkType kType = ChunkType::Object;
    std::uint64_t id = 0;
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::uint64_t tAllocate = 0;  ///< of what was there from the begin: the file's
    std::uint64_t tFree = 0;      ///< 0: not before the end
    std::uint32_t callingContext = 0;
    StringId name = 0;
    std::uint32_t context = 0;
    std::uint32_t device = 0;
    ObjectSpace space{};
    std::uint8_t unit = 0;
    ValueType type{};
    std::uint8_t flags = 0;
    std::uint32_t parent = 0;  ///< the object it is a part of, whose id must fit

    friend bool operator==(const ObjectRecord&, const ObjectRecord&) = default;
};

/// One GPU call, kernel or copy; on the CPU visits of one function from one call site that a thread made one after the other.
struct OperationRecord {
    static constexpr ChunkType kType = ChunkType::Operation;
    static constexpr std::uint32_t kMerged = 1;   ///< flag: several visits; grid[0] says how many
    static constexpr std::uint32_t kSampled = 2;  ///< flag: not all of its accesses were looked at
    std::uint64_t id = 0;
    std::uint64_t t0 = 0;  ///< [t0, t1]; an operation may take no time
    std::uint64_t t1 = 0;
    std::uint64_t correlation = 0;
    OperationKind kind{};
    std::uint32_t callingContext = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0;  ///< or the thread, numbered by creation
    std::uint32_t function = 0;
    std::uint32_t ordinal = 0;  ///< on its stream, from 0 on
    std::uint32_t graphNode = 0;
    std::uint32_t flags = 0;
    std::array<std::uint32_t, 3> grid{};   ///< of a Visit: visits, 0, 0
    std::array<std::uint32_t, 3> block{};  ///< of a Visit: 0
    std::uint64_t accesses = 0;            ///< made, also those that are lost or sampled away
    std::uint64_t bytes = 0;

    friend bool operator==(const OperationRecord&, const OperationRecord&) = default;
};

}  // namespace vellum::values::sidecar
