#pragma once

#include <cstdint>

namespace vellum::collector::sampling {

/// Writes down the program's libraries as soon as a sample meets one that is new, so that what was loaded at run time can
/// be told even if the program is killed. Others are written down when one is unloaded, and at the end.
///
/// Cost     A look into the loader's own table, about 50 ns; some 10 µs for a library that is new.
/// Threads  Any; for signal handlers. Takes no lock of the loader; waits for the next sample while another thread is at it.
void noteCodeAt(std::uint64_t address);

}  // namespace vellum::collector::sampling
