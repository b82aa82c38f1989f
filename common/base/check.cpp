#include "common/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace vellum {

void failCheck(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "vellum: broken promise in %s:%d: %s\n", file, line, condition);
    std::abort();
}

}  // namespace vellum
