#include "collector/launch/gpu_metric_list.h"
#include "collector/launch/options.h"
#include "collector/launch/recording.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    try {
        const auto parsed = vellum::collector::launch::parseOptions(argc, argv);
        if (!parsed.options) {
            return parsed.exitStatus;
        }
        return parsed.options->listGpuMetrics
                   ? vellum::collector::launch::listGpuMetrics(*parsed.options->listGpuMetrics)
                   : vellum::collector::launch::record(*parsed.options);
    } catch (const std::exception& failure) {
        std::cerr << "vellum-record: " << failure.what() << '\n';
        return 2;
    }
}
