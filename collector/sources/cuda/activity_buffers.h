#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstdint>

namespace vellum::collector::cuda {

/// The buffers that CUPTI fills with activity records, and their way into the file `cuda`.
///
/// Memory   At most `maxBuffers` of `bufferBytes` are lent at a time; a request beyond that is refused,
///          the library then drops records and says how many.
/// Threads  CUPTI calls from threads of its own. Our lock is never held while it is called.
struct BufferLimits {
    std::size_t bufferBytes = std::size_t{4096} << 10U;  ///< VELLUM_CUPTI_BUFFER_KB
    std::uint32_t maxBuffers = 256;                      ///< VELLUM_CUPTI_BUFFER_MAX
};

/// \param cupti  must live as long as the process
[[nodiscard]] Result startBuffers(const CuptiInterface& cupti, const BufferLimits& limits);

/// Says in the file how many requests were refused since the last call.
void noteRefusedBuffers();

}  // namespace vellum::collector::cuda
