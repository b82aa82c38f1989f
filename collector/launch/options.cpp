#include "collector/launch/options.h"

#include "collector/launch/auto_filter_option.h"
#include "collector/launch/gpu_options.h"
#include "collector/launch/limit_options.h"
#include "collector/launch/live_recording.h"
#include "collector/launch/python_options.h"
#include "collector/launch/sampling_options.h"
#include "collector/measurement/spool_format.h"
#include "common/command_line/checked_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <sstream>
#include <string_view>

namespace vellum::collector::launch {

namespace {

constexpr std::array<std::string_view, 12> kKnownSources = {
    "functions",
    "threads",
    "cuda",
    "nvtx",
    "mpi",
    "openmp",
    kSampling,
    "io",
    "counters",
    "memory",
    kPython,
    "waits"};

constexpr std::uint64_t kLeastBuffer = std::uint64_t{64} << 10U;

template <typename Names>
std::string listOf(const Names& names)
{
    std::string list;
    for (const std::string_view name : names) {
        list += (list.empty() ? "" : ", ") + std::string(name);
    }
    return list;
}

template <typename Names>
bool holds(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

void checkSource(const std::string& name)
{
    if (!holds(kKnownSources, name)) {
        throw CLI::ValidationError(
            "--sources takes " + listOf(kKnownSources) + ", not '" + name + "'");
    }
}

/// Reads "functions,threads".
void readSources(const std::string& text, std::vector<std::string>& sources)
{
    sources.clear();
    std::istringstream words(text + ',');
    for (std::string word; std::getline(words, word, ',');) {
        checkSource(word);
        sources.push_back(word);
    }
}

void readLevel(const std::string& text, Options& options)
{
    if (text != "coarse" && text != "sketch" && text != "record") {
        throw CLI::ValidationError("--values takes coarse, sketch or record, not '" + text + "'");
    }
    options.values = text;
}

void readPeriod(const std::string& text, Options& options)
{
    constexpr std::uint64_t kLongest = 3'600'000;
    std::uint64_t period = measurement::kDefaultCounterPeriodMs;
    if (!text.empty()) {
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), period);
        if (failure != std::errc() || end != text.data() + text.size() || period == 0
            || period > kLongest) {
            throw CLI::ValidationError(
                "--counters takes 1 to 3600000 milliseconds, not '" + text + "'");
        }
    }
    options.counterPeriodMs = period;
}

/// Those that are off unless they are asked for.
void addExtraSources(CLI::App& app, Options& options)
{
    app.add_flag_function(
        "--io,!--no-io",
        [&options](std::int64_t count) { options.io = count > 0; },
        "What is read from files and written to them, by the calls of POSIX and stdio, or not [not]");
    app.add_option_function<std::string>(
           "--counters",
           [&options](const std::string& text) { readPeriod(text, options); },
           "What the system counts of processes: processor time, switches, page faults, memory, bytes; every MS milliseconds [100]")
        ->type_name("MS")
        ->expected(0, 1);
    app.add_flag_callback(
        "--memory",
        [&options] { options.memory = true; },
        "The heap: how much is in use, how often it is asked for, and who asks for large blocks");
    app.add_flag_callback(
        "--waits",
        [&options] { options.waits = true; },
        "How long threads wait for each other: for locks, conditions and semaphores");
}

void describe(CLI::App& app, Options& options)
{
    app.set_version_flag("--version", "vellum-record " VELLUM_VERSION);
    app.add_option(
           "-o,--output",
           options.output,
           "Folder to make; %e is the program, %p its number, of MPI ranks that of their job")
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option_function<std::string>(
           "--sources",
           [&options](const std::string& text) {
               readSources(text, options.sources);
               options.areSourcesGiven = true;
               if (holds(options.sources, kSampling)) {
                   startSampling(options);
               }
           },
           "What to record, of functions, threads, cuda, nvtx, mpi, openmp [these six], sampling, io, counters, memory, python, waits")
        ->type_name("NAME,...");
    addExtraSources(app, options);
    addSampling(app, options);
    addPython(app, options);
    command_line::addSize(
        app,
        "--buffer",
        options.bufferBytes,
        {.least = kLeastBuffer},
        "Events a thread holds before they are flushed, at least 64K [64M]")
        ->type_name("SIZE");
    app.add_option("--filter", options.filter, "Which functions to keep, a Score-P filter file")
        ->type_name("FILE");
    addAutoFilter(app, options);
    addLimits(app, options);
    addGpuOptions(app, options);
    app.add_option_function<std::string>(
           "--values",
           [&options](const std::string& text) { readLevel(text, options); },
           "coarse: the pages that any program writes, and what changes in them. Of a program compiled by vellum-c++ --values also what it reads and writes: a sketch of it, or each access (record)")
        ->type_name("coarse|sketch|record");
    app.add_flag(
        "--follow-fork,!--no-follow-fork",
        options.followFork,
        "Record child processes too, or not [not]");
    addLive(app, options);
    app.add_flag("--open", options.open, "Open the archive in vellum afterwards");
    app.add_flag("-q,--quiet", options.quiet, "Do not say where the archive is");
    app.footer("COMMAND's exit status is passed on; 128 and the signal's number if it was killed.");
}

/// What is wrong with a command line whose `--` is followed by nothing, or that has none.
std::string missingCommand(const CLI::App& app)
{
    const auto words = app.remaining();
    if (words.empty()) {
        return "a command is needed: vellum-record [OPTIONS] -- COMMAND";
    }
    return words.front().starts_with('-')
               ? "there is no option '" + words.front() + "'"
               : "put -- before the command: vellum-record [OPTIONS] -- " + words.front();
}

int complain(const std::string& mistake)
{
    constexpr int kWrongUsage = 2;
    std::cerr << command_line::wrongUsage("vellum-record", mistake) << std::endl;
    return kWrongUsage;
}

}  // namespace

