#pragma once

namespace vellum::collector::measurement {

/// Writes down which files are loaded where and were not written down before.
///
/// Odd case A call that comes while another thread is at it returns at once.
/// Threads  Any. No allocation. Takes the loader's list lock for a moment.
void noteModules();

/// In a forked child: whoever was at it does not exist here.
void forgetModuleLock();

}  // namespace vellum::collector::measurement
