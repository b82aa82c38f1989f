#pragma once

#include "common/base/result.h"
#include "server/app/options.h"
#include "server/session/engine.h"

#include <functional>
#include <optional>
#include <string>

namespace vellum::server::app {

/// What a server has to look after besides its clients: the ranks that its engine needs.
struct RankCare {
    /// Called a few times a second: a rank that is gone, in a sentence. Then the session is over.
    std::function<std::optional<std::string>()> whoIsGone;
    /// Called when the server is told to end: the same, if that is why.
    std::function<std::optional<std::string>()> whyToldToEnd;
};

/// Serves until told to end: says "ready" on standard output, writes the connection files, and takes
/// everything away again.
///
/// Errors   invalidArgument, notFound: the options. unavailable: an address or a file, or a rank is gone.
Result<void> serve(const Options& options, session::Engine& engine, const RankCare& ranks = {});

}  // namespace vellum::server::app
