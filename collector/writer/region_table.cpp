#include "collector/writer/region_table.h"

#include "collector/sources/io/functions.h"
#include "collector/sources/memory/functions.h"
#include "collector/sources/mpi/functions.h"
#include "collector/sources/python/python_functions.h"
#include "collector/writer/openmp_region.h"
#include "common/trace/range_text.h"
#include "common/trace/well_known_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace vellum::collector::writer {

namespace {

Otf2Archive::Region apiRegion(measurement::ApiRegion region)
{
    using Kind = Otf2Archive::RegionKind;
    switch (region) {
    case measurement::ApiRegion::ThreadCreate:
        return {.kind = Kind::ThreadCreate, .name = "pthread_create"};
    case measurement::ApiRegion::ThreadJoin:
        return {.kind = Kind::ThreadWait, .name = "pthread_join"};
    case measurement::ApiRegion::BarrierWait:
        return {.kind = Kind::Barrier, .name = "pthread_barrier_wait"};
    case measurement::ApiRegion::MutexLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_mutex_lock"};
    case measurement::ApiRegion::MutexTimedLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_mutex_timedlock"};
    case measurement::ApiRegion::MutexClockLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_mutex_clocklock"};
    case measurement::ApiRegion::ReadLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_rwlock_rdlock"};
    case measurement::ApiRegion::ReadTimedLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_rwlock_timedrdlock"};
    case measurement::ApiRegion::ReadClockLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_rwlock_clockrdlock"};
    case measurement::ApiRegion::WriteLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_rwlock_wrlock"};
    case measurement::ApiRegion::WriteTimedLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_rwlock_timedwrlock"};
    case measurement::ApiRegion::WriteClockLock:
        return {.kind = Kind::ThreadLock, .name = "pthread_rwlock_clockwrlock"};
    case measurement::ApiRegion::ConditionWait:
        return {.kind = Kind::ThreadLock, .name = "pthread_cond_wait"};
    case measurement::ApiRegion::ConditionTimedWait:
        return {.kind = Kind::ThreadLock, .name = "pthread_cond_timedwait"};
    case measurement::ApiRegion::ConditionClockWait:
        return {.kind = Kind::ThreadLock, .name = "pthread_cond_clockwait"};
    case measurement::ApiRegion::SemaphoreWait:
        return {.kind = Kind::ThreadLock, .name = "sem_wait"};
    case measurement::ApiRegion::SemaphoreTimedWait:
        return {.kind = Kind::ThreadLock, .name = "sem_timedwait"};
    case measurement::ApiRegion::SemaphoreClockWait:
        return {.kind = Kind::ThreadLock, .name = "sem_clockwait"};
    case measurement::ApiRegion::BufferGrowth:
        return {.kind = Kind::Flush, .name = "TRACE BUFFER GROWTH"};
    case measurement::ApiRegion::PageComparison:
        return {.kind = Kind::Flush, .name = "TRACE PAGE COMPARISON"};
    case measurement::ApiRegion::SourceStart:
        return {.kind = Kind::Flush, .name = "TRACE SOURCE START"};
    case measurement::ApiRegion::BufferFlush:
        break;
    }
    return {.kind = Kind::Flush, .name = "TRACE BUFFER FLUSH"};
}

/// OTF2 3.0 has no role for kernels; readers know them by the source file that Score-P gives them.
constexpr const char* kKernelFile = "CUDA_KERNEL";

/// Stands for the address of all functions of a file that have no symbol.
constexpr std::uint64_t kNoSymbol = UINT64_MAX;

/// Nor has it a paradigm for NVTX: its ranges are known in the same way.
constexpr const char* kRangeFile = "NVTX_RANGE";

/// Nor one for Python: readers know its functions by their description.

/// "NVTX domain NAME, colour #00ff00".
std::string describeRange(const std::string& domain, std::uint32_t color)
{
    std::string text = "NVTX";
    if (!domain.empty()) {
        text += " domain " + domain;
    }
    if (color != 0) {
        char hex[16];
        std::snprintf(hex, sizeof hex, "#%06x", color & 0xFF'FFFFU);
        text += std::string(", colour ") + hex;
    }
    return text;
}

Otf2Archive::RegionKind regionKindOf(device::WorkKind kind)
{
    using Kind = Otf2Archive::RegionKind;
    switch (kind) {
    case device::WorkKind::Kernel:
    case device::WorkKind::Graph:
        return Kind::DeviceKernel;
    case device::WorkKind::Copy:
    case device::WorkKind::Set:
    case device::WorkKind::Migration:
        return Kind::DeviceCopy;
    case device::WorkKind::Synchronisation:
        return Kind::DeviceWait;
    case device::WorkKind::Fault:
    case device::WorkKind::Contention:
    case device::WorkKind::Compilation:
        return Kind::DeviceEvent;
    case device::WorkKind::Overhead:
        break;
    }
    return Kind::DeviceOverhead;
}

Otf2Archive::RegionKind regionKindOf(mpi::Role role)
{
    using Kind = Otf2Archive::RegionKind;
    switch (role) {
    case mpi::Role::PointToPoint:
        return Kind::MpiPointToPoint;
    case mpi::Role::Barrier:
        return Kind::MpiBarrier;
    case mpi::Role::OneToAll:
        return Kind::MpiOneToAll;
    case mpi::Role::AllToOne:
        return Kind::MpiAllToOne;
    case mpi::Role::AllToAll:
        return Kind::MpiAllToAll;
    case mpi::Role::OtherCollective:
        return Kind::MpiCollective;
    case mpi::Role::OneSided:
        return Kind::MpiOneSided;
    case mpi::Role::FileIo:
        return Kind::MpiFile;
    case mpi::Role::FileMetadata:
        return Kind::MpiFileMetadata;
    case mpi::Role::Other:
        break;
    }
    return Kind::MpiOther;
}

Otf2Archive::RegionKind regionKindOf(io::Operation operation)
{
    using Kind = Otf2Archive::RegionKind;
    return operation == io::Operation::None || operation == io::Operation::Seek ? Kind::FileMetadata
                                                                                : Kind::FileIo;
}

Otf2Archive::RegionKind regionKindOf(memory::Role role)
{
    using Kind = Otf2Archive::RegionKind;
    switch (role) {
    case memory::Role::Reallocate:
        return Kind::Reallocate;
    case memory::Role::Deallocate:
        return Kind::Deallocate;
    case memory::Role::Allocate:
        break;
    }
    return Kind::Allocate;
}

std::string demangled(const std::string& name)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text != nullptr ? text.get() : name;
}

}  // namespace

