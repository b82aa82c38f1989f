#include "collector/measurement/definition_registry.h"

#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>

namespace vellum::collector::measurement {

namespace {

constinit std::atomic<std::uint32_t> lastHandle = 0;

void replaceSeparators(char* begin, const char* end)
{
    for (; begin != end; ++begin) {
        if (*begin == '\t' || *begin == '\n') {
            *begin = ' ';
        }
    }
}

}  // namespace

std::uint32_t defineRegion(const char* name, const char* file, std::uint32_t line)
{
    if (name == nullptr || !ensureStarted()) {
        return 0;
    }
    const int error = errno;
    const std::uint32_t handle = lastHandle.fetch_add(1) + 1;
    char text[2 * PATH_MAX];
    const int prefix = std::snprintf(text, sizeof text, "%u %u\t", handle, line);
    const int nameLength = std::snprintf(text + prefix, PATH_MAX, "%.*s", PATH_MAX / 2, name);
    const int tab = prefix + nameLength;
    const int rest = std::snprintf(
        text + tab,
        static_cast<std::size_t>(PATH_MAX),
        "\t%.*s\n",
        PATH_MAX / 2,
        file == nullptr ? "" : file);
    replaceSeparators(text + prefix, text + tab);
    replaceSeparators(text + tab + 1, text + tab + rest - 1);
    char path[PATH_MAX];
    if (!spoolPath(path, "regions")
        || !appendToFile(
            path, text, static_cast<std::size_t>(tab) + static_cast<std::size_t>(rest))) {
        noteSpoolError(errno);
    }
    errno = error;
    return handle;
}

}  // namespace vellum::collector::measurement
