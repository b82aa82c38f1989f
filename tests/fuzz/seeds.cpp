// vellum-fuzz-seeds FOLDER: writes small sound inputs for every target of targets.h.

#include "common/codec/message_codec.h"
#include "server/import/importer.h"
#include "server/index/shard_writer.h"
#include "server/ranks/index_messages.h"
#include "server/ranks/rank_messages.h"
#include "tests/generate/big_archive.h"
#include "tests/generate/random_archive.h"
#include "tests/support/random_messages.h"

#include <zlib.h>
#include <zstd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& bytes)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string read(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <typename Number>
std::string bytesOf(Number number)
{
    std::string bytes(sizeof number, '\0');
    for (char& byte : bytes) {
        byte = static_cast<char>(number & 0xffU);
        number >>= 7U;
        number >>= 1U;
    }
    return bytes;
}

/// The archive in \p folder with its first location, in one text.
std::string pack(const fs::path& folder)
{
    std::uint64_t location = 0;
    for (const auto& entry : fs::directory_iterator(folder / "traces")) {
        if (entry.path().extension() == ".evt") {
            location = std::stoull(entry.path().stem().string());
        }
    }
    const fs::path stem = folder / "traces" / std::to_string(location);
    std::string head;
    std::string body;
    for (const std::string& part :
         {read(folder / "traces.otf2"),
          read(folder / "traces.def"),
          read(stem.string() + ".def"),
          read(stem.string() + ".evt")}) {
        head += bytesOf(static_cast<std::uint32_t>(part.size()));
        body += part;
    }
    const fs::path markers = folder / "traces.marker";
    return head + bytesOf(location) + body + (fs::exists(markers) ? read(markers) : "");
}

void writeArchives(const fs::path& folder)
{
    const fs::path scratch = folder / "scratch";
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        constexpr std::uint64_t kEvents = 60;
        vellum::generate::writeRandomArchive(
            {.seed = seed,
             .out = scratch,
             .nodes = 1,
             .processes = 1,
             .locations = 1,
             .events = kEvents,
             .damage = seed % 3 == 0});
        write(folder / "archive" / ("random" + std::to_string(seed)), pack(scratch));
        fs::remove_all(scratch);
    }
    vellum::generate::writeBigArchive({.out = scratch, .locations = 1, .events = 100});
    write(folder / "archive" / "big", pack(scratch));
    fs::remove_all(scratch);
}

const std::vector<std::string>& documents()
{
    static const std::vector<std::string> kTexts = {
        R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"GPU","numSms":80}],"baseTimeNanoseconds":1700000000000000000,
"distributedInfo":{"backend":"nccl","rank":1,"world_size":2},"displayTimeUnit":"ms","traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":12,"tid":12,"ts":100.123,"dur":20.5,"args":{"External id":7,"Sequence number":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":12,"tid":12,"ts":101,"dur":"3","args":{"correlation":42}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":110.001,"dur":5,"args":{"correlation":42,"stream":7,"device":0,"grid":[1,2,3],"block":[32,1,1]}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":7,"ts":120,"dur":2,"args":{"bytes":4096,"stream":7,"correlation":43}},
{"ph":"s","id":42,"pid":12,"tid":12,"ts":101,"cat":"ac2g","name":"ac2g"},{"ph":"f","id":42,"pid":0,"tid":7,"ts":110,"cat":"ac2g","name":"ac2g","bp":"e"},
{"ph":"i","s":"t","name":"mark","pid":12,"tid":12,"ts":1,"cat":"x"},
{"ph":"C","name":"memory","pid":12,"ts":5,"args":{"bytes":1,"Total":2.5}},
{"ph":"M","name":"process_name","pid":12,"tid":0,"args":{"name":"python"}},{"ph":"M","name":"thread_sort_index","pid":12,"tid":12,"args":{"sort_index":5}}
],"traceName":"x"})",
        R"([{"ph":"B","name":"a","pid":1,"tid":"t","ts":1},{"ph":"E","pid":1,"tid":"t","ts":2.000001},
{"ph":"b","id":"0x1","cat":"c","name":"async","pid":1,"tid":2,"ts":1e3},{"ph":"n","id":"0x1","cat":"c","name":"async","pid":1,"tid":2,"ts":3},
{"ph":"e","id":"0x1","cat":"c","name":"async","pid":1,"tid":2,"ts":2e3},{"ph":"X","name":"\ud83d\ude00\u0000","ts":-5,"dur":NaN,"pid":{},"tid":[]},
{"ph":"N","id":1,"ts":0,"pid":1,"name":"o"},{"ph":"D","id":1,"ts":9,"pid":1,"name":"o"},{"ph":"P","ts":3,"pid":1,"tid":1,"name":"s","stack":["a","b"]}])",
        R"([{"ph":"X","name":"a","ts":1,"dur":10,"pid":1,"tid":1},{"ph":"X","name":"b","ts":5,"dur":10,"pid":1,"tid":1},
{"ph":"X","name":"c","ts":6,"dur":0,"pid":1,"tid":1},)",
    };
    return kTexts;
}

