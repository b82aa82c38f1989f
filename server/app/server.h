#pragma once

#include "common/base/result.h"
#include "server/app/options.h"

namespace vellum::server::app {

/// Serves until told to end: says "ready" on standard output, writes the connection files, and takes
/// everything away again.
///
/// Errors   invalidArgument, notFound: the options. unavailable: an address or a file.
Result<void> serve(const Options& options);

}  // namespace vellum::server::app
