// vellum-bench-json FILE [ROUNDS]: the import of a JSON trace beside simdjson's own walk over the
// fields that it needs, the same packed beside `gzip -dc`, and what memory the imports take.
// vellum-bench-json NEW-FILE --gigabytes N: the same import once, of a generated file of any size.

#include "server/import/importer.h"
#include "tests/bench/readers/measure.h"
#include "tests/generate/kineto_file.h"

#include <fcntl.h>
#include <simdjson.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

using vellum::bench::Cost;
using vellum::bench::costOf;
using vellum::bench::keepBest;
using vellum::bench::warmMemory;
using Clock = std::chrono::steady_clock;
namespace ondemand = simdjson::ondemand;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Touches what a reader must: phase, name, category, ids, times and the correlation.
std::uint64_t touch(ondemand::object event)
{
    std::uint64_t sum = 0;
    for (auto field : event) {
        const std::string_view key = field.unescaped_key().value();
        if (key == "ts" || key == "dur") {
            sum += static_cast<std::uint64_t>(field.value().get_double().value());
        } else if (key == "args") {
            for (auto argument : field.value().get_object().value()) {
                if (argument.unescaped_key().value() == "correlation") {
                    sum += argument.value().get_uint64().value();
                }
            }
        } else if (key == "name" || key == "ph" || key == "cat" || key == "pid" || key == "tid") {
            sum += field.value().raw_json_token().value().size();
        }
    }
    return sum;
}

/// Reading the file included, as the import has it too.
double walkSeconds(const char* path, std::uint64_t& sum)
{
    const auto begin = Clock::now();
    const simdjson::padded_string text = simdjson::padded_string::load(path).value();
    ondemand::parser parser;
    ondemand::document document = parser.iterate(text).value();
    for (auto event : document["traceEvents"].get_array().value()) {
        sum += touch(event.get_object().value());
    }
    return secondsSince(begin);
}

bool import(const char* path, unsigned threads)
{
    const auto trace = vellum::server::import::importTrace(path, {.threads = threads});
    if (!trace.isOk()) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
    }
    return trace.isOk();
}

bool walk(const char* path)
{
    std::uint64_t sum = 0;
    walkSeconds(path, sum);
    return sum != 0;
}

/// `gzip OPTIONS FROM > TO`
bool gzip(const char* options, const char* from, const char* to)
{
    const int output = ::open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (output < 0 || ::dup2(output, STDOUT_FILENO) < 0) {
        return false;
    }
    ::execlp("gzip", "gzip", options, from, nullptr);
    return false;
}

void print(const char* what, const Cost& cost, double bytes)
{
    constexpr double kMega = 1e6;
    std::printf(
        "%-24s %6.0f MB/s  %6.2f s, user %6.2f s, system %5.2f s, peak %.2f bytes per byte%s\n",
        what,
        bytes / kMega / cost.wall,
        cost.wall,
        cost.user,
        cost.system,
        static_cast<double>(cost.peak) / bytes,
        cost.failed ? " FAILED" : "");
}

/// One import of a file that is generated for it and deleted again.
int measureLarge(const char* path, const char* gigabytes)
{
    constexpr std::uint64_t kMegabytes = 1000;
    vellum::generate::writeKinetoFile(
        {.out = path, .megabytes = kMegabytes * std::strtoull(gigabytes, nullptr, 10)});
    const auto bytes = static_cast<double>(std::filesystem::file_size(path));
    const Cost cost = costOf([&] { return import(path, 1); });
    std::filesystem::remove(path);
    print("import, one thread", cost, bytes);
    return cost.failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(
            stderr,
            "usage: vellum-bench-json FILE [ROUNDS]\n"
            "       vellum-bench-json NEW-FILE --gigabytes N\n");
        return 2;
    }
    const char* path = argv[1];
    if (argc == 4 && std::string_view(argv[2]) == "--gigabytes") {
        return measureLarge(path, argv[3]);
    }
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
    const auto bytes = static_cast<double>(std::filesystem::file_size(path));
    const std::string packed = std::string(path) + ".bench.gz";
    static_cast<void>(costOf([&] { return gzip("-6c", path, packed.c_str()); }));
    Cost walked;
    Cost one;
    Cost two;
    Cost unpacked;
    Cost fromPacked;
    Cost fromPackedTwo;
    for (int i = 0; i < rounds; ++i) {
        warmMemory(static_cast<std::uint64_t>(bytes));
        keepBest(walked, costOf([&] { return walk(path); }));
        keepBest(one, costOf([&] { return import(path, 1); }));
        keepBest(two, costOf([&] { return import(path, 2); }));
        keepBest(unpacked, costOf([&] { return gzip("-dc", packed.c_str(), "/dev/null"); }));
        keepBest(fromPacked, costOf([&] { return import(packed.c_str(), 1); }));
        keepBest(fromPackedTwo, costOf([&] { return import(packed.c_str(), 2); }));
    }
    std::filesystem::remove(packed);
    print("simdjson's walk", walked, bytes);
    print("import, one thread", one, bytes);
    print("import, two threads", two, bytes);
    print("gzip -dc", unpacked, bytes);
    print("gzip import, one thread", fromPacked, bytes);
    print("gzip import, two threads", fromPackedTwo, bytes);
    std::printf(
        "one thread, of the walk's rate           %.2f (processor time %.2f)\n"
        "gzip, one thread, of gzip -dc's rate     %.2f\n"
        "gzip, two threads, of gzip -dc's rate    %.2f\n",
        walked.wall / one.wall,
        (walked.user + walked.system) / (one.user + one.system),
        unpacked.wall / fromPacked.wall,
        unpacked.wall / fromPackedTwo.wall);
    return one.failed || two.failed || fromPacked.failed ? 1 : 0;
}
