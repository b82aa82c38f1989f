#pragma once

#include "common/base/result.h"
#include "common/query/trace_selection.h"

#include <cstdint>
#include <string>

namespace vellum::server::index {

/// What tells one state of a trace's files from another.
struct SourceKey {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    friend bool operator==(const SourceKey&, const SourceKey&) = default;
};

/// Of the names, sizes and times of change of all files that \p selection stands for (of an OTF2 archive
/// those of its folder too), of the content of anchors and global definitions, and of the part that is
/// asked for.
///
/// Errors   notFound and whatever expanding the paths says.
[[nodiscard]] Result<SourceKey> keyOf(const vellum::query::TraceSelection& selection);

/// A name for the index of \p selection, whatever state its files are in.
[[nodiscard]] std::string nameOf(const vellum::query::TraceSelection& selection);

}  // namespace vellum::server::index
