// What a trace of very many locations costs: an index whose manifest has the locations of a real one again and again, each
// copy a process group of its own, over the same shards.
//
//     vellum-bench-virtual make TRACE FOLDER LOCATIONS    writes such an index into FOLDER, which must be new
//     vellum-bench-virtual ask FOLDER [threads]           opens it and asks: by the clock, in processor time of
//                                                          all threads, and what memory is taken then
//
// Messages are left out: they would be as many times more. All copies lie at the same time.

#include "common/base/process_memory.h"
#include "common/codec/message_codec.h"
#include "server/import/importer.h"
#include "server/index/shard_reader.h"
#include "server/index/shard_writer.h"
#include "server/query/executor.h"
#include "server/query/queries.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace vellum;  // NOLINT(google-build-using-namespace): a program of this project
using server::store::TraceStore;
namespace fs = std::filesystem;
namespace sindex = vellum::server::index;

constexpr sindex::SourceKey kKey{.low = 1, .high = 2};

int fail(const Error& error)
{
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 1;
}

/// \p one again and again, until there are \p count locations.
Definitions multiplied(const Definitions& one, std::size_t count)
{
    Definitions many = one;
    many.locations.clear();
    many.locationGroups.clear();
    const std::size_t groups = one.locationGroups.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t copy = i / one.locations.size();
        Location location = one.locations[i % one.locations.size()];
        location.ref = LocationRef(i);
        location.group =
            LocationGroupRef(static_cast<std::uint32_t>(copy * groups + location.group.value()));
        location.name = "location " + std::to_string(i);
        many.locations.push_back(std::move(location));
    }
    const std::size_t copies = (count + one.locations.size() - 1) / one.locations.size();
    for (std::size_t i = 0; i < copies * groups; ++i) {
        LocationGroup group = one.locationGroups[i % groups];
        group.ref = LocationGroupRef(static_cast<std::uint32_t>(i));
        group.name = "process " + std::to_string(i);
        many.locationGroups.push_back(std::move(group));
    }
    many.buildLookups();
    return many;
}

int make(const char* path, const fs::path& folder, std::size_t count)
{
    const auto trace = server::import::importTrace(query::TraceSelection(path));
    if (!trace.isOk()) {
        return fail(trace.error());
    }
    if (!fs::create_directory(folder)) {
        std::fprintf(stderr, "'%s' is there\n", folder.c_str());
        return 1;
    }
    const TraceStore& one = *trace.value();
    const auto written = sindex::writeIndex(one, kKey, folder);
    if (!written.isOk()) {
        return fail(written.error());
    }
    auto parts = sindex::readSoundParts(folder, kKey, 0);
    if (!parts.isOk()) {
        return fail(parts.error());
    }
    sindex::Manifest& manifest = parts.value().manifest;
    TraceStore& many = *manifest.trace;
    many.definitions = multiplied(one.definitions, count);
    many.setMessages({});
    many.collectives = {};
    const auto places = manifest.places;
    const auto locations = many.locations;
    manifest.places.resize(count);
    many.locations.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        manifest.places[i] = places[i % places.size()];
        many.locations[i] = locations[i % locations.size()];
    }
    fs::remove(folder / sindex::kManifestName);
    fs::remove(folder / sindex::kTablesName);
    const auto saved = sindex::writeManifest(manifest, folder);
    return saved.isOk() ? 0 : fail(saved.error());
}

/// Says how long \p work took.
template <typename Work>
double timed(const char* what, const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpuBegin = std::clock();
    work();
    const double milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    constexpr double kMilliseconds = 1000;
    std::printf(
        "%-58s %9.1f ms %9.1f ms %8.0f MiB\n",
        what,
        milliseconds,
        kMilliseconds * static_cast<double>(std::clock() - cpuBegin) / CLOCKS_PER_SEC,
        static_cast<double>(residentBytes()) / (1U << 20U));
    return milliseconds;
}

/// The rows of a screen: all locations, in as many rows.
query::SummaryTimelineRequest folded(const TraceStore& trace, std::size_t rows)
{
    query::SummaryTimelineRequest request{
        .window = trace.range, .columns = 1920, .rows = {}, .by = query::GroupBy::FunctionGroup};
    const auto& locations = trace.definitions.locations;
    request.rows.resize(rows);
    for (std::size_t i = 0; rows > 1 && i < locations.size(); ++i) {
        request.rows[i * rows / locations.size()].push_back(locations[i].ref);
    }
    return request;
}

query::TimelineRequest first(const TraceStore& trace, std::size_t rows)
{
    query::TimelineRequest request{.scope = {.window = trace.range}, .columns = 1920};
    for (std::size_t i = 0; i < std::min(rows, trace.definitions.locations.size()); ++i) {
        request.scope.locations.push_back(trace.definitions.locations[i].ref);
    }
    return request;
}

int ask(const fs::path& folder, unsigned threads)
{
    std::shared_ptr<const TraceStore> trace;
    double total = timed("open", [&] {
        auto opened = sindex::readIndex(folder, kKey);
        if (opened.isOk()) {
            trace = opened.value().store;
        }
    });
    if (trace == nullptr) {
        std::fprintf(stderr, "no index in '%s'\n", folder.c_str());
        return 1;
    }
    const auto about = [&](const char* what, const query::Request& request) {
        return timed(what, [&] {
            const auto answer = server::query::execute(*trace, request, {.threads = threads});
            if (!answer.isOk()) {
                std::printf("%s\n", answer.error().message.c_str());
            }
        });
    };
    protocol::Bytes sent;
    total += timed("definitions, encoded", [&] {
        sent = codec::encode(
                   1,
                   codec::ServerContent(codec::OpenedTrace{
                       .handle = 1,
                       .path = trace->path,
                       .definitions = {std::shared_ptr<void>(), &trace->definitions},
                       .info = server::query::traceInfo(*trace)}))
                   .value();
    });
    total += timed("definitions, decoded by the client", [&] {
        static_cast<void>(codec::decodeServerMessage(sent).isOk());
    });
    total += about("rows: 64 locations x 1920 columns", first(*trace, 64));
    total += about("picture: all locations in 1 row x 1920 columns", folded(*trace, 1));
    std::printf(
        "%-58s %9.1f ms, %zu locations, %.1f MiB of definitions\n",
        "together",
        total,
        trace->locations.size(),
        static_cast<double>(sent.size()) / (1U << 20U));
    about("the picture again", folded(*trace, 1));
    about("rows: 1,024 locations x 1920 columns", first(*trace, 1024));
    about("all locations in 1,080 rows x 1920 columns", folded(*trace, 1080));
    about("profile of all locations", query::ProfileRequest{.scope = {.window = trace->range}});
    about("counts of all locations", query::LocationsRequest{});
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "make" && argc == 5) {
        return make(argv[2], argv[3], std::strtoull(argv[4], nullptr, 10));
    }
    if (what == "ask" && argc >= 3) {
        return ask(
            argv[2], argc > 3 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 2);
    }
    std::fprintf(
        stderr, "usage: vellum-bench-virtual make TRACE FOLDER LOCATIONS | ask FOLDER [threads]\n");
    return 2;
}
