#include "collector/sources/io/names.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstring>

namespace vellum::collector::io {

using measurement::EventBuffer;

namespace {

constexpr std::size_t kRoom = sizeof(measurement::PathRoom::named);

/// \return the length of the folder's name, 0 where it has none
std::size_t readFolder(char* name, int folder)
{
    if (folder == AT_FDCWD) {
        return ::getcwd(name, kRoom) == nullptr ? 0 : std::strlen(name);
    }
    char link[32];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    const ssize_t length = ::readlink(link, name, kRoom);
    return length > 0 ? static_cast<std::size_t>(length) : 0;
}

}  // namespace

std::string_view askName(EventBuffer& buffer, int descriptor)
{
    if (descriptor < 0 || !buffer.findPaths()) {
        return {};
    }
    char* const name = buffer.paths->named;
    return {name, readFolder(name, descriptor)};
}

std::string_view makeName(EventBuffer& buffer, int folder, std::string_view path)
{
    if (!buffer.findPaths()) {
        return {};
    }
    char* const name = buffer.paths->named;
    std::size_t begin = 0;
    if (!path.starts_with('/')) {
        begin = readFolder(name, folder);
        // A working directory out of reach is no absolute path.
        if (begin == 0 || begin == kRoom || name[0] != '/') {
            return {};
        }
        name[begin++] = '/';
    }
    if (begin + path.size() > kRoom) {
        return {};
    }
    std::memcpy(name + begin, path.data(), path.size());
    return {name, begin + path.size()};
}

}  // namespace vellum::collector::io
