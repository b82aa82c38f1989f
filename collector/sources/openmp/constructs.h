#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vellum::collector::openmp {

/// What becomes a region of OpenMP. The numbers are those of the spool.
enum class Construct : std::uint8_t {
    Parallel,
    Loop,
    Sections,
    Single,
    Workshare,
    Distribute,
    Taskloop,
    Scope,
    Masked,
    Barrier,
    ImplicitBarrier,
    Taskwait,
    Taskgroup,
    TaskgroupWait,  ///< the end of a task group: the thread waits for its tasks
    Critical,       ///< waiting, and what follows
    CriticalBlock,  ///< what is guarded
    Atomic,
    Ordered,
    OrderedBlock,
    SetLock,
    SetNestLock,
    Task,
};

/// The words that Score-P and its readers have for them; those of directives have a place behind them.
inline constexpr std::array<const char*, 22> kNames = {
    "!$omp parallel",         "!$omp for",
    "!$omp sections",         "!$omp single",
    "!$omp workshare",        "!$omp distribute",
    "!$omp taskloop",         "!$omp scope",
    "!$omp masked",           "!$omp barrier",
    "!$omp implicit barrier", "!$omp taskwait",
    "!$omp taskgroup",        "!$omp taskgroup wait",
    "!$omp critical",         "!$omp critical sblock",
    "!$omp atomic",           "!$omp ordered",
    "!$omp ordered sblock",   "omp_set_lock",
    "omp_set_nest_lock",      "!$omp task"};

[[nodiscard]] constexpr bool isDirective(Construct construct)
{
    return construct != Construct::SetLock && construct != Construct::SetNestLock;
}

/// Whether a file is a runtime of OpenMP that has tools: libomp, or a vendor's under its own name.
[[nodiscard]] constexpr bool isRuntime(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.starts_with("libomp.") || name.starts_with("libomp-")
           || name.starts_with("libiomp5.");
}

/// Of the process's folder: begun where a runtime has taken us for its tool, with the runtime's own name in it.
inline constexpr const char* kRuntimeFile = "openmp";

/// How the records of EventKind::OmpEnter and its relatives are packed.
///
/// place    Where a directive stands: the address that its call of the runtime returns to, 48 bits; 0 unknown.
/// region   A Construct in the upper 16 bits, the place below.
/// parallel Parallel regions are numbered from 1 on in each process, as they begin.
/// task     Explicit tasks: the number of the location that made it in the upper 13 bits of 45, below how many that
///          location had made then, itself included. Threads from location 8192 on make tasks
///          without a number, which are not recorded. 0: an implicit task.
inline constexpr unsigned kPlaceBits = 48;
inline constexpr std::uint64_t kPlaceMask = (std::uint64_t{1} << kPlaceBits) - 1;
inline constexpr unsigned kTaskLocationShift = 32;
inline constexpr unsigned kNumberBits = 45;
inline constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;

[[nodiscard]] constexpr std::uint64_t regionOf(Construct construct, std::uint64_t place)
{
    return static_cast<std::uint64_t>(construct) << kPlaceBits | (place & kPlaceMask);
}
[[nodiscard]] constexpr std::uint64_t placeOf(std::uint64_t region)
{
    return region & kPlaceMask;
}
[[nodiscard]] constexpr std::size_t constructNumberOf(std::uint64_t region)
{
    return static_cast<std::size_t>(region >> kPlaceBits);
}

/// Who began a team: its thread's number in it, and the place of the parallel region.
[[nodiscard]] constexpr std::uint64_t teamMember(std::uint32_t thread, std::uint64_t place)
{
    return std::uint64_t{thread} << kPlaceBits | (place & kPlaceMask);
}

}  // namespace vellum::collector::openmp
