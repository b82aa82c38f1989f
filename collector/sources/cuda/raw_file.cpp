#include "collector/sources/cuda/raw_file.h"

#include "collector/measurement/lifecycle.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace vellum::collector::cuda {

namespace {

constexpr char kZeros[8] = {};

iovec part(const void* data, std::size_t bytes)
{
    return {.iov_base = const_cast<void*>(data), .iov_len = bytes};
}

/// No descriptor stays open between calls: the program may close all it finds.
void appendParts(BlockHeader header, iovec (&parts)[4])
{
    header.bytes = parts[1].iov_len + parts[2].iov_len;
    parts[0] = part(&header, sizeof header);
    parts[3] = part(kZeros, paddedTo8(header.bytes) - header.bytes);
    char path[PATH_MAX];
    if (!measurement::spoolPath(path, kRawFile)) {
        return;
    }
    const int file = ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        measurement::noteSpoolError(errno);
        return;
    }
    const std::size_t wanted = sizeof header + paddedTo8(header.bytes);
    const ssize_t written = ::writev(file, parts, 4);
    if (written != static_cast<ssize_t>(wanted)) {
        measurement::noteSpoolError(written < 0 ? errno : ENOSPC);
    }
    ::close(file);
}

}  // namespace

void appendBlock(BlockHeader header, const void* payload, std::size_t bytes)
{
    iovec parts[4] = {{}, part(payload, bytes), part(kZeros, 0), {}};
    appendParts(header, parts);
}

void appendText(BlockKind kind, const void* head, std::size_t headBytes, std::string_view text)
{
    iovec parts[4] = {{}, part(head, headBytes), part(text.data(), text.size()), {}};
    appendParts({.kind = kind}, parts);
}

void appendUnavailable(const char* reason)
{
    appendText(BlockKind::Unavailable, nullptr, 0, reason);
}

}  // namespace vellum::collector::cuda
