#pragma once

#include <cstdint>

namespace vellum::collector::measurement {

/// Writes down which files are loaded where and were not written down before.
///
/// Odd case A call that comes while another thread is at it returns at once.
/// Threads  Any. No allocation. Takes the loader's list lock for a moment.
void noteModules();

/// Writes down one file, [begin, end), unless that was done before. \param path  empty: the program's own
///
/// \return  false while another thread is at it, or the thread that was interrupted: try again
/// Threads  Any; for signal handlers. Neither locks nor allocates.
[[nodiscard]] bool noteModule(
    const char* path, std::uint64_t base, std::uint64_t begin, std::uint64_t end);

/// In a forked child: whoever was at it does not exist here.
void forgetModuleLock();

}  // namespace vellum::collector::measurement