ParsedOptions parseOptions(int argc, const char* const* argv)
{
    // What follows `--` is the command's, whatever it looks like.
    const char* const* end = argv + argc;
    const char* const* dashes =
        std::find_if(argv, end, [](const char* text) { return std::string_view(text) == "--"; });
    Options options;
    CLI::App app(
        "Records a program into an OTF2 archive: its functions, where it is compiled with\n"
        "-finstrument-functions, its threads, what it does with CUDA and OpenMP, and its ranges of NVTX.\n"
        "Under mpirun or srun its MPI, all ranks in one archive.\n"
        "COMMAND [ARG...] follows after `--`.",
        "vellum-record");
    describe(app, options);
    app.prefix_command(dashes == end);  // without a `--`, what is not ours may be the command
    try {
        app.parse(static_cast<int>(dashes - argv), argv);
    } catch (const CLI::ParseError& error) {
        return {
            .exitStatus = error.get_exit_code() == 0
                              ? app.exit(error)
                              : complain(command_line::mistakeOf(app, error))};
    }
    if (options.listGpuMetrics) {
        return {.options = std::move(options)};
    }
    if (dashes == end || dashes + 1 == end) {
        return {.exitStatus = complain(missingCommand(app))};
    }
    if (options.autoFilter.visits != 0 && !options.values.empty()) {
        return {
            .exitStatus = complain(
                "--auto-filter does not go with --values, which needs all visits of functions")};
    }
    options.command.assign(dashes + 1, end);
    if (options.io) {
        std::erase(options.sources, "io");
    }
    if (options.io.value_or(false)) {
        options.sources.emplace_back("io");
    }
    if (options.memory && !holds(options.sources, "memory")) {
        options.sources.emplace_back("memory");
    }
    if (options.waits && !holds(options.sources, "waits")) {
        options.sources.emplace_back("waits");
    }
    if (options.counterPeriodMs != 0 && !holds(options.sources, "counters")) {
        options.sources.emplace_back("counters");
    }
    settleSampling(options);
    settlePython(app, options);
    for (const std::string& mistake :
         {checkGpuOptions(options), settleLimits(options), mistakeOfLive(options)}) {
        if (!mistake.empty()) {
            return {.exitStatus = complain(mistake)};
        }
    }
    return {.options = std::move(options)};
}

}  // namespace vellum::collector::launch
