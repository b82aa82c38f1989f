#pragma once

#include "common/codec/messages.h"
#include "server/session/engine.h"

#include <cstddef>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace vellum::server::session {

/// What the server knows of one client.
///
/// Threads  The main thread.
struct Session {
    bool isGreeted = false;  ///< has said hello in our protocol
    bool isRefused = false;  ///< may say nothing more
    std::string program;
    std::map<codec::TraceHandle, std::shared_ptr<const Trace>> traces;
    /// A question that is not answered yet.
    struct UnderWay {
        std::stop_source stop;
        vellum::query::Asking asking{};
    };
    std::map<codec::RequestNumber, UnderWay> asks;  ///< under way or waiting for a worker
    /// Opens under way, each with the generation of a live run that must stay until the trace is read; null for other traces.
    std::map<codec::RequestNumber, std::shared_ptr<const void>> opens;
    std::size_t malformed = 0;

    [[nodiscard]] std::size_t underWay() const { return asks.size() + opens.size(); }
};

}  // namespace vellum::server::session
