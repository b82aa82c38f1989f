#include "server/app/options.h"

#include <CLI/CLI.hpp>
#include <map>

namespace vellum::server::app {

namespace {

constexpr int kWrongUsage = 2;
constexpr unsigned kMaxThreads = 4096;

void describe(CLI::App& app, Options& options, std::uint64_t& idleSeconds)
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
    app.add_option("--threads", options.threads, "Threads that compute; default: one per core")
        ->type_name("N")
        ->check(CLI::Range(1U, kMaxThreads));
    app.add_option("--memory", options.memoryBytes, "Open no trace past this size, for instance 8G")
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false));
    app.add_option("--cache", options.cache, "Where indexes will be kept; not used yet")
        ->type_name("DIR");
    app.add_option(
           "--idle-timeout",
           idleSeconds,
           "End after so long without a client, for instance 30m; default: never")
        ->type_name("TIME")
        ->transform(CLI::AsNumberWithUnit(
            std::map<std::string, std::uint64_t>{{"s", 1}, {"m", 60}, {"h", 3600}},
            CLI::AsNumberWithUnit::UNIT_REQUIRED));
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
    std::uint64_t idleSeconds = 0;
    describe(app, parsed.options, idleSeconds);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        parsed.exitStatus = app.exit(error) == 0 ? 0 : kWrongUsage;
    }
    parsed.options.idleTimeout = std::chrono::seconds(idleSeconds);
    return parsed;
}

}  // namespace vellum::server::app
