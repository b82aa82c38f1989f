#pragma once

#include <string_view>

namespace vellum::tests {

/// Four messages of two ranks: two of tag 3 and one size, one of tag 9, and one of tag 5 that is received before it
/// is sent.
inline constexpr std::string_view kMessages = R"(
length 99
location 0 "rank 0"
location 1 "rank 1"
enter 0 @0 main
enter 1 @0 main
send 0 @10 to 1 tag 3 bytes 4096
send 0 @12 to 1 tag 3 bytes 4096
recv 1 @20 from 0 tag 3 bytes 4096
send 1 @30 to 0 tag 9 bytes 100
recv 1 @32 from 0 tag 3 bytes 4096
recv 0 @34 from 1 tag 9 bytes 100
recv 0 @48 from 1 tag 5 bytes 5000
send 1 @50 to 0 tag 5 bytes 5000
leave 0 @99 main
leave 1 @99 main
)";

}  // namespace vellum::tests