void RegionTable::setProcess(const SpooledProcess& process, const CudaFunctions& cudaFunctions)
{
    m_process = &process;
    m_cudaNames = &cudaFunctions;
    m_modulesOverlap = anyOverlap(process.modules);
    m_byAddress.clear();
    m_recent = {};
    m_byKey.clear();
}

RegionTable::Ref RegionTable::find(RegionKey region, std::uint64_t tick)
{
    if (region.kind == RegionKey::Kind::Function) {
        if (m_modulesOverlap && !python::isFunction(region.subject)) {
            return resolve(region, tick);
        }
        Recent& recent = m_recent[region.subject >> 4U & (m_recent.size() - 1)];
        if (recent.address == region.subject && recent.address != 0) {
            return recent.ref;
        }
        const auto known = m_byAddress.find(region.subject);
        recent.address = region.subject;
        recent.ref = known != m_byAddress.end()
                         ? known->second
                         : m_byAddress.emplace(region.subject, resolve(region, tick)).first->second;
        return recent.ref;
    }
    const auto known = m_byKey.find(region);
    return known != m_byKey.end() ? known->second
                                  : m_byKey.emplace(region, resolve(region, tick)).first->second;
}

RegionTable::Ref RegionTable::resolve(RegionKey region, std::uint64_t tick)
{
    switch (region.kind) {
    case RegionKey::Kind::Api:
        return resolveApi(static_cast<measurement::ApiRegion>(region.subject));
    case RegionKey::Kind::User:
        return resolveUser(static_cast<std::uint32_t>(region.subject));
    case RegionKey::Kind::Cuda:
        return resolveCuda(region.subject);
    case RegionKey::Kind::Range:
        return resolveRange(static_cast<std::uint32_t>(region.subject));
    case RegionKey::Kind::Mpi:
        return resolveMpi(region.subject);
    case RegionKey::Kind::Io:
        return resolveIo(region.subject);
    case RegionKey::Kind::Heap:
        return resolveHeap(region.subject);
    case RegionKey::Kind::OpenMp:
        return resolveOpenMp(region.subject, tick);
    case RegionKey::Kind::Function:
        break;
    }
    if (python::isFunction(region.subject)) {
        return resolvePython(python::numberOf(region.subject));
    }
    return m_functionsWanted ? resolveFunction(region.subject, tick) : kExcluded;
}

RegionTable::Ref RegionTable::resolveFunction(std::uint64_t address, std::uint64_t tick)
{
    const SpooledModule* module = moduleAt(m_process->modules, address, tick);
    const std::string path = module == nullptr ? "unknown" : module->path;
    const Ref ref = addFunction(
        {path, module == nullptr ? address : address - module->base},
        Otf2Archive::RegionKind::Function);
    if (ref != kExcluded) {
        m_regions[ref].kind = Otf2Archive::RegionKind::Function;  // a sample may have met it before
    }
    return ref;
}

