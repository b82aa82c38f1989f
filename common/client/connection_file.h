#pragma once

#include "common/base/result.h"
#include "common/client/connection.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace vellum::client {

// A connection file holds what is needed to reach one server: its URL and, for tcp, the keys. Whoever
// can read it can use the server.
//
// Format: UTF-8 lines; the first is `vellum-connection 1`, each further one a name, a space and a
// value: `url`, `server-public-key`, `client-public-key`, `client-secret-key` (Z85, 40 characters).
// Unknown names are ignored.

/// What the file of \p endpoint holds.
[[nodiscard]] std::string connectionText(const Endpoint& endpoint);

/// Errors   invalidArgument: not a connection file, no URL, a key that is none.
[[nodiscard]] Result<Endpoint> parseConnectionText(std::string_view text);

/// Writes it with mode 0600; a file already there is replaced in one step.
[[nodiscard]] Result<void> writeConnectionFile(
    const std::filesystem::path& file, const Endpoint& endpoint);

/// Errors   notFound: cannot be read. invalidArgument: as above, naming the file.
[[nodiscard]] Result<Endpoint> readConnectionFile(const std::filesystem::path& file);

/// Every connection file in the runtime directory ends like this.
inline constexpr std::string_view kConnectionFileSuffix = ".connection";

}  // namespace vellum::client
