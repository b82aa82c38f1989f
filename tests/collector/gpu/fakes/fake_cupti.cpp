#include "tests/collector/gpu/fakes/fake_cupti.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace cuda = vellum::collector::cuda;
using cuda::Result;

namespace vellum::fake {

namespace {

constexpr Result kInvalid = 1;
constexpr Result kNotSupported = 15;
constexpr Result kUnknown = 999;

struct Buffer {
    std::uint8_t* data = nullptr;
    std::size_t bytes = 0;
    std::size_t used = 0;
    std::vector<std::size_t> begins;  ///< of its records
    std::uint64_t number = 0;         ///< addresses come again as soon as they are free
};

/// Never destroyed: threads of the library outlive the program's end.
struct State {
    std::mutex lock;
    cuda::ApiCallback callback = nullptr;
    cuda::BufferRequested requested = nullptr;
    cuda::BufferCompleted completed = nullptr;
    cuda::Timestamp timestamp = nullptr;
    std::set<std::uint32_t> kinds;
    std::set<std::uint32_t> managedKinds;  ///< of unified memory, that were configured
    Buffer current;
    std::vector<Buffer> full;
    std::vector<Buffer> delivering;
    std::uint64_t delivered = 0;
    std::vector<std::string> held;  ///< records that come later than those after them
    std::size_t dropped = 0;
    std::uint64_t lastEnd = 0;
    std::atomic<std::uint32_t> correlation = 0;
    std::atomic<std::uint32_t> domains = 0;
    std::atomic<std::uint32_t> contextCallbacks = 0;  ///< a bit for each that is enabled
    std::map<std::uint32_t, std::uint32_t> devices;   ///< by context
};

State& state()
{
    static auto* const kState = new State;
    return *kState;
}

thread_local std::vector<std::pair<std::uint32_t, std::uint64_t>> externalIds;

/// The value of a word of FAKE_CUPTI; null if it is not there, empty if it has none.
const char* option(std::string_view wanted)
{
    const char* text = std::getenv("FAKE_CUPTI");
    while (text != nullptr && *text != '\0') {
        const std::size_t length = std::strcspn(text, ",");
        const std::string_view word(text, length);
        if (word == wanted) {
            return text + length;
        }
        if (word.starts_with(wanted) && word.substr(wanted.size()).starts_with('=')) {
            return text + wanted.size() + 1;
        }
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return nullptr;
}

/// Room in the current buffer; false if the recorder gives none. The lock is given up in between.
bool makeRoom(std::unique_lock<std::mutex>& guard, std::size_t bytes)
{
    State& fake = state();
    if (fake.current.data != nullptr && fake.current.used + bytes <= fake.current.bytes) {
        return true;
    }
    if (fake.current.data != nullptr) {
        fake.full.push_back(std::move(fake.current));
        fake.current = {};
    }
    Buffer made;
    std::size_t mostRecords = 0;
    guard.unlock();
    fake.requested(&made.data, &made.bytes, &mostRecords);
    guard.lock();
    if (made.data == nullptr || made.bytes < bytes) {
        return false;
    }
    if (fake.current.data != nullptr) {  // another thread was faster
        fake.full.push_back(std::move(fake.current));
    }
    fake.current = std::move(made);
    return true;
}

void write(std::unique_lock<std::mutex>& guard, const std::string& record)
{
    State& fake = state();
    if (!makeRoom(guard, record.size())) {
        ++fake.dropped;
        return;
    }
    std::memcpy(fake.current.data + fake.current.used, record.data(), record.size());
    fake.current.begins.push_back(fake.current.used);
    fake.current.used += record.size();
}

void writeHeld(std::unique_lock<std::mutex>& guard)
{
    std::vector<std::string> held = std::move(state().held);
    state().held.clear();
    for (auto record = held.rbegin(); record != held.rend(); ++record) {
        write(guard, *record);
    }
}

void deliver(bool all)
{
    State& fake = state();
    std::vector<Buffer> ready;
    {
        std::unique_lock guard(fake.lock);
        if (all) {
            writeHeld(guard);
        }
        ready = std::move(fake.full);
        fake.full.clear();
        if (all && fake.current.data != nullptr) {
            ready.push_back(std::move(fake.current));
            fake.current = {};
        }
    }
    for (Buffer& buffer : ready) {
        std::uint8_t* const data = buffer.data;
        const std::size_t used = buffer.used;
        const std::size_t bytes = buffer.bytes;
        std::uint64_t number = 0;
        {
            const std::lock_guard guard(fake.lock);
            number = buffer.number = ++fake.delivered;
            fake.delivering.push_back(std::move(buffer));
        }
        fake.completed(nullptr, 0, data, bytes, used);
        const std::lock_guard guard(fake.lock);
        std::erase_if(fake.delivering, [&](const Buffer& other) { return other.number == number; });
    }
}

void flushWhenDone()
{
    std::uint64_t end = 0;
    {
        const std::lock_guard guard(state().lock);
        end = state().lastEnd;
    }
    while (now() < end) {
        ::usleep(10);
    }
    deliver(true);
}

}  // namespace

bool isAsked(const char* word)
{
    return option(word) != nullptr;
}

std::uint64_t now()
{
    if (const cuda::Timestamp timestamp = state().timestamp) {
        return timestamp();
    }
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000
           + static_cast<std::uint64_t>(time.tv_nsec);
}

void pushExternalId(std::uint32_t kind, std::uint64_t id)
{
    externalIds.emplace_back(kind, id);
}

void popExternalId()
{
    externalIds.pop_back();
}

/// As the library does: only where calls are recorded, too.
static void noteExternalId(std::uint32_t correlation)
{
    const auto runtime = static_cast<std::uint32_t>(cuda::layout::Kind::Runtime);
    bool isWanted = false;
    {
        const std::lock_guard guard(state().lock);
        isWanted = state().kinds.contains(runtime);
    }
    if (isWanted && !externalIds.empty()) {
        cuda::layout::ExternalCorrelation external;
        external.externalKind = externalIds.back().first;
        external.externalId = externalIds.back().second;
        external.correlationId = correlation;
        push(external);
    }
}

static void tell(const ApiCall& call, cuda::CallbackSite site, std::uint32_t correlation)
{
    std::uint64_t data = 0;
    const cuda::CallbackData told{
        .site = site,
        .functionName = call.name,
        .context = handleOf(call.context),
        .contextUid = call.context,
        .correlationData = &data,
        .correlationId = correlation};
    if ((state().domains >> static_cast<std::uint32_t>(call.domain) & 1U) != 0) {
        state().callback(nullptr, call.domain, call.id, &told);
    }
}

static void playOnce()
{
    static std::once_flag isPlayed;
    if (const char* file = option("play"); file != nullptr && state().callback != nullptr) {
        const std::string path(file, std::strcspn(file, ","));
        std::call_once(isPlayed, [&path] { playRecords(path); });
    }
}

std::uint32_t enterCall(const ApiCall& call)
{
    playOnce();
    const std::uint32_t correlation = ++state().correlation;
    noteExternalId(correlation);
    tell(call, cuda::CallbackSite::Enter, correlation);
    return correlation;
}

void leaveCall(const ApiCall& call, std::uint32_t correlation)
{
    tell(call, cuda::CallbackSite::Exit, correlation);
}

static void tellContext(std::uint32_t callback, std::uint32_t context)
{
    const cuda::ResourceData data{.context = handleOf(context)};
    if ((state().contextCallbacks >> callback & 1U) != 0) {
        state().callback(nullptr, cuda::CallbackDomain::Resource, callback, &data);
    }
}

void loseRecords()
{
    State& fake = state();
    const std::lock_guard guard(fake.lock);
    fake.held.clear();
    fake.current.used = 0;
    fake.current.begins.clear();
}

void beginContext(std::uint32_t context)
{
    tellContext(cuda::kContextCreated, context);
}

void endContext(std::uint32_t context)
{
    tellContext(cuda::kContextDestroyStarting, context);
}

std::uint64_t optionNumber(const char* word)
{
    const char* text = option(word);
    return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

void noteContext(std::uint32_t context, std::uint32_t device)
{
    const std::lock_guard guard(state().lock);
    state().devices[context] = device;
}

std::uint32_t deviceOf(void* context)
{
    const std::lock_guard guard(state().lock);
    return state().devices[static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(context))];
}

/// Of unified memory the kinds that were configured; the lock is held.
static bool isCounted(const void* record, std::uint32_t kind)
{
    if (kind != static_cast<std::uint32_t>(cuda::layout::Kind::UnifiedMemoryCounter)) {
        return true;
    }
    cuda::layout::UnifiedMemoryCounter counted;
    std::memcpy(&counted, record, sizeof counted);
    return state().managedKinds.contains(counted.counterKind);
}

void pushBytes(const void* record, std::size_t bytes, std::uint64_t end)
{
    State& fake = state();
    std::uint32_t kind = 0;
    std::memcpy(&kind, record, sizeof kind);
    std::unique_lock guard(fake.lock);
    if (!fake.kinds.contains(kind) || !isCounted(record, kind)) {
        return;
    }
    fake.lastEnd = std::max(fake.lastEnd, end);
    fake.held.emplace_back(static_cast<const char*>(record), bytes);
    constexpr std::size_t kHeld = 8;
    if (option("shuffle") == nullptr || fake.held.size() >= kHeld) {
        writeHeld(guard);
    }
    if (!fake.full.empty() && option("slow") == nullptr) {
        guard.unlock();
        std::thread([] { deliver(false); }).join();  // the library has threads of its own
    }
}

}  // namespace vellum::fake

using vellum::fake::kInvalid;
using vellum::fake::kNotSupported;
using vellum::fake::kUnknown;
using vellum::fake::option;
using vellum::fake::state;

FAKE_EXPORT Result cuptiGetVersion(std::uint32_t* version)
{
    *version = 130001;
    return 0;
}

FAKE_EXPORT Result cuptiGetResultString(Result result, const char** text)
{
    *text = result == kNotSupported         ? "CUPTI_ERROR_NOT_SUPPORTED"
            : result == cuda::kNoPrivileges ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
                                            : "CUPTI_ERROR_UNKNOWN";
    return 0;
}

FAKE_EXPORT Result cuptiSubscribe_v2(
    cuda::Subscriber* subscriber,
    cuda::ApiCallback callback,
    void* /*user*/,
    cuda::SubscriberParams* params)
{
    if (option("busy") != nullptr) {
        std::snprintf(params->oldSubscriberName, params->oldSubscriberSize, "nsys");
        return cuda::kSubscriberExists;
    }
    if (option("refuse") != nullptr) {
        return kUnknown;
    }
    state().callback = callback;
    *subscriber = &state();
    return 0;
}

FAKE_EXPORT Result
cuptiSubscribe(cuda::Subscriber* subscriber, cuda::ApiCallback callback, void* user)
{
    cuda::SubscriberParams params;
    return cuptiSubscribe_v2(subscriber, callback, user, &params);
}

FAKE_EXPORT Result cuptiUnsubscribe(cuda::Subscriber /*subscriber*/)
{
    state().domains = 0;
    return 0;
}

FAKE_EXPORT Result cuptiEnableDomain(
    std::uint32_t enable, cuda::Subscriber /*subscriber*/, cuda::CallbackDomain domain)
{
    state().domains |= enable << static_cast<std::uint32_t>(domain);
    return 0;
}

FAKE_EXPORT Result cuptiEnableCallback(
    std::uint32_t enable,
    cuda::Subscriber /*subscriber*/,
    cuda::CallbackDomain domain,
    std::uint32_t id)
{
    if (domain != cuda::CallbackDomain::Resource || id > cuda::kContextDestroyStarting) {
        return kNotSupported;
    }
    state().contextCallbacks |= enable << id;
    return 0;
}

FAKE_EXPORT Result
cuptiActivityRegisterCallbacks(cuda::BufferRequested requested, cuda::BufferCompleted completed)
{
    state().requested = requested;
    state().completed = completed;
    return 0;
}

FAKE_EXPORT Result cuptiActivityEnable(std::uint32_t kind)
{
    const char* denied = option("deny");
    if (denied != nullptr && std::strtoul(denied, nullptr, 10) == kind) {
        return kNotSupported;
    }
    const std::lock_guard guard(state().lock);
    state().kinds.insert(kind);
    return 0;
}

FAKE_EXPORT Result cuptiActivityFlushAll(std::uint32_t /*flag*/)
{
    while (option("stall") != nullptr) {
        ::pause();
    }
    vellum::fake::flushWhenDone();
    return 0;
}

FAKE_EXPORT Result cuptiActivityFlushPeriod(std::uint32_t milliseconds)
{
    if (option("slow") == nullptr) {
        std::thread([milliseconds] {
            for (;;) {
                ::usleep(milliseconds * 1000);
                vellum::fake::flushWhenDone();
            }
        }).detach();
    }
    return 0;
}

FAKE_EXPORT Result
cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t /*validBytes*/, const void** record)
{
    const std::lock_guard guard(state().lock);
    const auto& all = state().delivering;
    for (auto place = all.rbegin(); place != all.rend(); ++place) {
        const vellum::fake::Buffer& own = *place;
        if (own.data != buffer) {
            continue;
        }
        auto next = own.begins.begin();
        if (*record != nullptr) {
            const auto at =
                static_cast<std::size_t>(static_cast<const std::uint8_t*>(*record) - buffer);
            next = std::find(own.begins.begin(), own.begins.end(), at);
            next += next == own.begins.end() ? 0 : 1;
        }
        if (next == own.begins.end()) {
            return cuda::kMaxLimitReached;
        }
        *record = buffer + *next;
        return 0;
    }
    return kInvalid;
}

