#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::cuda {

/// What we call of CUPTI, by function pointers: the library is looked for when the program starts to use
/// the driver, and a machine without it records everything else.
///
/// Source   The vendor's documentation of the interface; numbers are part of its stable ABI.
/// Threads  Immutable once loaded.

using Result = std::uint32_t;  ///< 0 success
inline constexpr Result kSubscriberExists = 39;
inline constexpr Result kMaxLimitReached = 12;
inline constexpr Result kNoPrivileges = 35;

enum class CallbackDomain : std::uint32_t { Driver = 1, Runtime = 2, Resource = 3 };
enum class CallbackSite : std::uint32_t { Enter = 0, Exit = 1 };

struct CallbackData {
    CallbackSite site = CallbackSite::Enter;
    const char* functionName = nullptr;
    const void* functionParams = nullptr;
    void* functionReturnValue = nullptr;
    const char* symbolName = nullptr;
    void* context = nullptr;
    std::uint32_t contextUid = 0;
    std::uint64_t* correlationData = nullptr;
    std::uint32_t correlationId = 0;
};

/// Of CallbackDomain::Resource, to whose callback the context is given.
inline constexpr std::uint32_t kContextCreated = 1;
inline constexpr std::uint32_t kContextDestroyStarting = 2;
struct ResourceData {
    void* context = nullptr;
    void* handle = nullptr;
    void* descriptor = nullptr;
};

struct SubscriberParams {
    std::size_t structSize = sizeof(SubscriberParams);
    const char* subscriberName = nullptr;
    char* oldSubscriberName = nullptr;
    std::size_t oldSubscriberSize = 0;
};

struct UnifiedMemoryConfig {
    static constexpr std::uint32_t kOneDevice = 1;
    static constexpr std::uint32_t kAllDevices = 2;

    std::uint32_t scope = kAllDevices;
    std::uint32_t kind = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t enable = 1;
};

using Subscriber = void*;
using ApiCallback = void (*)(void*, CallbackDomain, std::uint32_t, const void*);
using BufferRequested = void (*)(std::uint8_t**, std::size_t*, std::size_t*);
using BufferCompleted =
    void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t validBytes);
using Timestamp = std::uint64_t (*)();

/// The size that the library expects: up to the end of the last member, without padding.
template <typename Params, typename Member>
[[nodiscard]] std::size_t sizeUpTo(const Params& params, const Member& last)
{
    return static_cast<std::size_t>(
        reinterpret_cast<const std::byte*>(&last) - reinterpret_cast<const std::byte*>(&params)
        + static_cast<std::ptrdiff_t>(sizeof last));
}

struct CuptiInterface {
    Result (*getVersion)(std::uint32_t*) = nullptr;
    Result (*getResultString)(Result, const char**) = nullptr;
    Result (*subscribe)(Subscriber*, ApiCallback, void*) = nullptr;
    Result (*unsubscribe)(Subscriber) = nullptr;
    Result (*enableDomain)(std::uint32_t, Subscriber, CallbackDomain) = nullptr;
    Result (*registerCallbacks)(BufferRequested, BufferCompleted) = nullptr;
    Result (*enableActivity)(std::uint32_t kind) = nullptr;
    Result (*flushAll)(std::uint32_t flag) = nullptr;
    Result (*nextRecord)(std::uint8_t*, std::size_t, const void**) = nullptr;
    Result (*droppedRecords)(void*, std::uint32_t, std::size_t*) = nullptr;

    // Not in every version: null where they are missing.
    Result (*subscribeNamed)(Subscriber*, ApiCallback, void*, SubscriberParams*) = nullptr;
    Result (*registerTimestamp)(Timestamp) = nullptr;
    Result (*flushPeriod)(std::uint32_t milliseconds) = nullptr;
    Result (*configureUnifiedMemory)(UnifiedMemoryConfig*, std::uint32_t count) = nullptr;
    Result (*contextId)(void* context, std::uint32_t*) = nullptr;
    Result (*enableCallback)(
        std::uint32_t enable, Subscriber, CallbackDomain, std::uint32_t callback) = nullptr;
    /// \param context  null: whichever the stream is of
    Result (*streamId)(void* context, void* stream, std::uint8_t perThread, std::uint32_t*) =
        nullptr;
};

/// Finds the library and its functions: `VELLUM_CUPTI_LIB` alone if it is set, else the usual places.
///
/// Errors   False, with a sentence in \p reason (without its end), cut to its size.
[[nodiscard]] bool loadCupti(CuptiInterface& cupti, char* reason, std::size_t reasonBytes);

}  // namespace vellum::collector::cuda
