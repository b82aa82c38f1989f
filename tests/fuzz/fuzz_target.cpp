// What libFuzzer calls; VELLUM_FUZZ_TARGET is one of targets.h.

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    vellum::fuzz::VELLUM_FUZZ_TARGET({data, size});
    return 0;
}
