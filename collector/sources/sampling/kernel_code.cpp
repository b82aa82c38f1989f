#include "collector/sources/sampling/kernel_code.h"

#include "collector/measurement/lifecycle.h"
#include "collector/measurement/module_list.h"
#include "collector/measurement/spool_file.h"
#include "collector/sources/sampling/sample_format.h"

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

#include <algorithm>
#include <climits>

namespace vellum::collector::sampling {

namespace {

struct Image {
    std::uint64_t begin = 0;
    std::uint64_t base = 0;   ///< what was added to the addresses in it
    std::uint64_t bytes = 0;  ///< with the headers of its sections, which have the names
};

Image findImage()
{
    const std::uint64_t begin = ::getauxval(AT_SYSINFO_EHDR);
    if (begin == 0) {
        return {};
    }
    // NOLINTBEGIN(performance-no-int-to-ptr): the kernel says where it is
    const auto* const header = reinterpret_cast<const ElfW(Ehdr)*>(begin);
    const auto* const segments = reinterpret_cast<const ElfW(Phdr)*>(begin + header->e_phoff);
    // NOLINTEND(performance-no-int-to-ptr)
    Image image{.begin = begin};
    for (int i = 0; i < header->e_phnum; ++i) {
        if (segments[i].p_type == PT_LOAD) {
            image.base = begin - segments[i].p_vaddr + segments[i].p_offset;
            image.bytes =
                std::max<std::uint64_t>(image.bytes, segments[i].p_offset + segments[i].p_memsz);
        }
    }
    const std::uint64_t sections =
        header->e_shoff + std::uint64_t{header->e_shnum} * header->e_shentsize;
    image.bytes = std::max(image.bytes, sections);
    return image;
}

}  // namespace

void keepKernelCode()
{
    const Image image = findImage();
    char path[PATH_MAX];
    if (image.bytes == 0 || !measurement::spoolPath(path, kKernelCodeFile)) {
        return;
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    measurement::appendToFile(path, reinterpret_cast<const char*>(image.begin), image.bytes);
    // The process has one thread yet.
    (void)measurement::noteModule(path, image.base, image.begin, image.begin + image.bytes);
}

}  // namespace vellum::collector::sampling
