#include "collector/sources/cuda/api_callbacks.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/cuda/device_sampling.h"
#include "collector/sources/cuda/kernel_counters.h"
#include "collector/sources/cuda/raw_file.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <string_view>

namespace vellum::collector::cuda {

namespace {

/// Answered at once from what the library knows: they would bury the calls that do something.
constexpr std::string_view kQuestions[] = {
    "cudaGetDevice",
    "cudaGetDeviceCount",
    "cudaGetDeviceProperties",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaDeviceGetAttribute",
    "cudaFuncGetAttributes",
    "cudaPointerGetAttributes",
    "cudaStreamIsCapturing",
    "cudaStreamGetCaptureInfo",
    "cudaDriverGetVersion",
    "cudaRuntimeGetVersion",
    "cudaGetDriverEntryPoint",
    "cuGetProcAddress",
    "cuGetErrorString",
    "cuGetErrorName",
    "cuDriverGetVersion",
    "cuDeviceGet",
    "cuDeviceGetCount",
    "cuDeviceGetName",
    "cuDeviceGetUuid",
    "cuDeviceGetAttribute",
    "cuDeviceTotalMem",
    "cuDevicePrimaryCtxGetState",
    "cuCtxGetCurrent",
    "cuCtxGetDevice",
    "cuCtxGetApiVersion",
    "cuFuncGetAttribute",
    "cuPointerGetAttribute",
    "cuStreamIsCapturing",
    "cuStreamGetCaptureInfo",
    "__cudaPushCallConfiguration",
    "__cudaPopCallConfiguration",
};

constexpr std::uint32_t kMaxFunctions = 2048;  ///< per domain; CUDA 13.0 has some 800

/// Launch: yes, and it has kernels run. Reset: yes, and a context may go.
enum class Wanted : std::uint8_t { Unknown = 0, Yes = 1, No = 2, Launch = 3, Reset = 4 };

std::atomic<Wanted> functions[3][kMaxFunctions];

/// The calls that this thread is in.
struct CallDepth {
    std::uint32_t depth = 0;
    std::uint32_t correlation = 0;  ///< of the outermost one
};
thread_local constinit CallDepth calls __attribute__((tls_model("initial-exec")));

/// "cudaMemcpyAsync_ptsz_v7000" → "cudaMemcpyAsync": how the function was bound is nobody's question.
std::string_view plainName(std::string_view name)
{
    const auto cut = [&name](std::string_view suffix) {
        if (name.ends_with(suffix)) {
            name.remove_suffix(suffix.size());
        }
    };
    const std::size_t version = name.rfind("_v");
    const bool isVersion =
        version != std::string_view::npos && version + 2 < name.size()
        && name.find_first_not_of("0123456789", version + 2) == std::string_view::npos;
    if (isVersion) {
        name = name.substr(0, version);
    }
    cut("_ptsz");
    cut("_ptds");
    return name;
}

bool isQuestion(std::string_view name)
{
    return std::ranges::find(kQuestions, name) != std::end(kQuestions);
}

/// What calls mean for us, by the begins of their names.
constexpr struct {
    std::string_view begin;
    CallbackDomain domain;
    Wanted meaning;
} kMeanings[] = {
    {"cuLaunchKernel", CallbackDomain::Driver, Wanted::Launch},
    {"cuLaunchCooperativeKernel", CallbackDomain::Driver, Wanted::Launch},
    {"cuLaunchGrid", CallbackDomain::Driver, Wanted::Launch},
    {"cuGraphLaunch", CallbackDomain::Driver, Wanted::Launch},
    {"cuCtxDestroy", CallbackDomain::Driver, Wanted::Reset},
    {"cuDevicePrimaryCtxRelease", CallbackDomain::Driver, Wanted::Reset},
    {"cuDevicePrimaryCtxReset", CallbackDomain::Driver, Wanted::Reset},
    {"cudaDeviceReset", CallbackDomain::Runtime, Wanted::Reset},
    {"cudaThreadExit", CallbackDomain::Runtime, Wanted::Reset}};

Wanted meaningOf(CallbackDomain domain, std::string_view name)
{
    const auto* const found = std::ranges::find_if(kMeanings, [&](const auto& known) {
        return known.domain == domain && name.starts_with(known.begin);
    });
    return found == std::end(kMeanings) ? Wanted::Yes : found->meaning;
}

/// Looks at a function that is met for the first time and writes its name down. Two threads may both do
/// so: then the name is there twice.
Wanted meet(CallbackDomain domain, std::uint32_t id, const char* functionName)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    const std::string_view name = plainName(functionName == nullptr ? "" : functionName);
    if (name.empty() || isQuestion(name)) {
        return Wanted::No;
    }
    const std::uint32_t head[2] = {static_cast<std::uint32_t>(domain), id};
    appendText(BlockKind::CallbackName, head, sizeof head, name);
    return meaningOf(domain, name);
}

Wanted lookUp(CallbackDomain domain, std::uint32_t id, const char* functionName)
{
    const auto row = static_cast<std::uint32_t>(domain);
    if (row > 2 || id >= kMaxFunctions) {
        return Wanted::No;
    }
    std::atomic<Wanted>& known = functions[row][id];
    Wanted wanted = known.load(std::memory_order_relaxed);
    if (wanted == Wanted::Unknown) [[unlikely]] {
        wanted = meet(domain, id, functionName);
        known.store(wanted, std::memory_order_relaxed);
    }
    return wanted;
}

void enterCall(std::uint64_t subject, std::uint32_t correlation)
{
    if (calls.depth++ == 0) {
        calls.correlation = correlation;
        measurement::record(measurement::EventKind::CudaEnter, subject, correlation);
    } else if (correlation != calls.correlation) {
        measurement::record(measurement::EventKind::CudaInner, calls.correlation, correlation);
    }
}

void leaveCall(std::uint64_t subject)
{
    if (calls.depth > 0 && --calls.depth == 0) {
        measurement::record(measurement::EventKind::CudaLeave, subject, 0);
    }
}

void countLaunch(const CallbackData& call)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (call.site == CallbackSite::Enter) {
        beginLaunch(
            {.context = call.context,
             .contextNumber = call.contextUid,
             .correlation = call.correlationId,
             .outer = calls.correlation});
    } else {
        endLaunch(call.context);
    }
}