/// \param function  where it begins
RegionTable::Ref RegionTable::addFunction(const FileAddress& function, Otf2Archive::RegionKind kind)
{
    const auto [place, isNew] = m_functions.try_emplace(function, kExcluded);
    if (isNew) {
        const symbols::FunctionInfo info = symbolsOf(function.first).find(function.second);
        if (m_filter.keeps(info.name, info.mangled, info.file)) {
            place->second = add(
                {.kind = kind,
                 .name = info.name,
                 .canonicalName = info.mangled,
                 .file = info.file,
                 .line = info.line});
        }
    }
    return place->second;
}

RegionTable::Ref RegionTable::findCode(std::uint64_t address, std::uint64_t tick)
{
    using Kind = Otf2Archive::RegionKind;
    const SpooledModule* const module = moduleAt(m_process->modules, address, tick);
    const std::string path = module == nullptr ? std::string() : module->path;
    const std::uint64_t inFile = module == nullptr ? address : address - module->base;
    const symbols::FunctionInfo info =
        module == nullptr ? symbols::FunctionInfo{} : symbolsOf(path).find(inFile);
    if (info.bytes > 0) {
        return addFunction({path, info.begin}, Kind::Sampled);
    }
    const auto [place, isNew] = m_functions.try_emplace({path, kNoSymbol}, kExcluded);
    if (isNew) {
        const std::string file = std::filesystem::path(path).filename().string();
        const std::string name = path.empty() ? "(code of no file)" : file + " (no symbol)";
        place->second =
            m_filter.keeps(name, name, {}) ? add({.kind = Kind::Sampled, .name = name}) : kExcluded;
    }
    return place->second;
}

RegionTable::Ref RegionTable::findCutStack()
{
    if (m_cutStack == kExcluded) {
        m_cutStack = add({.kind = Otf2Archive::RegionKind::CutStack, .name = "(cut stack)"});
    }
    return m_cutStack;
}

RegionTable::Ref RegionTable::findOffCpu()
{
    if (m_offCpu == kExcluded) {
        m_offCpu = add({.kind = Otf2Archive::RegionKind::OffCpu, .name = "(off-CPU)"});
    }
    return m_offCpu;
}

RegionTable::Ref RegionTable::resolvePython(std::uint32_t number)
{
    const auto found = m_process->pythonFunctions.find(number);
    const SpooledPythonFunction function =
        found != m_process->pythonFunctions.end()
            ? found->second
            : SpooledPythonFunction{.name = "Python function " + std::to_string(number)};
    const auto [place, isNew] = m_python.try_emplace(
        {function.name, function.module, function.file, function.line}, kExcluded);
    const std::string canonical =
        function.module.empty() ? function.name : function.module + "." + function.name;
    if (isNew && m_filter.keeps(function.name, canonical, function.file)) {
        place->second = add(
            {.kind = Otf2Archive::RegionKind::PythonFunction,
             .name = function.name,
             .canonicalName = canonical,
             .file = function.file,
             .line = function.line,
             .description = std::string(kPythonFunction)});
    }
    return place->second;
}

RegionTable::Ref RegionTable::resolveUser(std::uint32_t handle)
{
    const auto found = m_process->regions.find(handle);
    const SpooledRegion region = found != m_process->regions.end()
                                     ? found->second
                                     : SpooledRegion{.name = "region " + std::to_string(handle)};
    const auto [place, isNew] =
        m_users.try_emplace({region.name, region.file, region.line}, kExcluded);
    if (isNew && m_filter.keeps(region.name, region.name, region.file)) {
        place->second = add(
            {.kind = Otf2Archive::RegionKind::User,
             .name = region.name,
             .file = region.file,
             .line = region.line});
    }
    return place->second;
}

RegionTable::Ref RegionTable::resolveApi(measurement::ApiRegion region)
{
    const auto [place, isNew] = m_apis.try_emplace(region, kExcluded);
    if (isNew) {
        place->second = add(apiRegion(region));
    }
    return place->second;
}

RegionTable::Ref RegionTable::resolveCuda(std::uint64_t function)
{
    const auto found = m_cudaNames->find(function);
    const std::string name =
        found != m_cudaNames->end() ? found->second : "CUDA function " + std::to_string(function);
    const auto [place, isNew] = m_cudaFunctions.try_emplace(name, kExcluded);
    if (isNew && m_filter.keeps(name, name, {})) {
        place->second = add({.kind = Otf2Archive::RegionKind::DeviceApi, .name = name});
    }
    return place->second;
}

