#pragma once

#include <string>

namespace vellum::server::reader::otf2 {

/// Has the library hand its errors to us, where it would write them to standard error. Once for
/// the process, however often called.
///
/// Threads  Any.
void captureErrors();

/// What the library said on this thread since the last call: its first sentence, which is nearest
/// to the cause; empty if nothing.
[[nodiscard]] std::string takeError();

}  // namespace vellum::server::reader::otf2