FAKE_EXPORT Result
cuptiActivityGetNumDroppedRecords(void* /*context*/, std::uint32_t /*stream*/, std::size_t* dropped)
{
    const std::lock_guard guard(state().lock);
    static bool isToldOnce = false;
    const char* more = isToldOnce ? nullptr : option("drop");
    isToldOnce = true;
    *dropped = state().dropped + (more == nullptr ? 0 : std::strtoul(more, nullptr, 10));
    state().dropped = 0;
    return 0;
}

FAKE_EXPORT Result cuptiActivityRegisterTimestampCallback(cuda::Timestamp timestamp)
{
    if (option("noclock") != nullptr) {
        return kNotSupported;
    }
    state().timestamp = timestamp;
    return 0;
}

FAKE_EXPORT Result
cuptiActivityConfigureUnifiedMemoryCounter(cuda::UnifiedMemoryConfig* configs, std::uint32_t count)
{
    if (configs == nullptr || count == 0) {
        return kInvalid;
    }
    const std::uint64_t kind = vellum::fake::optionNumber("um");
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool isForAll = configs[i].scope == cuda::UnifiedMemoryConfig::kAllDevices;
        if (configs[i].kind == kind || (isForAll && option("onedevice") != nullptr)) {
            return kNotSupported;
        }
    }
    const std::lock_guard guard(state().lock);
    state().managedKinds.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        state().managedKinds.insert(configs[i].kind);
    }
    return 0;
}

FAKE_EXPORT Result
cuptiGetStreamIdEx(void* /*context*/, void* stream, std::uint8_t /*perThread*/, std::uint32_t* id)
{
    *id = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(stream));
    return 0;
}

FAKE_EXPORT Result cuptiGetContextId(void* context, std::uint32_t* id)
{
    *id = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(context));
    return *id == 0 ? kInvalid : 0;
}
