#include "collector/sources/openmp/runtime_code.h"

#include <link.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::openmp {

namespace {

constinit std::atomic<std::uintptr_t> codeBegin = 0;
constinit std::atomic<std::uintptr_t> codeEnd = 0;

int noteIfHolds(dl_phdr_info* info, std::size_t /*size*/, void* function)
{
    const auto address = reinterpret_cast<std::uintptr_t>(function);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz) {
            codeEnd = begin + segment.p_memsz;
            codeBegin = begin;
            return 1;
        }
    }
    return 0;
}

}  // namespace

void noteRuntimeCode(const void* function)
{
    // The loader only hands it on. NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    ::dl_iterate_phdr(noteIfHolds, const_cast<void*>(function));
}

bool isRuntimeCode(const void* code)
{
    const auto address = reinterpret_cast<std::uintptr_t>(code);
    return address >= codeBegin && address < codeEnd;
}

}  // namespace vellum::collector::openmp
