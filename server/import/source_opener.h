#pragma once

#include "common/base/result.h"
#include "server/import/importer.h"
#include "server/reader/event_source.h"

#include <memory>

namespace vellum::server::import {

/// Opens what \p selection names, whatever its format: an archive, a file, or several files that
/// are one trace together; of that the locations that it selects.
///
/// Errors   As of importTrace. Of several files those that cannot be read after all are left out
///          and reported, unless there is no other.
/// Threads  Any; several files are opened by `options.threads` of its own.
[[nodiscard]] Result<std::unique_ptr<reader::EventSource>> openSource(
    const vellum::query::TraceSelection& selection, const ImportOptions& options);

}  // namespace vellum::server::import
