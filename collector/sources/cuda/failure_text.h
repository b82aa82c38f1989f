#pragma once

#include "collector/sources/cuda/chip_profiler.h"
#include "collector/sources/cuda/cupti_interface.h"

#include <string>
#include <vector>

namespace vellum::collector::cuda {

/// "cuptiRangeProfilerEnable fails with 35 (CUPTI_ERROR_…)", and what to do about it where that is known.
[[nodiscard]] std::string textOf(const CuptiInterface& cupti, const CallFailure& failure);

/// With commas between, and back.
[[nodiscard]] std::string joined(const std::vector<std::string>& words);
[[nodiscard]] std::vector<std::string> wordsOf(const char* list);

/// As raw_format.h has metrics: a line "NAME<tab>UNIT" for each.
template <typename UnitOf>
[[nodiscard]] std::string metricLines(const std::vector<std::string>& metrics, const UnitOf& unitOf)
{
    std::string lines;
    for (const std::string& metric : metrics) {
        lines += metric;
        lines += '\t';
        lines += unitOf(metric);
        lines += '\n';
    }
    return lines;
}

}  // namespace vellum::collector::cuda
