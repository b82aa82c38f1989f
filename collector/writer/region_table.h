#pragma once

#include "collector/device/device_trace.h"
#include "collector/symbols/module_symbols.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/region_filter.h"
#include "collector/writer/region_stack.h"
#include "collector/writer/spool.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// Gives the regions of all processes their reference numbers and names: the same function of the same
/// file is one region whatever process called it.
///
/// Odd case Functions that the filter leaves out have the reference kExcluded.
/// Threads  Owner thread.
class RegionTable {
public:
    using Ref = Otf2Archive::RegionRef;
    static constexpr Ref kExcluded = UINT32_MAX;

    RegionTable(const RegionFilter& filter, bool functions)
        : m_filter(filter)
        , m_functionsWanted(functions)
    {
    }

    /// Names of functions of CUDA's interfaces, by cudaSubject().
    using CudaFunctions = std::map<std::uint64_t, std::string>;

    /// The regions of what follows belong to \p process; both must outlive their use here.
    void setProcess(const SpooledProcess& process, const CudaFunctions& cudaFunctions);

    /// \param tick  when the region was met: another file may have lain at the address before
    [[nodiscard]] Ref find(RegionKey region, std::uint64_t tick);

    /// The function that holds an instruction, whether functions are recorded or not. One without a symbol is its file's.
    [[nodiscard]] Ref findCode(std::uint64_t address, std::uint64_t tick);
    /// The region of samples whose stacks could not be followed to their begin.
    [[nodiscard]] Ref findCutStack();
    /// Of samples of a thread that waits: the innermost.
    [[nodiscard]] Ref findOffCpu();

    /// A region of a device's row. \param name  as the linker has it, where it is a kernel's
    [[nodiscard]] Ref findWork(device::WorkKind kind, const std::string& name);

    /// Of the process: then an address alone says too little.
    [[nodiscard]] bool modulesOverlap() const { return m_modulesOverlap; }

    /// By reference number.
    [[nodiscard]] const std::vector<Otf2Archive::Region>& regions() const { return m_regions; }

private:
    using FileAddress = std::pair<std::string, std::uint64_t>;

    Ref resolve(RegionKey region, std::uint64_t tick);
    Ref resolveFunction(std::uint64_t address, std::uint64_t tick);
    Ref addFunction(const FileAddress& function, Otf2Archive::RegionKind kind);
    Ref resolvePython(std::uint32_t number);
    Ref resolveUser(std::uint32_t handle);
    Ref resolveApi(measurement::ApiRegion region);
    Ref resolveCuda(std::uint64_t function);
    Ref resolveRange(std::uint32_t number);
    Ref resolveMpi(std::uint64_t function);
    Ref resolveIo(std::uint64_t function);
    Ref resolveHeap(std::uint64_t function);
    Ref resolveOpenMp(std::uint64_t region, std::uint64_t tick);
    Ref add(Otf2Archive::Region region);
    const symbols::ModuleSymbols& symbolsOf(const std::string& path);

    const RegionFilter& m_filter;
    bool m_functionsWanted;
    const SpooledProcess* m_process = nullptr;
    const CudaFunctions* m_cudaNames = nullptr;          ///< of the process
    bool m_modulesOverlap = false;                       ///< of the process
    std::unordered_map<std::uint64_t, Ref> m_byAddress;  ///< of the process
    struct Recent {
        std::uint64_t address = 0;
        Ref ref = kExcluded;
    };
    std::array<Recent, 256> m_recent{};  ///< of m_byAddress, by the lower bits
    std::map<RegionKey, Ref> m_byKey;    ///< of the process, all but functions
    std::map<FileAddress, Ref> m_functions;
    Ref m_cutStack = kExcluded;
    Ref m_offCpu = kExcluded;
    std::map<std::tuple<std::string, std::string, std::uint32_t>, Ref> m_users;
    std::map<std::tuple<std::string, std::string, std::string, std::uint32_t>, Ref> m_python;
    std::map<measurement::ApiRegion, Ref> m_apis;
    std::map<std::uint64_t, Ref> m_mpiFunctions;
    std::map<std::uint64_t, Ref> m_ioFunctions;
    std::map<std::uint64_t, Ref> m_heapFunctions;
    std::map<std::pair<std::string, std::string>, Ref> m_openMp;  ///< by name and file
    std::map<std::string, Ref> m_cudaFunctions;  ///< by name: processes may number them differently
    std::map<std::pair<device::WorkKind, std::string>, Ref> m_works;
    std::map<std::pair<std::string, std::string>, Ref> m_ranges;  ///< by domain and name
    std::map<std::string, std::unique_ptr<symbols::ModuleSymbols>> m_symbols;
    std::vector<Otf2Archive::Region> m_regions;
};

}  // namespace vellum::collector::writer
