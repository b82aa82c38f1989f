#pragma once

#include "common/base/result.h"
#include "common/client/blocking_client.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace vellum::collector::live {

/// Sends archives of one live run.
///
/// Threads  Owner thread.
class ArchiveSender {
public:
    /// Whether to go on; asked after each part that the server has taken.
    using GoesOn = std::function<bool()>;

    /// Says hello, and begins the run. Errors   As of BlockingClient and LiveRuns.
    [[nodiscard]] static Result<ArchiveSender> begin(
        const client::Endpoint& endpoint, const std::string& name);

    /// The files of the archive in \p folder, a generation. \return whether all was sent
    /// Errors   The server's, unavailable.
    [[nodiscard]] Result<bool> send(
        const std::filesystem::path& folder, const codec::LiveCommit& facts, const GoesOn& goesOn);

    [[nodiscard]] Result<query::LiveState> say(codec::LiveRequest::Wish wish);

    /// Of the archive that was sent last.
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    ArchiveSender(std::unique_ptr<client::BlockingClient> client, std::string name);
    [[nodiscard]] Result<bool> sendFile(
        const std::filesystem::path& file, const std::string& name, const GoesOn& goesOn);

    std::unique_ptr<client::BlockingClient> m_client;
    std::string m_name;
    std::uint64_t m_bytes = 0;
};

}  // namespace vellum::collector::live
