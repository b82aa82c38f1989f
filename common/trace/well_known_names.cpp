#include "common/trace/well_known_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vellum {

namespace {

using namespace std::string_view_literals;

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// A prefix, and then a capital: "cuMemAlloc", but not "custom".
bool isOfLibrary(std::string_view name, std::string_view prefix)
{
    return name.starts_with(prefix) && name.size() > prefix.size() && isUpper(name[prefix.size()]);
}

constexpr std::array kIo = {
    "access"sv,    "chmod"sv,   "close"sv,    "creat"sv,     "creat64"sv,  "dup"sv,    "dup2"sv,
    "dup3"sv,      "fclose"sv,  "fcntl"sv,    "fdatasync"sv, "fdopen"sv,   "fflush"sv, "fgetc"sv,
    "fgets"sv,     "fopen"sv,   "fopen64"sv,  "fprintf"sv,   "fputc"sv,    "fputs"sv,  "fread"sv,
    "freopen"sv,   "fscanf"sv,  "fseek"sv,    "fseeko"sv,    "fstat"sv,    "fsync"sv,  "ftell"sv,
    "ftruncate"sv, "fwrite"sv,  "lseek"sv,    "lseek64"sv,   "lstat"sv,    "mkdir"sv,  "open"sv,
    "open64"sv,    "openat"sv,  "openat64"sv, "pipe"sv,      "poll"sv,     "pread"sv,  "pread64"sv,
    "preadv"sv,    "pwrite"sv,  "pwrite64"sv, "pwritev"sv,   "read"sv,     "readv"sv,  "recv"sv,
    "recvfrom"sv,  "recvmsg"sv, "rename"sv,   "rewind"sv,    "select"sv,   "send"sv,   "sendmsg"sv,
    "sendto"sv,    "stat"sv,    "truncate"sv, "unlink"sv,    "vfprintf"sv, "write"sv,  "writev"sv};

constexpr std::array kMemory = {
    "aligned_alloc"sv,
    "calloc"sv,
    "free"sv,
    "malloc"sv,
    "memalign"sv,
    "mmap"sv,
    "munmap"sv,
    "posix_memalign"sv,
    "realloc"sv,
    "reallocarray"sv,
    "valloc"sv};

using Prefix = std::pair<std::string_view, FunctionGroup>;
constexpr std::array<Prefix, 12> kPrefixes = {{
    {"MPI_"sv, FunctionGroup::Mpi},
    {"PMPI_"sv, FunctionGroup::Mpi},
    {"mpi_"sv, FunctionGroup::Mpi},
    {"shmem_"sv, FunctionGroup::Mpi},
    {"pthread_"sv, FunctionGroup::OpenMp},
    {"sem_"sv, FunctionGroup::OpenMp},
    {"omp_"sv, FunctionGroup::OpenMp},
    {"!$omp"sv, FunctionGroup::OpenMp},
    {"OpenMP"sv, FunctionGroup::OpenMp},
    {"GOMP_"sv, FunctionGroup::OpenMp},
    {"__kmpc_"sv, FunctionGroup::OpenMp},
    {"EZTrace"sv, FunctionGroup::Measurement},
}};

}  // namespace

bool isDeviceCall(std::string_view functionName)
{
    return functionName.starts_with("hsa_") || isOfLibrary(functionName, "hip")
           || isOfLibrary(functionName, "cuda") || isOfLibrary(functionName, "cu")
           || isOfLibrary(functionName, "ze");
}

std::optional<FunctionGroup> groupOfWellKnownName(std::string_view functionName)
{
    static_assert(std::ranges::is_sorted(kIo) && std::ranges::is_sorted(kMemory));
    if (std::ranges::binary_search(kIo, functionName)) {
        return FunctionGroup::Io;
    }
    if (std::ranges::binary_search(kMemory, functionName)) {
        return FunctionGroup::Memory;
    }
    if (isDeviceCall(functionName)) {
        return FunctionGroup::DeviceApi;
    }
    if (isOfLibrary(functionName, "nccl") || isOfLibrary(functionName, "rccl")) {
        return FunctionGroup::Mpi;
    }
    const auto known = std::ranges::find_if(
        kPrefixes, [&](const Prefix& prefix) { return functionName.starts_with(prefix.first); });
    return known == kPrefixes.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace vellum
