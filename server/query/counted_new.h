#pragma once

namespace vellum::server::query {

/// Does nothing. Whoever calls it has this library's operator new and not the one of a library that comes before it
/// when the program is linked, as those of sanitizers do.
void linkCountedNew();

}  // namespace vellum::server::query
