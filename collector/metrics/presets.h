#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::metrics {

/// Metrics that answer one question together; each chip has most of them.
struct Preset {
    std::string_view name;
    std::string_view question;
    std::vector<std::string> metrics;
};

/// roofline, occupancy, tensor.
[[nodiscard]] const std::vector<Preset>& presets();

/// What a device counts over time (`--gpu-sampling`), the more important first: as many as fit into one pass.
[[nodiscard]] const std::vector<std::string>& samplingMetrics();

/// What \p list asks for, names of presets and of metrics with commas between; none twice.
[[nodiscard]] std::vector<std::string> metricsOfList(std::string_view list);

}  // namespace vellum::collector::metrics
