#pragma once

#include "server/reader/nsys/payload_book.h"

namespace vellum::server::reader::nsys {

class TableReader;

/// What NVTX_PAYLOAD_SCHEMAS, NVTX_PAYLOAD_SCHEMA_ENTRIES, NVTX_PAYLOAD_ENUMS and NVTX_PAYLOAD_ENUM_ENTRIES say, closed.
[[nodiscard]] PayloadBook readPayloadBook(TableReader& reader);

}  // namespace vellum::server::reader::nsys
