#pragma once

#include "server/reader/byte_stream.h"

#include <memory>

namespace vellum::server::reader {

/// The same bytes, read by a thread of their own that is some 6 MB ahead of whoever reads
/// here: unpacking and parsing take place side by side. Where there is no thread to be had: \p bytes.
///
/// Threads  One; the inner stream belongs to the new thread.
[[nodiscard]] std::unique_ptr<ByteStream> readAhead(std::unique_ptr<ByteStream> bytes);

}  // namespace vellum::server::reader
