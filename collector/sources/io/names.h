#pragma once

#include "collector/measurement/event_buffer.h"

#include <string_view>

namespace vellum::collector::io {

/// How files are named: absolute paths, or the kernel's names of pipes and sockets. Links are left as they are.
///
/// Errors   Empty where the name cannot be told.
/// Threads  The owner of the buffer's guard. What is returned lies in the buffer, up to the next call. errno is not kept.

/// The kernel's name of \p descriptor.
[[nodiscard]] std::string_view askName(measurement::EventBuffer& buffer, int descriptor);

/// \p path from the root on, where it is said from \p folder on: a descriptor, or AT_FDCWD.
[[nodiscard]] std::string_view makeName(
    measurement::EventBuffer& buffer, int folder, std::string_view path);

}  // namespace vellum::collector::io
