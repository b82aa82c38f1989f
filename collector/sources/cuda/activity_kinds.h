#pragma once

#include "collector/sources/cuda/activity_layout.h"

namespace vellum::collector::cuda {

struct NamedKind {
    layout::Kind kind;
    const char* name;
};

/// What is asked for, in the order that CUPTI advises: devices, contexts and streams before what runs on them.
inline constexpr NamedKind kKinds[] = {
    {layout::Kind::Device, "devices"},
    {layout::Kind::Context, "contexts"},
    {layout::Kind::Stream, "streams"},
    {layout::Kind::Name, "names"},
    {layout::Kind::ConcurrentKernel, "kernels"},
    {layout::Kind::Memcpy, "copies"},
    {layout::Kind::MemcpyPeer, "copies between devices"},
    {layout::Kind::Memset, "sets"},
    {layout::Kind::Synchronization, "synchronisations"},
    {layout::Kind::CudaEvent, "events"},
    {layout::Kind::Memory, "memory"},
    {layout::Kind::MemoryPool, "memory pools"},
    {layout::Kind::Overhead, "overhead"},
    {layout::Kind::Jit, "just-in-time compilation"},
};

}  // namespace vellum::collector::cuda
