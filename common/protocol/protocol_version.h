#pragma once

#include <cstdint>

namespace vellum::protocol {

/// What both sides say in their hello: equal numbers talk, others part with a sentence that names
/// both. Raised only when a message changes its meaning; new messages and fields do not need it,
/// for an older peer answers Unimplemented. History: VERSIONS.md.
inline constexpr std::uint32_t kProtocolVersion = 1;

}  // namespace vellum::protocol
