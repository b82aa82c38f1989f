#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

/// What the asker can do about a failure. The numbers go over the wire: never reuse one.
enum class ErrorKind : std::uint8_t {
    InvalidArgument = 0,    ///< the request itself is wrong: correct it
    NotFound = 1,           ///< no such file, trace, location…: ask for another
    DataLoss = 2,           ///< the input is damaged beyond use
    ResourceExhausted = 3,  ///< out of memory, disk or a stated limit: ask for less
    Unavailable = 4,        ///< the peer cannot be reached now: try again
    Cancelled = 5,          ///< the asker took the request back
    Unimplemented = 6,      ///< this version does not know the request: another may
    Internal = 7,           ///< our bug
};

/// A failure in one sentence: lower case, the fact, the numbers, the name of the thing.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    std::string message;

    friend bool operator==(const Error&, const Error&) = default;
};

/// The kind's name as it stands in logs and JSON, for instance "data-loss".
[[nodiscard]] std::string_view name(ErrorKind kind);

}  // namespace vellum
