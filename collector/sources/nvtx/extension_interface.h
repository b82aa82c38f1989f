#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::nvtx {

/// What we need of NVTX's extensions, declared by ourselves: each asks for InitializeInjectionNvtxExtension with its first call, and gives it
/// its slots, into which we write our functions.
///
/// Source   NVTX's headers nvToolsExtCounters.h and nvToolsExtPayload.h; numbers and layouts are a stable ABI.

enum class ExtensionModule : std::uint16_t { Payload = 2, Counters = 4 };

struct ExtensionSegment {
    std::size_t segmentId = 0;
    std::size_t slotCount = 0;
    std::intptr_t* slots = nullptr;
};

struct ExtensionInfo {
    std::uint16_t nvtxVersion = 0;
    std::uint16_t structSize = 0;
    ExtensionModule module = ExtensionModule::Payload;
    std::uint16_t compatibility = 0;
    std::size_t segmentCount = 0;
    ExtensionSegment* segments = nullptr;
    void* getExportFunction = nullptr;
    const void* information = nullptr;
};

/// Places in the slots of ExtensionModule::Counters.
enum class CounterSlot : std::uint8_t {
    Register = 0,
    SampleInt64 = 1,
    SampleFloat64 = 2,
    Sample = 3,
    SampleNoValue = 4,
    BatchSubmit = 5,
};

/// Places in the slots of ExtensionModule::Payload.
enum class PayloadSlot : std::uint8_t {
    SchemaRegister = 0,
    EnumRegister = 1,
    Mark = 2,
    RangePush = 3,
    RangePop = 4,
    RangeStart = 5,
    RangeEnd = 6,
    DomainIsEnabled = 7,
};

/// Numbers that tools give begin here; below are those that the program chose.
inline constexpr std::uint64_t kFirstToolId = std::uint64_t{1} << 32U;

struct CounterAttributes {
    std::size_t structSize = 0;
    std::uint64_t schemaId = 0;  ///< a type of numbers, or the layout of a group
    const char* name = nullptr;
    const char* description = nullptr;
    std::uint64_t scopeId = 0;
    const void* semantics = nullptr;
    std::uint64_t counterId = 0;  ///< 0: the tool gives one
};

/// Reasons of CounterSlot::SampleNoValue.
inline constexpr std::uint8_t kSampleIsZero = 0;

struct PayloadData {
    std::uint64_t schemaId = 0;
    std::size_t size = 0;
    const void* payload = nullptr;
};

struct SchemaAttributes {
    std::uint64_t fieldMask = 0;  ///< of the members behind it
    const char* name = nullptr;
    std::uint64_t type = 0;
    std::uint64_t flags = 0;
    const void* entries = nullptr;
    std::size_t entryCount = 0;
    std::size_t payloadBytes = 0;
    std::size_t alignment = 0;
    std::uint64_t schemaId = 0;
};
inline constexpr std::uint64_t kSchemaHasName = 1U << 1U;
inline constexpr std::uint64_t kSchemaHasId = 1U << 8U;

}  // namespace vellum::collector::nvtx