std::string gzipOf(const std::string& text)
{
    z_stream stream = {};
    constexpr int kGzip = 16 + MAX_WBITS;
    constexpr int kMemory = 8;
    ::deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
    std::vector<Bytef> in(text.begin(), text.end());
    std::vector<Bytef> out(::deflateBound(&stream, in.size()));
    stream.next_in = in.data();
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    ::deflate(&stream, Z_FINISH);
    ::deflateEnd(&stream);
    return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(stream.total_out)};
}

std::string zstdOf(const std::string& text)
{
    std::string packed(::ZSTD_compressBound(text.size()), '\0');
    packed.resize(::ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    return packed;
}

void writeTexts(const fs::path& folder)
{
    int number = 0;
    for (const std::string& text : documents()) {
        const std::string name = std::to_string(number++);
        write(folder / "json" / name, text);
        write(folder / "packed" / ("gzip" + name), gzipOf(text));
        write(folder / "packed" / ("members" + name), gzipOf(text) + gzipOf(text));
        write(folder / "packed" / ("zstd" + name), zstdOf(text) + zstdOf(text));
    }
}

constexpr const char* kExport =
    "PRAGMA page_size=512;"
    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds VALUES (1,'gemm'),(2,'cudaLaunchKernel_v7000'),(3,'python'),(4,'step');"
    "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
    "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','3.25.0');"
    "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);"
    "INSERT INTO PROCESSES VALUES(16777216*7, 7, '/usr/bin/python3');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start,\"end\",deviceId,streamId,correlationId,globalPid,demangledName);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1500,1800,0,7,42,16777216*7,1),(1700,2000,0,7,43,16777216*7,1);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start,\"end\",deviceId,streamId,correlationId,globalPid,bytes,copyKind);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1850,1860,0,7,44,16777216*7,4096,1);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start,\"end\",globalTid,correlationId,nameId);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1100,1200,16777216*7+7,42,2);"
    "CREATE TABLE NVTX_EVENTS(start,\"end\",eventType,text,globalTid,textId);"
    "INSERT INTO NVTX_EVENTS VALUES(1000,2500,59,NULL,16777216*7+7,4),(1050,NULL,34,'mark',16777216*7+7,NULL);"
    "CREATE TABLE SCHED_EVENTS(start,cpu,isSchedIn,globalTid);"
    "INSERT INTO SCHED_EVENTS VALUES(10,3,0,16777216*7+7),(20,3,1,16777216*7+7);"
    "CREATE TABLE SAMPLING_CALLCHAINS(id,symbol,stackDepth);"
    "INSERT INTO SAMPLING_CALLCHAINS VALUES(1,2,0),(1,1,1);"
    "CREATE TABLE COMPOSITE_EVENTS(id,start,globalTid);"
    "INSERT INTO COMPOSITE_EVENTS VALUES(1,25,16777216*7+7);";

void writeExport(const fs::path& folder)
{
    const fs::path path = folder / "export" / "small";
    fs::create_directories(path.parent_path());
    fs::remove(path);
    sqlite3* handle = nullptr;
    ::sqlite3_open(path.c_str(), &handle);
    ::sqlite3_exec(handle, kExport, nullptr, nullptr, nullptr);
    ::sqlite3_close(handle);
}

std::string textOf(const vellum::protocol::Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// One of each kind, by whoever sends it and, as far as ranks say it too, between these.
void writeMessages(const fs::path& folder)
{
    namespace codec = vellum::codec;
    namespace ranks = vellum::server::ranks;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        vellum::tests::RandomMessages random(seed);
        const std::string end = "-" + std::to_string(seed);
        for (std::size_t kind = 0; kind < std::variant_size_v<codec::ClientContent>; ++kind) {
            const auto message = codec::encode(seed, random.clientContent(kind)).value();
            write(folder / "client" / (std::to_string(kind) + end), textOf(message));
        }
        for (std::size_t kind = 0; kind < std::variant_size_v<codec::ServerContent>; ++kind) {
            const auto message = codec::encode(seed, random.serverContent(kind)).value();
            write(folder / "server" / (std::to_string(kind) + end), textOf(message));
        }
        for (std::size_t kind = 0; kind < std::variant_size_v<vellum::query::Request>; ++kind) {
            const auto request = random.request(kind);
            const std::string name = "query" + std::to_string(kind) + end;
            const auto asked = codec::encode(seed, codec::Ask{.trace = 1, .request = request});
            write(folder / "client" / name, textOf(asked.value()));
            write(
                folder / "ranks" / ("ask" + name),
                textOf(ranks::ask(seed, {.trace = 1, .request = request}).value()));
        }
        for (std::size_t kind = 0; kind < std::variant_size_v<vellum::query::Answer>; ++kind) {
            const auto answer = random.answer(kind);
            const std::string name = "answer" + std::to_string(kind) + end;
            const auto message = codec::encode(seed, codec::ServerContent(answer)).value();
            write(folder / "server" / name, textOf(message));
            write(folder / "ranks" / name, textOf(ranks::answer(seed, answer)));
        }
        const auto selection = random.traceSelection();
        const auto mapping = ranks::map(seed, {.build = 5, .selection = selection}).value();
        write(folder / "ranks" / ("map" + end), textOf(mapping));
        const auto opening = ranks::open(seed, selection).value();
        write(folder / "ranks" / ("open" + end), textOf(opening));
    }
}

/// What ranks say of a trace while it opens.
void writeOpening(const fs::path& folder)
{
    namespace ranks = vellum::server::ranks;
    const fs::path scratch = folder / "scratch";
    constexpr std::uint64_t kEvents = 40;
    vellum::generate::writeRandomArchive({.seed = 2, .out = scratch, .events = kEvents});
    const auto import = vellum::server::import::SharedImport::open(scratch / "traces.otf2", {});
    const std::vector<vellum::LocationIndex> own{
        vellum::LocationIndex(0), vellum::LocationIndex(1)};
    static_cast<void>(import.value()->read(own));
    ranks::OpenedContent opened{
        .key = import.value()->key(), .facts = import.value()->facts().value()};
    opened.facts.back().undefinedRegions = {{.region = vellum::RegionRef(9), .visits = 2}};
    opened.facts.back().deviceMarks = {{.visit = {.begin = 1, .end = 2}, .correlation = 5}};
    fs::remove_all(scratch);
    const vellum::Error error{.kind = vellum::ErrorKind::NotFound, .message = "there is no file"};
    const std::pair<const char*, vellum::protocol::Bytes> messages[] = {
        {"opened", ranks::opened(1, opened)},
        {"refused", ranks::opened(1, error)},
        {"agree",
         ranks::agree(1, {.range = {.begin = 1, .end = 2}, .undefinedRegions = {{.visits = 1}}})},
        {"ready", ranks::ready(1, {})},
        {"unready", ranks::ready(1, error)},
        {"pong", ranks::pong({.threads = 2, .residentBytes = 1})},
        {"progress", ranks::progress(1, {.bytesDone = 1})},
        {"keep", ranks::keep(1, {.build = 5, .folder = "/cache"})},
        {"kept",
         ranks::kept(
             1,
             ranks::KeptContent{
                 .part = {.numbers = {1}, .bytes = {64}, .places = {{.shard = 1}}},
                 .leftOut = {{.visit = 3, .ticks = 7}}})},
        {"cancel", ranks::bare(ranks::MessageKind::Cancel, 1)}};
    for (const auto& [name, bytes] : messages) {
        write(folder / "ranks" / name, textOf(bytes));
    }
}

void writeIndexes(const fs::path& folder)
{
    const fs::path scratch = folder / "scratch";
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        constexpr std::uint64_t kEvents = 50;
        vellum::generate::writeRandomArchive(
            {.seed = seed, .out = scratch / "archive", .events = kEvents});
        const auto trace = vellum::server::import::importTrace(scratch / "archive" / "traces.otf2");
        fs::create_directories(scratch / "index");
        static_cast<void>(vellum::server::index::writeIndex(
            *trace.value(), {.low = seed, .high = seed}, scratch / "index"));
        const std::string manifest = read(scratch / "index" / "manifest");
        const std::string rest = bytesOf(static_cast<std::uint32_t>(manifest.size())) + manifest
                                 + read(scratch / "index" / vellum::server::index::shardName(0));
        const std::string name = std::to_string(seed);
        write(folder / "index" / ("sealed" + name), bytesOf(std::uint8_t{0}) + rest);
        write(folder / "index" / ("mended" + name), bytesOf(std::uint8_t{1}) + rest);
        fs::remove_all(scratch);
    }
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: vellum-fuzz-seeds FOLDER\n");
        return 2;
    }
    const fs::path folder = argv[1];
    writeArchives(folder);
    writeTexts(folder);
    writeExport(folder);
    writeMessages(folder);
    writeOpening(folder);
    writeIndexes(folder);
    return 0;
}
