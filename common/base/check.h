#pragma once

namespace vellum {

/// Prints where our promise was broken, and aborts.
[[noreturn]] void failCheck(const char* condition, const char* file, int line);

}  // namespace vellum

/// For our bugs only, never reachable from input. Kept in releases: a wrong picture costs more than
/// the check.
#define VELLUM_ASSERT(condition)                                                                   \
    (static_cast<bool>(condition) ? void() : ::vellum::failCheck(#condition, __FILE__, __LINE__))
