#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "common/protocol/limits.h"
#include "server/session/live_generation.h"
#include "server/transport/server_socket.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace vellum::server::session {

/// Runs that are looked at while they are recorded: what recorders send, kept on disk, and the newest of it found by name.
///
/// Nothing that a recorder says is trusted; common/protocol/live.capnp has the errors.
/// Size     At most kMaxLiveRuns runs; of each the newest generation, the one on its way, and older ones while somebody
///          still reads them; all together at most the bytes given.
/// Threads  Any. Disk work is done outside of the lock, except where makeRoom() drops a run that has ended.
class LiveRuns {
public:
    /// \param folder  made when it is needed, and removed in the end; empty: no run is taken
    explicit LiveRuns(
        std::filesystem::path folder, std::uint64_t mostBytes = protocol::kMaxLiveBytes);
    ~LiveRuns();
    LiveRuns(const LiveRuns&) = delete;
    LiveRuns& operator=(const LiveRuns&) = delete;

    [[nodiscard]] Result<vellum::query::LiveState> take(
        transport::ClientId client, const codec::LiveRequest& request);

    /// The client is gone: what it still records has lost its recorder.
    void forget(transport::ClientId client);

    struct Newest {
        std::uint64_t generation = 0;
        std::shared_ptr<const LiveGeneration> archive;  ///< never null; to be held while it is read
    };
    /// Errors   notFound: no such run, or nothing of it has come yet.
    [[nodiscard]] Result<Newest> newest(const std::string& name) const;

private:
    struct Run {
        transport::ClientId recorder{};
        vellum::query::LiveState state;
        std::shared_ptr<LiveGeneration> incoming;
        std::shared_ptr<const LiveGeneration> newest;
    };
    using Answer = Result<vellum::query::LiveState>;

    Answer take(transport::ClientId client, const std::string& name, const codec::LiveBegin&);
    Answer take(transport::ClientId client, const std::string& name, const codec::LivePart& part);
    Answer take(
        transport::ClientId client, const std::string& name, const codec::LiveCommit& commit);
    Answer take(transport::ClientId client, const std::string& name, const codec::LiveEnd& end);
    Answer take(transport::ClientId client, const std::string& name, const codec::LiveLook&);
    Answer take(transport::ClientId client, const std::string& name, const codec::LiveStop&);

    // With the lock.
    [[nodiscard]] Result<Run*> find(const std::string& name);
    [[nodiscard]] Result<Run*> own(transport::ClientId client, const std::string& name);
    [[nodiscard]] Result<void> makeRoom();
    [[nodiscard]] std::shared_ptr<LiveGeneration> nextGeneration();

    std::filesystem::path m_folder;
    std::shared_ptr<LiveSpace> m_space;
    mutable std::mutex m_mutex;
    std::map<std::string, Run> m_runs;
    std::uint64_t m_lastFolder = 0;
};

}  // namespace vellum::server::session
