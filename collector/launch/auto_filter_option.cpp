#include "collector/launch/auto_filter_option.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::launch {

namespace {

constexpr AutoFilterRule kUsual{.visits = 100'000, .nanoseconds = 1000};
constexpr std::uint64_t kMostVisits = 1'000'000'000'000;
constexpr std::uint64_t kMostNanoseconds = 1'000'000'000;

/// A whole number at the begin of \p text, which is taken away there; 0 where there is none.
std::uint64_t takeNumber(std::string_view& text)
{
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return failure == std::errc() ? number : 0;
}

/// "200ns", "1us" or "1ms"; 0 where it is none of them.
std::uint64_t nanosecondsIn(std::string_view text)
{
    constexpr std::uint64_t kThousand = 1000;
    const std::uint64_t number = takeNumber(text);
    if (number > kMostNanoseconds) {
        return 0;
    }
    return text == "ns"   ? number
           : text == "us" ? number * kThousand
           : text == "ms" ? number * kThousand * kThousand
                          : 0;
}

/// "100000,1us", or one of the two.
AutoFilterRule readRule(const std::string& text)
{
    AutoFilterRule rule = kUsual;
    const std::size_t comma = text.find(',');
    std::string_view visits(text.data(), std::min(comma, text.size()));
    std::string_view time;
    if (comma != std::string::npos) {
        time = std::string_view(text).substr(comma + 1);
    } else if (text.ends_with('s')) {
        time = std::exchange(visits, {});
    }
    if (!visits.empty()) {
        rule.visits = takeNumber(visits);
    }
    if (!time.empty() || comma != std::string::npos) {
        rule.nanoseconds = nanosecondsIn(time);
    }
    if (!visits.empty() || rule.visits == 0 || rule.visits > kMostVisits || rule.nanoseconds == 0
        || rule.nanoseconds > kMostNanoseconds) {
        throw CLI::ValidationError(
            "--auto-filter takes VISITS,TIME as 100000,1us, at most 1s, not '" + text + "'");
    }
    return rule;
}

}  // namespace

void addAutoFilter(CLI::App& app, Options& options)
{
    app.add_option_function<std::vector<std::string>>(
           "--auto-filter",
           [&options](const std::vector<std::string>& texts) {
               options.autoFilter =
                   texts.empty() || texts.front().empty() ? kUsual : readRule(texts.front());
           },
           "Leave out functions once they were called so often with so short a mean time [100000,1us]")
        ->type_name("VISITS,TIME")
        ->expected(0, 1);
}

std::string textOf(const AutoFilterRule& rule)
{
    return rule.visits == 0 ? std::string()
                            : std::to_string(rule.visits) + " visits below "
                                  + std::to_string(rule.nanoseconds) + " ns on average";
}

}  // namespace vellum::collector::launch
