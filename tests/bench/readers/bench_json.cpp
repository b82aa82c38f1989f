// vellum-bench-json FILE [ROUNDS]: the import of a JSON trace beside simdjson's own walk over the
// fields that it needs, and what memory the import takes.

#include "server/import/importer.h"

#include <simdjson.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

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

double importSeconds(const char* path, unsigned threads, std::uint64_t& sum)
{
    const auto begin = Clock::now();
    const auto trace = vellum::server::import::importTrace(path, {.threads = threads});
    if (!trace.isOk()) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        std::exit(1);
    }
    const double seconds = secondsSince(begin);
    sum += trace.value()->locations.size();
    return seconds;
}

/// Peak memory of an import in a process of its own, in bytes.
std::uint64_t importPeak(const char* path)
{
    const pid_t child = ::fork();
    if (child == 0) {
        std::uint64_t sum = 0;
        importSeconds(path, 1, sum);
        std::_Exit(0);
    }
    int status = 0;
    struct rusage usage = {};
    ::wait4(child, &status, 0, &usage);
    constexpr std::uint64_t kKilobyte = 1024;
    return static_cast<std::uint64_t>(usage.ru_maxrss) * kKilobyte;
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: vellum-bench-json FILE [ROUNDS]\n");
        return 2;
    }
    const char* path = argv[1];
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
    const auto bytes = static_cast<double>(std::filesystem::file_size(path));
    const std::uint64_t peak = importPeak(path);
    std::uint64_t sum = 0;
    std::vector<double> walks;
    std::vector<double> ones;
    std::vector<double> twos;
    for (int i = 0; i < rounds; ++i) {
        walks.push_back(walkSeconds(path, sum));
        ones.push_back(importSeconds(path, 1, sum));
        twos.push_back(importSeconds(path, 2, sum));
    }
    const double walk = *std::ranges::min_element(walks);
    const double one = *std::ranges::min_element(ones);
    const double two = *std::ranges::min_element(twos);
    constexpr double kMega = 1e6;
    std::printf("file                  %10.1f MB\n", bytes / kMega);
    std::printf("simdjson's walk       %10.0f MB/s\n", bytes / kMega / walk);
    std::printf(
        "import, one thread    %10.0f MB/s   %.2f of the walk\n", bytes / kMega / one, walk / one);
    std::printf(
        "import, two threads   %10.0f MB/s   %.2f of one thread\n", bytes / kMega / two, one / two);
    std::printf("peak memory           %10.2f bytes per byte\n", static_cast<double>(peak) / bytes);
    return sum == 0 ? 1 : 0;
}
