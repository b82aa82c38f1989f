#include "server/session/live_runs.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::session {

namespace fs = std::filesystem;
using vellum::query::LivePhase;
using vellum::query::LiveState;

namespace {

bool isRecorded(const LiveState& state)
{
    return state.phase == LivePhase::Recording || state.phase == LivePhase::Stopping;
}

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

}  // namespace

LiveRuns::LiveRuns(fs::path folder, std::uint64_t mostBytes)
    : m_folder(std::move(folder))
    , m_space(std::make_shared<LiveSpace>(mostBytes))
{
}

LiveRuns::~LiveRuns()
{
    m_runs.clear();
    if (!m_folder.empty()) {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }
}

Result<LiveState> LiveRuns::take(transport::ClientId client, const codec::LiveRequest& request)
{
    if (m_folder.empty()) {
        return Error{
            .kind = ErrorKind::Unimplemented, .message = "live: this server keeps no live runs"};
    }
    return std::visit(
        [&](const auto& wish) { return take(client, request.name, wish); }, request.wish);
}

Result<LiveRuns::Run*> LiveRuns::find(const std::string& name)
{
    const auto found = m_runs.find(name);
    if (found == m_runs.end()) {
        return Error{
            .kind = ErrorKind::NotFound, .message = "live: there is no run '" + name + "'"};
    }
    return &found->second;
}

Result<LiveRuns::Run*> LiveRuns::own(transport::ClientId client, const std::string& name)
{
    auto run = find(name);
    VELLUM_RETURN_IF_ERROR(run);
    if (run.value()->recorder != client || !isRecorded(run.value()->state)) {
        return invalid("live: the run '" + name + "' is not this client's to record");
    }
    return run;
}

/// For one run more: of those that have ended the first by name goes.
Result<void> LiveRuns::makeRoom()
{
    while (m_runs.size() >= protocol::kMaxLiveRuns) {
        const auto over = std::ranges::find_if(
            m_runs, [](const auto& entry) { return !isRecorded(entry.second.state); });
        if (over == m_runs.end()) {
            return Error{
                .kind = ErrorKind::ResourceExhausted,
                .message = "live: " + std::to_string(m_runs.size())
                           + " runs are recorded already, the server takes no more"};
        }
        m_runs.erase(over);
    }
    return {};
}

std::shared_ptr<LiveGeneration> LiveRuns::nextGeneration()
{
    return std::make_shared<LiveGeneration>(m_folder / std::to_string(++m_lastFolder), m_space);
}

LiveRuns::Answer LiveRuns::take(
    transport::ClientId client, const std::string& name, const codec::LiveBegin& /*begin*/)
{
    Run older;  // its files go outside of the lock
    const std::lock_guard lock(m_mutex);
    const auto known = m_runs.find(name);
    if (known != m_runs.end() && isRecorded(known->second.state)) {
        if (known->second.recorder == client) {
            older.incoming = std::exchange(known->second.incoming, nextGeneration());
            return known->second.state;
        }
        return invalid("live: a run '" + name + "' is being recorded already");
    }
    if (known != m_runs.end()) {
        older = std::move(known->second);
        m_runs.erase(known);
    }
    VELLUM_RETURN_IF_ERROR(makeRoom());
    Run& run = m_runs[name];
    run.recorder = client;
    run.state.name = name;
    run.incoming = nextGeneration();
    return run.state;
}

LiveRuns::Answer LiveRuns::take(
    transport::ClientId client, const std::string& name, const codec::LivePart& part)
{
    std::shared_ptr<LiveGeneration> incoming;
    LiveState state;
    {
        const std::lock_guard lock(m_mutex);
        auto run = own(client, name);
        VELLUM_RETURN_IF_ERROR(run);
        incoming = run.value()->incoming;
        state = run.value()->state;
    }
    VELLUM_RETURN_IF_ERROR(incoming->add(part.file, part.offset, part.bytes));
    return state;
}

LiveRuns::Answer LiveRuns::take(
    transport::ClientId client, const std::string& name, const codec::LiveCommit& commit)
{
    std::shared_ptr<const LiveGeneration> older;  // its files go outside of the lock
    const std::lock_guard lock(m_mutex);
    auto found = own(client, name);
    VELLUM_RETURN_IF_ERROR(found);
    Run& run = *found.value();
    if (!run.incoming->isWhole()) {
        return invalid(
            "live: a generation of '" + name
            + "' without a file traces.otf2, or with a part that was refused");
    }
    older = std::exchange(run.newest, std::exchange(run.incoming, nextGeneration()));
    ++run.state.generation;
    run.state.events = commit.events;
    run.state.nanoseconds = commit.nanoseconds;
    return run.state;
}

LiveRuns::Answer LiveRuns::take(
    transport::ClientId client, const std::string& name, const codec::LiveEnd& end)
{
    const std::lock_guard lock(m_mutex);
    auto run = own(client, name);
    VELLUM_RETURN_IF_ERROR(run);
    run.value()->state.phase = LivePhase::Ended;
    run.value()->state.archive = end.archive;
    run.value()->incoming.reset();
    return run.value()->state;
}

LiveRuns::Answer LiveRuns::take(
    transport::ClientId /*client*/, const std::string& name, const codec::LiveLook& /*look*/)
{
    const std::lock_guard lock(m_mutex);
    auto run = find(name);
    VELLUM_RETURN_IF_ERROR(run);
    return run.value()->state;
}

LiveRuns::Answer LiveRuns::take(
    transport::ClientId /*client*/, const std::string& name, const codec::LiveStop& /*stop*/)
{
    const std::lock_guard lock(m_mutex);
    auto run = find(name);
    VELLUM_RETURN_IF_ERROR(run);
    if (run.value()->state.phase == LivePhase::Recording) {
        run.value()->state.phase = LivePhase::Stopping;
    }
    return run.value()->state;
}

void LiveRuns::forget(transport::ClientId client)
{
    std::vector<std::shared_ptr<LiveGeneration>> older;  // their files go outside of the lock
    const std::lock_guard lock(m_mutex);
    for (auto& [name, run] : m_runs) {
        if (run.recorder == client && isRecorded(run.state)) {
            run.state.phase = LivePhase::Lost;
            older.push_back(std::move(run.incoming));
        }
    }
}

Result<LiveRuns::Newest> LiveRuns::newest(const std::string& name) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_runs.find(name);
    if (found == m_runs.end() || found->second.newest == nullptr) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = found == m_runs.end()
                           ? "there is no live run '" + name + "' on this server"
                           : "nothing of the live run '" + name + "' has come yet"};
    }
    return Newest{.generation = found->second.state.generation, .archive = found->second.newest};
}

}  // namespace vellum::server::session