std::atomic<const CuptiInterface*> flushed = nullptr;

/// The library hands over what is done; what still runs is lost with the context, as the program wants it.
void flushBefore()
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (const CuptiInterface* cupti = flushed) {
        cupti->flushAll(0);
    }
}

void onResource(std::uint32_t id, const ResourceData& resource)
{
    if (!measurement::ensureStarted()) {
        return;
    }
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (id == kContextCreated) {
        sampleDeviceOf(resource.context);
    } else if (id == kContextDestroyStarting) {
        endCounting(resource.context);
    }
}

}  // namespace

void onApiCall(void* /*user*/, CallbackDomain domain, std::uint32_t id, const void* data)
{
    if (domain == CallbackDomain::Resource) {
        onResource(id, *static_cast<const ResourceData*>(data));
        return;
    }
    const auto& call = *static_cast<const CallbackData*>(data);
    // In this order: a forked child that is not recorded must write no name into its parent's file.
    if (!measurement::ensureStarted()) {
        return;
    }
    const Wanted wanted = lookUp(domain, id, call.functionName);
    if (wanted == Wanted::No) {
        return;
    }
    const std::uint64_t subject = measurement::cudaSubject(static_cast<std::uint32_t>(domain), id);
    if (call.site == CallbackSite::Enter) {
        enterCall(subject, call.correlationId);
    }
    if (wanted == Wanted::Launch) {
        countLaunch(call);
    } else if (wanted == Wanted::Reset && call.site == CallbackSite::Enter) {
        flushBefore();
    }
    if (call.site != CallbackSite::Enter) {
        leaveCall(subject);
    }
}

void flushBeforeResets(const CuptiInterface& cupti)
{
    flushed = &cupti;
}

void forgetFunctions()
{
    flushed = nullptr;
    for (auto& row : functions) {
        for (std::atomic<Wanted>& known : row) {
            known.store(Wanted::Unknown, std::memory_order_relaxed);
        }
    }
}

}  // namespace vellum::collector::cuda
