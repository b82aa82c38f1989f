#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "common/protocol/live.capnp.h"

namespace vellum::codec {

void write(protocol::LiveRequest::Builder out, const LiveRequest& request);
void write(protocol::LiveState::Builder out, const query::LiveState& state);

/// Errors   invalidArgument: what live.capnp forbids of the message itself.
Result<LiveRequest> read(protocol::LiveRequest::Reader in);
Result<query::LiveState> read(protocol::LiveState::Reader in);

/// Whether \p file may be the name of a file of a live run: "traces.otf2", "traces/7.evt".
[[nodiscard]] bool isLiveFile(std::string_view file);

}  // namespace vellum::codec
