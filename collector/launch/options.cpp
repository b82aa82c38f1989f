#include "collector/launch/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace vellum::collector::launch {

namespace {

constexpr std::array<std::string_view, 2> kKnownSources = {"functions", "threads"};

std::string checkSource(const std::string& name)
{
    if (std::find(kKnownSources.begin(), kKnownSources.end(), name) != kKnownSources.end()) {
        return {};
    }
    return "source \"" + name + "\" is not known in this version; known are functions, threads";
}

std::string checkBytes(const std::string& text)
{
    return parseBytes(text) ? std::string{} : "\"" + text + "\" is no size such as 64M";
}

}  // namespace

std::optional<std::uint64_t> parseBytes(const std::string& text)
{
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, value);
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    const std::size_t power = unit.empty() ? 0 : std::string_view("KMG").find(unit.front()) + 1;
    if (failure != std::errc{} || unit.size() > 1 || (power == 0 && !unit.empty())
        || value > (UINT64_MAX >> (10 * power))) {
        return std::nullopt;
    }
    return value << (10 * power);
}

ParsedOptions parseOptions(int argc, const char* const* argv)
{
    // What follows `--` is the command's, whatever it looks like.
    const char* const* end = argv + argc;
    const char* const* dashes =
        std::find_if(argv, end, [](const char* text) { return std::string_view(text) == "--"; });
    Options options;
    std::string buffer;
    CLI::App app(
        "Records a program compiled with -finstrument-functions into an OTF2 archive.\n"
        "COMMAND [ARG...] follows after `--`.",
        "vellum-record");
    app.set_version_flag("--version", "vellum-record " VELLUM_VERSION);
    app.add_option(
           "-o,--output", options.output, "Folder to make; %e is the program, %p its number")
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option("--sources", options.sources, "What to record: functions, threads")
        ->delimiter(',')
        ->type_name("NAME,...")
        ->check(checkSource, "")
        ->capture_default_str();
    app.add_option("--buffer", buffer, "Events a thread holds before they are flushed [64M]")
        ->type_name("SIZE")
        ->check(checkBytes, "");
    app.add_option("--filter", options.filter, "Which functions to keep, a Score-P filter file")
        ->type_name("FILE");
    app.add_flag("--follow-fork", options.followFork, "Record child processes too");
    app.add_flag("--open", options.open, "Open the archive in vellum afterwards");
    app.add_flag("-q,--quiet", options.quiet, "Do not say where the archive is");
    app.footer("COMMAND's exit status is passed on; 128 and the signal's number if it was killed.");
    try {
        app.parse(static_cast<int>(dashes - argv), argv);
        if (dashes == end || dashes + 1 == end) {
            throw CLI::ValidationError("a command is needed: vellum-record [OPTIONS] -- COMMAND");
        }
    } catch (const CLI::ParseError& error) {
        return {.exitStatus = app.exit(error) == 0 ? 0 : 2};
    }
    options.bufferBytes = parseBytes(buffer).value_or(options.bufferBytes);
    options.command.assign(dashes + 1, end);
    return {.options = std::move(options)};
}

}  // namespace vellum::collector::launch
