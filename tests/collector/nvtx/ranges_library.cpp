// What a library with NVTX in it does, for programs in Python.
#include "tests/collector/nvtx/nvtx_client.h"

extern "C" __attribute__((visibility("default"))) void push(const char* text)
{
    nvtxRangePushA(text);
}

extern "C" __attribute__((visibility("default"))) void pop()
{
    nvtxRangePop();
}
