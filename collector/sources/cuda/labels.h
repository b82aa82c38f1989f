#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstdint>
#include <string_view>

namespace vellum::collector::cuda {

/// Names that the program gives to what it has of CUDA. They come through NVTX (collector/sources/nvtx), which hands over the
/// program's own handles; records have numbers.
///
/// Errors   A handle that the library does not know, or that comes before the driver has started, has no name.
/// Threads  Any.
void startLabels(const CuptiInterface& cupti);

void labelDevice(std::uint32_t device, std::string_view name);
void labelContext(void* context, std::string_view name);
void labelStream(void* stream, std::string_view name);

}  // namespace vellum::collector::cuda
