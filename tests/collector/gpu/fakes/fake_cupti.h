#pragma once

#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/cupti_interface.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// A tracing library with CUPTI's interface and no GPU behind it: fake_cuda tells it what its calls and
/// devices do, and it hands that to the recorder as the real one does, buffer by buffer.
///
/// FAKE_CUPTI, a list with commas, makes it misbehave:
///   busy       another tool, "nsys", has subscribed
///   refuse     cuptiSubscribe fails with 999
///   deny=KIND  records of that kind are refused with 15
///   drop=N     N records are said to have been dropped
///   shuffle    records come in another order than they were made
///   noclock    no time stamps of the recorder's own
///   play=FILE  with the first call the records of FILE come, a file `cuda` of a kept spool, see record_player.cpp
///   stall      the recorder's own flushes never come back
///   slow       buffers are handed over when flushed only
///   um=KIND    that counter of unified memory is refused with 15, and with it all that are asked for together
///   early      kernels seem to begin half a millisecond before they do
///   onedevice  counters of unified memory are only taken of one device
///   counters=N the Range Profiler is refused with N
///   pm=N       PM sampling is refused with N
///   pmcycles   it knows no intervals of time, as of Turing and GA100
///   pmoverflow the device loses five samples of it
///   lose=N     it loses N kernels of its first session, without a word
namespace vellum::fake {

/// Whether FAKE_CUPTI has the word.
bool isAsked(const char* word);

/// Nanoseconds of the clock that the recorder has registered, else of CLOCK_MONOTONIC.
std::uint64_t now();

/// The number behind a word of FAKE_CUPTI; 0 if it is not there.
std::uint64_t optionNumber(const char* word);

/// Handles of contexts and streams are their numbers.
inline void* handleOf(std::uint32_t number)
{
    return reinterpret_cast<void*>(std::uintptr_t{number});
}
/// Of contexts, 1 to 16 are of devices as they are numbered; later ones of the device that noteContext() says.
void noteContext(std::uint32_t context, std::uint32_t device);
std::uint32_t deviceOf(void* context);

/// What the programming interface is called for.
struct ApiCall {
    collector::cuda::CallbackDomain domain = collector::cuda::CallbackDomain::Runtime;
    std::uint32_t id = 0;
    const char* name = nullptr;
    std::uint32_t context = 0;
};
/// Tells the subscriber. \return the call's correlation
std::uint32_t enterCall(const ApiCall& call);
void leaveCall(const ApiCall& call, std::uint32_t correlation);
void beginContext(std::uint32_t context);
/// The context is about to go.
void endContext(std::uint32_t context);

/// What the Range Profiler may count of a kernel.
struct CountedKernel {
    std::uint32_t blocks = 0;
    std::uint32_t threads = 0;
    std::uint32_t lastsNs = 0;
};
/// Whether the host profiler's object was made for PM sampling.
bool isForSampling(const void* hostObject);
/// Of a counter data image of PM sampling.
double sampledValue(const std::uint8_t* image, std::size_t sample, std::size_t metric);
void countKernel(std::uint32_t context, const CountedKernel& kernel);

/// The number that the program has given what it does, if it pushed one; it makes a record of a call.
void pushExternalId(std::uint32_t kind, std::uint64_t id);
void popExternalId();

/// A context is gone: what was not handed over is lost.
void loseRecords();

void playRecords(const std::string& path);

void pushBytes(const void* record, std::size_t bytes, std::uint64_t end);

/// Queues a record if its kind is enabled. \param end  flushing waits for that time
template <typename Record>
void push(const Record& record, std::uint64_t end = 0)
{
    pushBytes(&record, sizeof record, end);
}

}  // namespace vellum::fake
