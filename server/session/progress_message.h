#pragma once

#include "common/codec/messages.h"
#include "server/import/importer.h"

namespace vellum::server::session {

/// What a client is told of how far an import is.
[[nodiscard]] codec::OpenProgress toMessage(const import::Progress& progress);

}  // namespace vellum::server::session
