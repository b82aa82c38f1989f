#include "server/app/options.h"

#include "common/command_line/checked_options.h"
#include "server/index/cache_folder.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>
#include <map>
#include <system_error>

namespace vellum::server::app {

namespace {

constexpr int kWrongUsage = 2;
constexpr unsigned kMaxThreads = 4096;

/// "30m" in seconds. Returns what a timeout is, where \p text is none.
std::string readTimeout(const std::string& text, std::chrono::seconds& timeout)
{
    static const std::map<std::string, std::uint64_t> kUnits{{"s", 1}, {"m", 60}, {"h", 3600}};
    constexpr std::uint64_t kMost = 1'000'000'000;
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, number);
    const auto unit = kUnits.find(std::string(rest, end));
    if (failure != std::errc{} || unit == kUnits.end() || number > kMost) {
        return "a time such as 90s, 30m or 2h";
    }
    timeout = std::chrono::seconds(number * unit->second);
    return {};
}

void describe(CLI::App& app, Options& options)
{
    app.set_version_flag("--version", std::string("vellum-server ") + VELLUM_VERSION);
    app.add_option(
           "--listen",
           options.listen,
           "Where to listen: ipc:///path or tcp://address:port (port 0: any free one); repeatable. "
           "tcp is always encrypted: clients need the connection file. Default: a local socket in "
           "the user's runtime directory")
        ->type_name("URL")
        ->expected(1)
        ->take_all();
    app.add_option("--root", options.roots, "Serve only traces below this directory; repeatable")
        ->type_name("DIR")
        ->expected(1)
        ->take_all();
    command_line::addNumber(
        app,
        "--threads",
        options.threads,
        {.least = 1, .most = kMaxThreads},
        "Threads that compute; default: one per core")
        ->type_name("N");
    command_line::addSize(
        app,
        "--memory",
        options.memoryBytes,
        {.least = 1},
        "Read and answer nothing that takes more, for instance 8G; of several ranks each may take so "
        "much")
        ->type_name("SIZE");
    app.add_option(
           "--cache",
           options.cache,
           "Where indexes are kept; default: VELLUM_CACHE, else vellum in the user's cache folder")
        ->type_name("DIR");
    command_line::addChecked(
        app,
        "--idle-timeout",
        "End after so long without a client, for instance 30m; default: never",
        [&options](const std::string& text) { return readTimeout(text, options.idleTimeout); })
        ->type_name("TIME");
    app.add_flag(
        "--until-stdin-closes",
        options.endsWithInput,
        "End when standard input closes: for programs that start a server of their own");
}

}  // namespace

ParsedCommandLine parseCommandLine(int argc, char** argv)
{
    CLI::App app("Serves traces to vellum and vellum-query.", "vellum-server");
    ParsedCommandLine parsed;
    describe(app, parsed.options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            parsed.exitStatus = app.exit(error);  // --help, --version
        } else {
            std::cerr << command_line::wrongUsage(
                "vellum-server", command_line::mistakeOf(app, error))
                      << std::endl;
            parsed.exitStatus = kWrongUsage;
        }
    }
    return parsed;
}

std::string cacheFolderOf(const Options& options)
{
    return options.cache.empty() ? index::defaultCacheFolder().string() : options.cache;
}

}  // namespace vellum::server::app
