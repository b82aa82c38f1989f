#pragma once

#include "common/base/error.h"
#include "common/query/trace_selection.h"

#include <new>
#include <stdexcept>

namespace vellum::server::import {

/// Whoever watches the memory wants no more of what is read.
[[nodiscard]] Error givenUp(const vellum::query::TraceSelection& selection);

[[nodiscard]] Error outOfMemory(const vellum::query::TraceSelection& selection);

/// The errors of \p work, running out of memory among them.
template <typename Work>
auto guarded(const vellum::query::TraceSelection& selection, const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return outOfMemory(selection);
    } catch (const std::length_error&) {
        return outOfMemory(selection);
    }
}

}  // namespace vellum::server::import
