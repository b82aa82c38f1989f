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
Stream streamCreate();
void* mallocDevice(std::size_t bytes);
void freeDevice(void* memory);
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
std::uint32_t getDevice();  ///< a question: not recorded
/// Managed memory: the device touches pages of the host, or the host those of the device.
void touchManaged(std::size_t bytes, bool byDevice);
void compile();

}  // namespace fakecuda
