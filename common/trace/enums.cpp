#include "common/trace/enums.h"

#include "common/trace/markers.h"
#include "common/trace/properties.h"

#include <array>
#include <cstddef>

namespace vellum {

std::string_view name(LocationType type)
{
    constexpr std::array<std::string_view, 4> kNames = {
        "unknown", "CPU thread", "accelerator stream", "metric"};
    const auto index = static_cast<std::size_t>(type);
    return index < kNames.size() ? kNames[index] : kNames[0];
}

std::string_view name(LocationGroupType type)
{
    constexpr std::array<std::string_view, 3> kNames = {"unknown", "process", "accelerator"};
    const auto index = static_cast<std::size_t>(type);
    return index < kNames.size() ? kNames[index] : kNames[0];
}

std::string_view name(PropertyTarget target)
{
    constexpr std::array<std::string_view, kPropertyTargets> kNames = {
        "system_tree_node",
        "location_group",
        "location",
        "calling_context",
        "io_file",
        "paradigm",
        "io_paradigm"};
    const auto index = static_cast<std::size_t>(target);
    return index < kNames.size() ? kNames[index] : "unknown";
}

std::string_view name(MarkerSeverity severity)
{
    constexpr std::array<std::string_view, 4> kNames = {"none", "low", "medium", "high"};
    const auto index = static_cast<std::size_t>(severity);
    return index < kNames.size() ? kNames[index] : "unknown";
}

std::string_view name(MarkerScope scope)
{
    constexpr std::array<std::string_view, 6> kNames = {
        "global", "location", "location_group", "system_tree_node", "group", "communicator"};
    const auto index = static_cast<std::size_t>(scope);
    return index < kNames.size() ? kNames[index] : "unknown";
}

std::string_view name(Paradigm paradigm)
{
    constexpr std::array<std::string_view, 25> kNames = {
        "unknown",
        "user",
        "compiler",
        "OpenMP",
        "MPI",
        "CUDA",
        "measurement system",
        "Pthread",
        "HMPP",
        "OmpSs",
        "hardware",
        "GASPI",
        "UPC",
        "SHMEM",
        "Windows threads",
        "Qt threads",
        "ACE threads",
        "TBB threads",
        "OpenACC",
        "OpenCL",
        "MTAPI",
        "sampling",
        "none",
        "HIP",
        "Kokkos"};
    constexpr std::array<std::string_view, 4> kOurs = {
        "PyTorch", "Python", "NVTX", "operating system"};
    const auto index = static_cast<std::size_t>(paradigm);
    constexpr auto kFirstOfOurs = static_cast<std::size_t>(Paradigm::PyTorch);
    if (index >= kFirstOfOurs && index - kFirstOfOurs < kOurs.size()) {
        return kOurs[index - kFirstOfOurs];
    }
    return index < kNames.size() ? kNames[index] : kNames[0];
}

}  // namespace vellum
