#pragma once

#include <cstddef>

namespace vellum::collector::cuda {

/// Finds and loads the library: `VELLUM_CUPTI_LIB` alone if it is set, else the usual places.
///
/// \return null, with a sentence in \p reason (without its end), cut to its size, if it is not found
[[nodiscard]] void* openCupti(char* reason, std::size_t reasonBytes);

}  // namespace vellum::collector::cuda
