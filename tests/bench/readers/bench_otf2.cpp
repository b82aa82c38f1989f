// vellum-bench-otf2 ANCHOR [ROUNDS]: the import of an archive on one thread and on two, beside a loop
// of the OTF2 library whose callbacks only touch their arguments and beside `otf2-print --silent`.

#include "server/import/importer.h"
#include "tests/bench/readers/measure.h"

#include <otf2/otf2.h>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using vellum::bench::Cost;
using vellum::bench::costOf;
using vellum::bench::keepBest;
using vellum::bench::warmMemory;

/// What the bare loop's callbacks write to.
struct Touched {
    std::uint64_t events = 0;
    std::uint64_t sum = 0;
};

template <typename... Members>
OTF2_CallbackCode touch(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* /*attributes*/,
    Members... members)
{
    auto& touched = *static_cast<Touched*>(userData);
    ++touched.events;
    touched.sum += (time + ... + static_cast<std::uint64_t>(members));
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode noteLocation(
    void* userData,
    OTF2_LocationRef location,
    OTF2_StringRef /*name*/,
    OTF2_LocationType /*type*/,
    std::uint64_t /*events*/,
    OTF2_LocationGroupRef /*group*/)
{
    static_cast<std::vector<OTF2_LocationRef>*>(userData)->push_back(location);
    return OTF2_CALLBACK_SUCCESS;
}

std::vector<OTF2_LocationRef> readDefinitions(OTF2_Reader* reader)
{
    std::vector<OTF2_LocationRef> locations;
    OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
    OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, &noteLocation);
    OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &locations);
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    std::uint64_t read = 0;
    OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &read);
    return locations;
}

void readLocalDefinitions(OTF2_Reader* reader, const std::vector<OTF2_LocationRef>& locations)
{
    for (const OTF2_LocationRef location : locations) {
        OTF2_Reader_SelectLocation(reader, location);
    }
    OTF2_Reader_OpenDefFiles(reader);
    for (const OTF2_LocationRef location : locations) {
        OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(reader, location);
        std::uint64_t read = 0;
        OTF2_Reader_ReadAllLocalDefinitions(reader, definitions, &read);
        OTF2_Reader_CloseDefReader(reader, definitions);
    }
    OTF2_Reader_CloseDefFiles(reader);
}

bool readBare(const char* anchor)
{
    OTF2_Reader* reader = OTF2_Reader_Open(anchor);
    if (reader == nullptr) {
        return false;
    }
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    const std::vector<OTF2_LocationRef> locations = readDefinitions(reader);
    readLocalDefinitions(reader, locations);
    OTF2_EvtReaderCallbacks* callbacks = OTF2_EvtReaderCallbacks_New();
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, &touch);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, &touch);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, &touch);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, &touch);
    OTF2_Reader_OpenEvtFiles(reader);
    Touched touched;
    for (const OTF2_LocationRef location : locations) {
        OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
        OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, &touched);
        std::uint64_t read = 0;
        OTF2_Reader_ReadAllLocalEvents(reader, events, &read);
        OTF2_Reader_CloseEvtReader(reader, events);
    }
    OTF2_EvtReaderCallbacks_Delete(callbacks);
    OTF2_Reader_Close(reader);
    return touched.events > 0 && touched.sum != 0;
}

/// How the import is asked for.
struct How {
    unsigned threads = 1;
    bool withRows = false;
};

bool readOurs(const char* anchor, const How& how)
{
    const auto trace = vellum::server::import::importTrace(
        anchor, {.threads = how.threads, .onProgress = {}, .cancel = {}, .withRows = how.withRows});
    if (!trace.isOk()) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        return false;
    }
    return true;
}

/// The quickest of some imports in one process that keeps the memory of the one before: what the
/// work alone takes, without the system's time for pages that are touched first.
Cost costInKeptMemory(const char* anchor, const How& how, int rounds)
{
    std::array<int, 2> pipe = {};
    if (::pipe(pipe.data()) != 0) {
        return {};
    }
    Cost cost = costOf([&] {
        constexpr int kNever = 0x7fffffff;
        ::mallopt(M_MMAP_THRESHOLD, kNever);
        ::mallopt(M_TRIM_THRESHOLD, kNever);
        ::mallopt(M_ARENA_MAX, 1);
        double best = 0;
        for (int i = 0; i <= rounds; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            (void)readOurs(anchor, how);
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
            best = i < 2 ? took.count() : std::min(best, took.count());
        }
        return ::write(pipe[1], &best, sizeof best) == sizeof best;
    });
    cost.failed = ::read(pipe[0], &cost.wall, sizeof cost.wall) != sizeof cost.wall;
    return cost;
}

