#include "collector/sources/nvtx/device_names.h"

#include "collector/sources/cuda/labels.h"
#include "collector/sources/nvtx/range_names.h"

namespace vellum::collector::nvtx {

namespace {

// What NVTX's functions of these names do, for the driver's handles and the runtime's, which are the same.

void nameDeviceA(int device, const char* name)
{
    cuda::labelDevice(static_cast<std::uint32_t>(device), viewOf(name));
}
void nameDeviceW(int device, const wchar_t* name)
{
    cuda::labelDevice(static_cast<std::uint32_t>(device), narrowed(name));
}
void nameContextA(void* context, const char* name)
{
    cuda::labelContext(context, viewOf(name));
}
void nameContextW(void* context, const wchar_t* name)
{
    cuda::labelContext(context, narrowed(name));
}
void nameStreamA(void* stream, const char* name)
{
    cuda::labelStream(stream, viewOf(name));
}
void nameStreamW(void* stream, const wchar_t* name)
{
    cuda::labelStream(stream, narrowed(name));
}

}  // namespace

void fillCuda(const Table& table)
{
    table.set(Cuda::NameDeviceA, nameDeviceA);
    table.set(Cuda::NameDeviceW, nameDeviceW);
    table.set(Cuda::NameContextA, nameContextA);
    table.set(Cuda::NameContextW, nameContextW);
    table.set(Cuda::NameStreamA, nameStreamA);
    table.set(Cuda::NameStreamW, nameStreamW);
}

void fillRuntime(const Table& table)
{
    table.set(CudaRuntime::NameDeviceA, nameDeviceA);
    table.set(CudaRuntime::NameDeviceW, nameDeviceW);
    table.set(CudaRuntime::NameStreamA, nameStreamA);
    table.set(CudaRuntime::NameStreamW, nameStreamW);
}

}  // namespace vellum::collector::nvtx
