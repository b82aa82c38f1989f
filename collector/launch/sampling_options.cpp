#include "collector/launch/sampling_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>

namespace vellum::collector::launch {

namespace {

constexpr std::uint32_t kUsualRate = 1000;
constexpr std::uint32_t kMostRate = 10'000;
constexpr std::uint32_t kAsSampling = UINT32_MAX;  ///< --off-cpu without a rate

}  // namespace

std::uint32_t readRate(const std::string& text, std::uint32_t most)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, text.data() + text.size());
    if (unit == "kHz" && number <= most) {
        number *= 1000;
    } else if (unit != "Hz" && !unit.empty()) {
        number = 0;
    }
    if (error != std::errc() || number < 1 || number > most) {
        const std::string thousands = std::to_string(most / 1000);
        throw CLI::ValidationError(
            "a sampling rate is from 1 to " + thousands + ",000 a second, as 1kHz or 500, not '"
            + text + "'");
    }
    return number;
}

void startSampling(Options& options)
{
    if (options.samplesPerSecond == 0) {
        options.samplesPerSecond = kUsualRate;
    }
}

void addSampling(CLI::App& app, Options& options)
{
    app.add_option_function<std::vector<std::string>>(
           "--sample",
           [&options](const std::vector<std::string>& texts) {
               if (texts.empty() || texts.front().empty()) {
                   startSampling(options);
               } else {
                   options.samplesPerSecond = readRate(texts.front(), kMostRate);
               }
           },
           "Sample call stacks, so many times in each second that a thread runs [1kHz]: of programs as they are")
        ->type_name("RATE")
        ->expected(0, 1);
    app.add_option_function<std::string>(
           "--sampling-rate",
           [&options](const std::string& text) {
               options.samplesPerSecond = readRate(text, kMostRate);
           },
           "The same, with the rate")
        ->type_name("RATE");
    app.add_option_function<std::vector<std::string>>(
           "--off-cpu",
           [&options](const std::vector<std::string>& texts) {
               startSampling(options);
               const bool isSaid = !texts.empty() && !texts.front().empty();
               options.offCpuPerSecond = isSaid ? readRate(texts.front(), kMostRate) : kAsSampling;
           },
           "Sample also threads that wait, and where; so many times in each second, or as often as those that run")
        ->type_name("RATE")
        ->expected(0, 1);
}

void settleSampling(Options& options)
{
    if (options.offCpuPerSecond == kAsSampling) {
        options.offCpuPerSecond = options.samplesPerSecond;
    }
}

}  // namespace vellum::collector::launch