/// False where there is no such program.
bool printSilently(const char* anchor)
{
    ::execlp("otf2-print", "otf2-print", "--silent", anchor, nullptr);
    return false;
}

std::uint64_t eventsIn(const char* anchor)
{
    std::uint64_t events = 0;
    const auto trace = vellum::server::import::importTrace(anchor, {});
    if (trace.isOk()) {
        for (const auto& location : trace.value()->locations) {
            events += location.totals.events;
        }
    }
    return events;
}

void print(const char* what, const Cost& cost, std::uint64_t events)
{
    if (cost.failed) {
        std::printf("%-22s skipped: it cannot be run here\n", what);
        return;
    }
    constexpr double kMega = 1e6;
    std::printf(
        "%-22s %6.2f s, user %6.2f s, system %5.2f s, %6.1f M events/s, peak %6.0f MB\n",
        what,
        cost.wall,
        cost.user,
        cost.system,
        static_cast<double>(events) / kMega / cost.wall,
        static_cast<double>(cost.peak) / kMega);
}

/// Imports of one kind, on one thread and on two.
struct Imports {
    Cost one;
    Cost two;
    Cost keptOne;
    Cost keptTwo;
};

void measure(Imports& imports, const char* anchor, bool withRows)
{
    constexpr std::uint64_t kWarmBytes = std::uint64_t(2) << 30U;
    warmMemory(kWarmBytes);
    keepBest(imports.one, costOf([&] {
                 return readOurs(anchor, {.threads = 1, .withRows = withRows});
             }));
    warmMemory(kWarmBytes);
    keepBest(imports.two, costOf([&] {
                 return readOurs(anchor, {.threads = 2, .withRows = withRows});
             }));
}

void printRatios(const char* what, const Imports& imports, const Cost& bare, const Cost& printed)
{
    const Cost& one = imports.one;
    std::printf(
        "%s\n"
        "  one thread, of the bare loop's rate   %.2f, by processor time %.2f (user %.2f), in memory that is "
        "kept %.2f\n"
        "  two threads, times one's rate         %.2f, in memory that is kept %.2f\n",
        what,
        bare.wall / one.wall,
        (bare.user + bare.system) / (one.user + one.system),
        bare.user / one.user,
        bare.wall / imports.keptOne.wall,
        one.wall / imports.two.wall,
        imports.keptOne.wall / imports.keptTwo.wall);
    if (!printed.failed) {
        std::printf(
            "  two threads, times otf2-print's rate  %.2f, in memory that is kept %.2f\n",
            printed.wall / imports.two.wall,
            printed.wall / imports.keptTwo.wall);
    }
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: vellum-bench-otf2 ANCHOR [ROUNDS]\n");
        return 2;
    }
    const char* anchor = argv[1];
    constexpr int kRounds = 3;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : kRounds;
    Cost bare;
    Cost printed;
    Imports store;
    Imports rows;
    for (int i = 0; i < rounds; ++i) {
        keepBest(bare, costOf([&] { return readBare(anchor); }));
        measure(store, anchor, false);
        measure(rows, anchor, true);
        keepBest(printed, costOf([&] { return printSilently(anchor); }));
    }
    for (Imports* imports : {&store, &rows}) {
        const bool withRows = imports == &rows;
        imports->keptOne = costInKeptMemory(anchor, {.threads = 1, .withRows = withRows}, rounds);
        imports->keptTwo = costInKeptMemory(anchor, {.threads = 2, .withRows = withRows}, rounds);
    }
    const std::uint64_t events = eventsIn(anchor);
    print("bare loop", bare, events);
    print("event store, 1 thread", store.one, events);
    print("event store, 2 threads", store.two, events);
    print("with rows, 1 thread", rows.one, events);
    print("with rows, 2 threads", rows.two, events);
    print("otf2-print --silent", printed, events);
    printRatios("event store", store, bare, printed);
    printRatios("with the rows of the index", rows, bare, printed);
    return bare.failed || store.one.failed || rows.two.failed ? 1 : 0;
}
