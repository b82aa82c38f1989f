#include "collector/launch/live_recording.h"

#include "collector/launch/live_window.h"
#include "collector/launch/outcome.h"
#include "common/client/launch_server.h"
#include "common/query/live_state.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <utility>

namespace vellum::collector::launch {

void addLive(CLI::App& app, Options& options)
{
    app.add_option(
           "--live",
           options.live,
           "Shows the run while it grows: to the vellum-server at URL, or of that connection file, where a window sees it by "
           "vellum --connect URL live:NAME; or in a window that is opened here")
        ->type_name("URL|window");
}

std::string mistakeOfLive(const Options& options)
{
    if (options.live.empty()) {
        return {};
    }
    if (options.lastSeconds != 0) {
        return "--live does not go with --last, which gives up what a window would show";
    }
    if (options.live == kLiveWindow) {
        return {};
    }
    const auto endpoint = client::resolveEndpoint(options.live);
    return endpoint.isOk() ? std::string()
                           : "--live " + options.live + ": " + endpoint.error().message;
}

namespace {

/// Where the run is sent to. Says what cannot be.
std::optional<std::string> serverOf(const Options& options)
{
    if (options.live != kLiveWindow) {
        return options.live;
    }
    auto url = startServer();
    if (!url.isOk()) {
        say("live: " + url.error().message + "; the recording goes on");
        return std::nullopt;
    }
    return std::move(url).value();
}

/// The window, or how to open one.
void show(const Options& options, const std::string& url, const std::string& path)
{
    if (options.live == kLiveWindow) {
        if (const auto opened = openWindow(url, path); !opened.isOk()) {
            say("live: " + opened.error().message + "; the recording goes on");
        }
    } else if (!options.quiet) {
        say("live: vellum --connect " + url + " " + path);
    }
}

}  // namespace

LiveRecording::LiveRecording(std::unique_ptr<live::LiveStream> stream) : m_stream(std::move(stream))
{
}

std::unique_ptr<LiveRecording> LiveRecording::begin(
    const Options& options,
    const ClockComparison& clock,
    const writer::ArchiveRequest& request,
    std::uint32_t mainPid)
{
    const auto url = options.live.empty() ? std::nullopt : serverOf(options);
    if (!url) {
        return nullptr;
    }
    auto endpoint = client::resolveEndpoint(*url);
    if (!endpoint.isOk()) {
        say("live: " + endpoint.error().message + "; the recording goes on");
        return nullptr;
    }
    live::LiveOptions what{
        .endpoint = std::move(endpoint).value(),
        .name = query::liveNameFrom(request.directory.filename().string()),
        .request = request,
        .clock = clock.kind(),
        .calibrate = [clock] { return clock.finish(); },
        .say = say};
    what.request.mainPid = mainPid;
    const std::string path = std::string(query::kLivePrefix) + what.name;
    auto stream = live::LiveStream::begin(std::move(what));
    if (!stream) {
        return nullptr;
    }
    show(options, *url, path);
    return std::unique_ptr<LiveRecording>(new LiveRecording(std::move(stream)));
}

WriteValues LiveRecording::alsoSeen(const writer::ArchiveRequest& request, WriteValues others)
{
    return [this, &request, others = std::move(others)](const writer::ArchiveSummary& summary) {
        constexpr double kNanosecondsPerSecond = 1e9;
        const std::uint64_t end = summary.stopTick != 0 ? summary.stopTick : request.mainEndTick;
        const std::uint64_t ticks = end - std::min(end, summary.firstTick);
        m_events = summary.events;
        m_nanoseconds = static_cast<std::uint64_t>(
            static_cast<double>(ticks) * kNanosecondsPerSecond
            / static_cast<double>(request.clock.ticksPerSecond));
        return others ? others(summary) : std::string();
    };
}

void LiveRecording::finish(const std::filesystem::path& directory)
{
    m_stream->finish(directory, m_events, m_nanoseconds);
}

}  // namespace vellum::collector::launch
