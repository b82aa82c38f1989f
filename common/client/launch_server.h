#pragma once

#include "common/base/result.h"
#include "common/client/connection.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::client {

/// How the line begins by which a server says that it is ready; its URL follows.
inline constexpr std::string_view kServerReady = "vellum-server ready: ";

/// A private server, started for one program and stopped with it.
///
/// Lives as a child process that listens on an ipc socket in a directory only the user can enter; it
/// ends when its standard input closes, so it never outlives us, however we end.
/// Threads  One owner.
class PrivateServer {
public:
    /// Starts `vellum-server` (found beside \p program, the path of the running program, or in
    /// PATH) and waits until it is ready, at most about five seconds.
    ///
    /// Errors   unavailable: not found, did not start or died; the sentence holds its last words.
    static Result<std::unique_ptr<PrivateServer>> launch(
        const std::filesystem::path& program, const std::vector<std::string>& extraArguments = {});

    PrivateServer() = default;
    PrivateServer(const PrivateServer&) = delete;
    PrivateServer& operator=(const PrivateServer&) = delete;
    virtual ~PrivateServer() = default;  ///< stops it: asks first, kills after a second

    [[nodiscard]] virtual const Endpoint& endpoint() const = 0;
    [[nodiscard]] virtual int processId() const = 0;

    /// The end of what it wrote to its standard error, for a sentence about why it died. Any thread.
    [[nodiscard]] virtual std::string lastWords() const = 0;
};

/// The endpoint for what a user gives to `--connect`: a URL (its keys are looked for among the
/// connection files of the user's runtime directory) or the path of a connection file.
///
/// Errors   notFound, invalidArgument: in a sentence that says what was tried.
[[nodiscard]] Result<Endpoint> resolveEndpoint(const std::string& urlOrFile);

}  // namespace vellum::client
