#pragma once

// What the header-only NVTX does, as far as the test program needs it: with the first call the library named in
// NVTX_INJECTION64_PATH is loaded and given the tables of functions, which do nothing until it fills them.
#include "collector/sources/nvtx/nvtx_interface.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>

namespace nvtx = vellum::collector::nvtx;

inline nvtx::Function coreFunctions[16] = {};
inline nvtx::Function core2Functions[16] = {};
inline nvtx::Function cudaFunctions[16] = {};
inline nvtx::Function runtimeFunctions[16] = {};
inline nvtx::Function* coreTable[16] = {};
inline nvtx::Function* core2Table[16] = {};
inline nvtx::Function* cudaTable[16] = {};
inline nvtx::Function* runtimeTable[16] = {};

inline int functionsOf(nvtx::Module module, nvtx::FunctionTable* table, unsigned* size)
{
    *size = 16;
    switch (module) {
    case nvtx::Module::Core:
        *table = coreTable;
        return 1;
    case nvtx::Module::Core2:
        *table = core2Table;
        return 1;
    case nvtx::Module::Cuda:
        *table = cudaTable;
        return 1;
    case nvtx::Module::CudaRuntime:
        *table = runtimeTable;
        return 1;
    }
    return 0;
}

inline const void* exportTable(std::uint32_t id)
{
    static const nvtx::CallbackTable kCallbacks{
        .structSize = sizeof(nvtx::CallbackTable), .functionsOf = functionsOf};
    return id == nvtx::kCallbackTable ? &kCallbacks : nullptr;
}

inline bool attach()
{
    for (int i = 1; i < 16; ++i) {
        coreTable[i] = &coreFunctions[i];
        core2Table[i] = &core2Functions[i];
        cudaTable[i] = &cudaFunctions[i];
        runtimeTable[i] = &runtimeFunctions[i];
    }
    const char* path = std::getenv("NVTX_INJECTION64_PATH");
    void* library = path == nullptr ? nullptr : ::dlopen(path, RTLD_LAZY);
    using Initialize = int(nvtx::GetExportTable*);
    auto* const initialize =
        library == nullptr
            ? nullptr
            : reinterpret_cast<Initialize*>(::dlsym(library, "InitializeInjectionNvtx2"));
    return initialize != nullptr && initialize(exportTable) == 1;
}

// Not a call that the range could be thought to be in.
__attribute__((no_instrument_function)) inline bool isAttached()
{
    static const bool kIsAttached = attach();
    return kIsAttached;
}

template <typename Result, typename... Arguments>
Result call(const nvtx::Function* functions, int place, Arguments... arguments)
{
    const bool isThere = isAttached();
    auto* const function = reinterpret_cast<Result (*)(Arguments...)>(functions[place]);
    return isThere && function != nullptr ? function(arguments...) : Result();
}

struct nvtxDomain;
struct nvtxString;
using nvtxDomainHandle_t = nvtxDomain*;
using nvtxStringHandle_t = nvtxString*;
using nvtxRangeId_t = std::uint64_t;

struct nvtxEventAttributes_t {
    std::uint16_t version;
    std::uint16_t size;
    std::uint32_t category;
    std::int32_t colorType;
    std::uint32_t color;
    std::int32_t payloadType;
    std::int32_t reserved0;
    union {
        std::uint64_t ullValue;
        std::int64_t llValue;
        double dValue;
        std::uint32_t uiValue;
        std::int32_t iValue;
        float fValue;
    } payload;
    std::int32_t messageType;
    union {
        const char* ascii;
        const wchar_t* unicode;
        nvtxStringHandle_t registered;
    } message;
};
constexpr std::uint16_t NVTX_VERSION = 3;
constexpr std::uint16_t NVTX_EVENT_ATTRIB_STRUCT_SIZE = sizeof(nvtxEventAttributes_t);
enum { NVTX_COLOR_ARGB = 1 };
enum {
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
};
enum {
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
};

inline void nvtxMarkA(const char* text)
{
    call<int>(coreFunctions, 2, text);
}
inline void nvtxMarkEx(const nvtxEventAttributes_t* event)
{
    call<int>(coreFunctions, 1, event);
}
inline nvtxRangeId_t nvtxRangeStartA(const char* text)
{
    return call<nvtxRangeId_t>(coreFunctions, 5, text);
}
inline void nvtxRangeEnd(nvtxRangeId_t range)
{
    call<int>(coreFunctions, 7, range);
}
inline int nvtxRangePushEx(const nvtxEventAttributes_t* event)
{
    return call<int>(coreFunctions, 8, event);
}
inline int nvtxRangePushA(const char* text)
{
    return call<int>(coreFunctions, 9, text);
}
inline int nvtxRangePushW(const wchar_t* text)
{
    return call<int>(coreFunctions, 10, text);
}
inline int nvtxRangePop()
{
    return call<int>(coreFunctions, 11);
}
inline void nvtxNameCategoryA(std::uint32_t category, const char* name)
{
    call<int>(coreFunctions, 12, category, name);
}
inline void nvtxNameOsThreadA(std::uint32_t thread, const char* name)
{
    call<int>(coreFunctions, 14, thread, name);
}
inline void nvtxNameCudaDeviceA(int device, const char* name)
{
    call<int>(runtimeFunctions, 1, device, name);
}
inline void nvtxNameCudaStreamA(void* stream, const char* name)
{
    call<int>(runtimeFunctions, 3, stream, name);
}
inline void nvtxNameCuContextW(void* context, const wchar_t* name)
{
    call<int>(cudaFunctions, 4, context, name);
}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event)
{
    return call<int>(core2Functions, 4, domain, event);
}
inline int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    return call<int>(core2Functions, 5, domain);
}
inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* text)
{
    return call<nvtxStringHandle_t>(core2Functions, 10, domain, text);
}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char* name)
{
    return call<nvtxDomainHandle_t>(core2Functions, 12, name);
}
