#pragma once

#include "server/reader/nsys/payload_book.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vellum::server::reader::nsys {

/// Where a payload lies in a value of NVTX_EVENTS.binaryData, and what it is.
struct PayloadPiece {
    PayloadBook::Key schema;
    std::size_t begin = 0;
    std::size_t size = 0;
};

struct PayloadPieces {
    std::vector<PayloadPiece> pieces;
    std::size_t rest = 0;  ///< bytes that belong to none
};

/// One payload: domain, schema, size and place in 8 bytes each, the payload. Several, in either of the two ways in which
/// that goes on: each behind a head of its own, or all heads first (the domain, then schema, size and place of each, as
/// nvtxPayloadData_t has them). No pieces where the bytes are none of these.
///
/// Exact    A place is where the payload begins in some exports, in others where it ends. Less than 8 bytes of 0 at the
///          end are no rest.
/// Limits   kMostPieces.
/// Threads  Pure.
[[nodiscard]] PayloadPieces piecesOf(std::string_view bytes);

inline constexpr std::size_t kMostPieces = 64;

}  // namespace vellum::server::reader::nsys
