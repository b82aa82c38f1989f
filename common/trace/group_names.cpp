#include "common/trace/group_names.h"

#include <cctype>
#include <set>

namespace vellum {

namespace {

/// Longer lists say less than the group's own name.
constexpr std::size_t kMostKinds = 3;

/// With a figure before it that orders the kinds of a group: the commonest first.
struct Kind {
    int place = 0;
    std::string_view name;

    friend bool operator<(const Kind& a, const Kind& b)
    {
        return a.place != b.place ? a.place < b.place : a.name < b.name;
    }
};

Kind kindOfMpi(const Region& region)
{
    switch (region.paradigm) {
    case Paradigm::Mpi:
        return {0, "MPI"};
    case Paradigm::Shmem:
        return {3, "SHMEM"};
    case Paradigm::Gaspi:
        return {4, "GASPI"};
    case Paradigm::Upc:
        return {5, "UPC"};
    default:
        break;
    }
    const std::string_view name = region.name;
    return name.find("hccl") != std::string_view::npos   ? Kind{2, "HCCL"}
           : name.find("rccl") != std::string_view::npos ? Kind{2, "RCCL"}
                                                         : Kind{1, "NCCL"};
}

Kind kindOfThreads(Paradigm paradigm)
{
    return paradigm == Paradigm::OpenMp    ? Kind{0, "OpenMP"}
           : paradigm == Paradigm::Pthread ? Kind{1, "Pthreads"}
                                           : Kind{2, "threads"};
}

Kind kindOfDeviceApi(Paradigm paradigm)
{
    switch (paradigm) {
    case Paradigm::Cuda:
        return {0, "CUDA API"};
    case Paradigm::Hip:
        return {1, "HIP API"};
    case Paradigm::OpenAcc:
        return {2, "OpenACC"};
    case Paradigm::OpenCl:
        return {3, "OpenCL"};
    default:
        return {4, "device API"};
    }
}

Kind kindOfAnnotation(const Region& region)
{
    if (region.paradigm == Paradigm::Nvtx) {
        return {1, "NVTX"};
    }
    return region.role == RegionRole::Function ? Kind{0, "operator"} : Kind{2, "annotation"};
}

Kind kindOf(const Region& region)
{
    switch (region.group) {
    case FunctionGroup::Mpi:
        return kindOfMpi(region);
    case FunctionGroup::OpenMp:
        return kindOfThreads(region.paradigm);
    case FunctionGroup::DeviceApi:
        return kindOfDeviceApi(region.paradigm);
    case FunctionGroup::Annotation:
        return kindOfAnnotation(region);
    default:
        return {0, name(region.group)};
    }
}

}  // namespace

std::string_view kindName(const Region& region)
{
    return kindOf(region).name;
}

GroupNames groupNames(const Definitions& definitions)
{
    std::array<std::set<Kind>, kFunctionGroupCount> kinds;
    for (const Region& region : definitions.regions) {
        const auto group = static_cast<std::size_t>(region.group);
        if (group < kinds.size()) {
            kinds.at(group).insert(kindOf(region));
        }
    }
    GroupNames names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string joined;
        for (const Kind& kind : kinds.at(i)) {
            joined.append(joined.empty() ? "" : ", ").append(kind.name);
        }
        if (joined.empty() || kinds.at(i).size() > kMostKinds) {
            joined = name(static_cast<FunctionGroup>(i));
        }
        joined.front() =
            static_cast<char>(std::toupper(static_cast<unsigned char>(joined.front())));
        names.at(i) = joined;
    }
    return names;
}

}  // namespace vellum
