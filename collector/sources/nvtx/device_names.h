#pragma once

#include "collector/sources/nvtx/callback_table.h"

namespace vellum::collector::nvtx {

/// Names of devices, contexts and streams of CUDA's driver and of its runtime. Those of events are not taken: no record is
/// shown by its event.
void fillCuda(const Table& table);
void fillRuntime(const Table& table);

}  // namespace vellum::collector::nvtx
