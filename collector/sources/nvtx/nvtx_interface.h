#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::nvtx {

/// What we need of NVTX's interface, version 3, declared by ourselves. Where the vendor's headers are found, a test
/// holds this against them (tests/collector/nvtx/vendor_layout.cpp).
///
/// Source   Its headers; numbers and layouts are a stable ABI.
enum class Module : std::uint32_t { Core = 1, Cuda = 2, CudaRuntime = 4, Core2 = 5 };

/// Places in the table of Module::Core.
enum class Core : std::uint32_t {
    MarkEx = 1,
    MarkA = 2,
    MarkW = 3,
    RangeStartEx = 4,
    RangeStartA = 5,
    RangeStartW = 6,
    RangeEnd = 7,
    RangePushEx = 8,
    RangePushA = 9,
    RangePushW = 10,
    RangePop = 11,
    NameCategoryA = 12,
    NameCategoryW = 13,
    NameOsThreadA = 14,
    NameOsThreadW = 15,
};

/// Places in the table of Module::Core2.
enum class Core2 : std::uint32_t {
    MarkEx = 1,
    RangeStartEx = 2,
    RangeEnd = 3,
    RangePushEx = 4,
    RangePop = 5,
    ResourceCreate = 6,
    ResourceDestroy = 7,
    NameCategoryA = 8,
    NameCategoryW = 9,
    RegisterStringA = 10,
    RegisterStringW = 11,
    CreateA = 12,
    CreateW = 13,
    Destroy = 14,
    Initialize = 15,
};

/// Places in the table of Module::Cuda.
enum class Cuda : std::uint32_t {
    NameDeviceA = 1,
    NameDeviceW = 2,
    NameContextA = 3,
    NameContextW = 4,
    NameStreamA = 5,
    NameStreamW = 6,
};

/// Places in the table of Module::CudaRuntime.
enum class CudaRuntime : std::uint32_t {
    NameDeviceA = 1,
    NameDeviceW = 2,
    NameStreamA = 3,
    NameStreamW = 4,
};

using Function = void (*)();
using FunctionTable = Function**;

struct CallbackTable {
    std::size_t structSize = 0;
    int (*functionsOf)(Module module, FunctionTable* table, unsigned* size) = nullptr;
};
inline constexpr std::uint32_t kCallbackTable = 1;
using GetExportTable = const void*(std::uint32_t id);

enum class MessageType : std::int32_t { None = 0, Ascii = 1, Wide = 2, Registered = 3 };
enum class PayloadType : std::int32_t {
    None = 0,
    UInt64 = 1,
    Int64 = 2,
    Double = 3,
    UInt32 = 4,
    Int32 = 5,
    Float = 6,
};

struct EventAttributes {
    std::uint16_t version = 0;
    std::uint16_t size = 0;
    std::uint32_t category = 0;
    std::int32_t colorType = 0;  ///< 1: `color` is 0xAARRGGBB
    std::uint32_t color = 0;
    PayloadType payloadType = PayloadType::None;
    std::int32_t reserved = 0;
    std::uint64_t payload = 0;
    MessageType messageType = MessageType::None;
    const void* message = nullptr;
};
static_assert(sizeof(EventAttributes) == 48);

}  // namespace vellum::collector::nvtx
