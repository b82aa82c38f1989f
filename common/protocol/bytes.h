#pragma once

#include <cstddef>
#include <vector>

namespace vellum::protocol {

/// One message as it crosses the socket: Cap'n Proto's plain framing.
using Bytes = std::vector<std::byte>;

}  // namespace vellum::protocol