RegionTable::Ref RegionTable::resolveMpi(std::uint64_t function)
{
    const auto [place, isNew] = m_mpiFunctions.try_emplace(function, kExcluded);
    if (isNew) {
        const mpi::FunctionInfo info = function < mpi::kFunctions.size()
                                           ? mpi::kFunctions.at(function)
                                           : mpi::FunctionInfo{.name = "MPI"};
        if (m_filter.keeps(info.name, info.name, {})) {
            place->second = add({.kind = regionKindOf(info.role), .name = info.name});
        }
    }
    return place->second;
}

RegionTable::Ref RegionTable::resolveIo(std::uint64_t function)
{
    const auto [place, isNew] = m_ioFunctions.try_emplace(function, kExcluded);
    if (isNew) {
        const io::FunctionInfo info = function < io::kFunctions.size()
                                          ? io::kFunctions.at(function)
                                          : io::FunctionInfo{.name = "I/O"};
        if (m_filter.keeps(info.name, info.name, {})) {
            place->second = add({.kind = regionKindOf(info.operation), .name = info.name});
        }
    }
    return place->second;
}

RegionTable::Ref RegionTable::resolveHeap(std::uint64_t function)
{
    const auto [place, isNew] = m_heapFunctions.try_emplace(function, kExcluded);
    if (isNew) {
        const memory::FunctionInfo info = function < memory::kFunctions.size()
                                              ? memory::kFunctions.at(function)
                                              : memory::FunctionInfo{.name = "heap"};
        if (m_filter.keeps(info.name, info.name, {})) {
            place->second = add({.kind = regionKindOf(info.role), .name = info.name});
        }
    }
    return place->second;
}

/// Instructions of one line are one region. Where a construct is the last that a function does, the runtime sees only itself.
RegionTable::Ref RegionTable::resolveOpenMp(std::uint64_t region, std::uint64_t tick)
{
    const std::uint64_t address = openmp::placeOf(region);
    const SpooledModule* const module = moduleAt(m_process->modules, address, tick);
    Otf2Archive::Region made =
        module == nullptr || openmp::isRuntime(module->path)
            ? openMpRegion(region, nullptr, address)
            : openMpRegion(region, &symbolsOf(module->path), address - module->base);
    const auto [place, isNew] = m_openMp.try_emplace({made.name, made.file}, kExcluded);
    if (isNew && m_filter.keeps(made.name, made.name, made.file)) {
        place->second = add(std::move(made));
    }
    return place->second;
}

/// The same name of the same domain is one region, in the first colour that it has.
RegionTable::Ref RegionTable::resolveRange(std::uint32_t number)
{
    const auto found = m_process->ranges.find(number);
    const SpooledRange range = found == m_process->ranges.end() ? SpooledRange{} : found->second;
    const auto domain = m_process->rangeDomains.find(range.domain);
    const std::string domainName =
        domain == m_process->rangeDomains.end() ? std::string() : domain->second;
    std::string name(splitRangeText(range.text).name);
    name = name.empty() ? "(range without a name)" : name;
    const auto [place, isNew] = m_ranges.try_emplace({domainName, name}, kExcluded);
    if (isNew && m_filter.keeps(name, name, {})) {
        place->second = add(
            {.kind = Otf2Archive::RegionKind::Range,
             .name = name,
             .file = kRangeFile,
             .description = describeRange(domainName, range.color)});
    }
    return place->second;
}

RegionTable::Ref RegionTable::findWork(device::WorkKind kind, const std::string& name)
{
    const auto [place, isNew] = m_works.try_emplace({kind, name}, kExcluded);
    if (isNew) {
        const bool isKernel = kind == device::WorkKind::Kernel;
        const std::string shown = isKernel ? demangled(name) : name;
        if (m_filter.keeps(shown, name, {})) {
            place->second = add(
                {.kind = regionKindOf(kind),
                 .name = shown,
                 .canonicalName = name,
                 .file = isKernel || kind == device::WorkKind::Graph ? kKernelFile : ""});
        }
    }
    return place->second;
}

RegionTable::Ref RegionTable::add(Otf2Archive::Region region)
{
    m_regions.push_back(std::move(region));
    return static_cast<Ref>(m_regions.size() - 1);
}

const symbols::ModuleSymbols& RegionTable::symbolsOf(const std::string& path)
{
    std::unique_ptr<symbols::ModuleSymbols>& known = m_symbols[path];
    if (known == nullptr) {
        known = std::make_unique<symbols::ModuleSymbols>(path);
    }
    return *known;
}

}  // namespace vellum::collector::writer
