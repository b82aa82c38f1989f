#pragma once

#include <cstddef>
#include <cstdint>

/// What the test programs use of CUDA, by the names that CUDA has in a namespace of our own; there is no device, kernels
/// do nothing and last as long as they are told. The first call loads the library in CUDA_INJECTION64_PATH,
/// as the driver does.
namespace fakecuda {

enum class Direction { HostToDevice = 1, DeviceToHost = 2, DeviceToDevice = 8 };

using Stream = std::uint32_t;  ///< 7 is the default stream
inline constexpr Stream kDefault = 7;

void setDevice(std::uint32_t device);  ///< a context of its own for each
Stream streamCreate(std::int32_t priority = 0);
/// A part of the current device, whose context is the thread's from now on. \return the context's number
std::uint32_t greenContextCreate(std::uint16_t multiprocessors);
void* mallocDevice(std::size_t bytes);
void freeDevice(void* memory);
/// From a pool, which is made with the first call and holds twice as much as was asked for at most.
void* mallocAsync(std::size_t bytes, Stream stream = kDefault);
void freeAsync(void* memory, Stream stream = kDefault);
void memcpyAsync(std::size_t bytes, Direction direction, Stream stream = kDefault);
void memcpyPeer(std::size_t bytes, std::uint32_t from, std::uint32_t to);
void memsetAsync(std::size_t bytes, Stream stream = kDefault);
void launch(
    const char* mangledName,
    std::uint32_t blocks,
    std::uint32_t threads,
    std::uint32_t lastsNs,
    Stream stream = kDefault);
/// Three kernels, each after the one before.
void graphLaunch(std::uint32_t graph, Stream stream = kDefault);
std::uint32_t eventRecord(Stream stream);
void streamWaitEvent(Stream stream, std::uint32_t event);
void streamSynchronize(Stream stream = kDefault);
void deviceSynchronize();
void deviceReset();
/// As streamWaitEvent, but the program waits.
void eventSynchronize(std::uint32_t event);
/// Several devices, of which the bits say which, and the CPU want the same pages.
void thrash(std::size_t bytes, std::uint64_t devices);
/// A number of the program's own for its calls until it is popped.
void pushExternalId(std::uint32_t kind, std::uint64_t id);
void popExternalId();
std::uint32_t getDevice();  ///< a question: not recorded
/// Managed memory: the device touches pages of the host, or the host those of the device.
void touchManaged(std::size_t bytes, bool byDevice);
void compile();

}  // namespace fakecuda
