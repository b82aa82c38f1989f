#pragma once

#include "collector/launch/options.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace vellum::collector::launch {

/// The name of the source.
inline constexpr std::string_view kSampling = "sampling";

/// Adds --sample[=RATE], --sampling-rate RATE and --off-cpu[=RATE].
void addSampling(CLI::App& app, Options& options);

/// Sets the default rate, if the command line has set none.
void startSampling(Options& options);

/// After all options were read: --off-cpu without a rate has that of --sample.
void settleSampling(Options& options);

/// "1kHz", "500Hz" or "500": samples in a second.
///
/// Errors   CLI::ValidationError.
/// \param most  a multiple of 1000
[[nodiscard]] std::uint32_t readRate(const std::string& text, std::uint32_t most);

}  // namespace vellum::collector::launch
