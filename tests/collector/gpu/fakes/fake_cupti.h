#pragma once

#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/cupti_interface.h"

#include <cstddef>
#include <cstdint>
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
///   slow       buffers are handed over when flushed only
///   um=KIND    that counter of unified memory is refused with 15, and with it all that are asked for together
///   early      kernels seem to begin half a millisecond before they do
///   onedevice  counters of unified memory are only taken of one device
namespace vellum::fake {

/// Whether FAKE_CUPTI has the word.
bool isAsked(const char* word);

/// Nanoseconds of the clock that the recorder has registered, else of CLOCK_MONOTONIC.
std::uint64_t now();

/// A call of CUDA: tells the subscriber. \return its correlation
std::uint32_t enterCall(collector::cuda::CallbackDomain domain, std::uint32_t id, const char* name);
void leaveCall(
    collector::cuda::CallbackDomain domain,
    std::uint32_t id,
    const char* name,
    std::uint32_t correlation);

/// The number that the program has given what it does, if it pushed one; it makes a record of a call.
void pushExternalId(std::uint32_t kind, std::uint64_t id);
void popExternalId();

void pushBytes(const void* record, std::size_t bytes, std::uint64_t end);

/// Queues a record if its kind is enabled. \param end  flushing waits for that time
template <typename Record>
void push(const Record& record, std::uint64_t end = 0)
{
    pushBytes(&record, sizeof record, end);
}

}  // namespace vellum::fake
