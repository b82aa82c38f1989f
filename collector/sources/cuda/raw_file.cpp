#include "collector/sources/cuda/raw_file.h"

#include "collector/measurement/lifecycle.h"
#include "collector/measurement/space_budget.h"

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

/// writev only reads what it is given.
iovec part(const void* data, std::size_t bytes)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    return {.iov_base = const_cast<void*>(data), .iov_len = bytes};
}

/// A block whose payload has two pieces. No descriptor stays open between calls: the program may close all it
/// finds.
void appendPieces(BlockHeader header, std::string_view first, std::string_view second)
{
    header.bytes = first.size() + second.size();
    const iovec parts[4] = {
        part(&header, sizeof header),
        part(first.data(), first.size()),
        part(second.data(), second.size()),
        part(kZeros, paddedTo8(header.bytes) - header.bytes)};
    char path[PATH_MAX];
    if (!measurement::takeSpace(header.bytes) || !measurement::spoolPath(path, kRawFile)) {
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

std::string_view viewOf(const void* data, std::size_t bytes)
{
    return {static_cast<const char*>(data), bytes};
}

}  // namespace

void appendBlock(BlockHeader header, const void* payload, std::size_t bytes)
{
    appendPieces(header, viewOf(payload, bytes), {});
}

void appendText(
    BlockKind kind,
    const void* head,
    std::size_t headBytes,
    std::string_view text,
    std::uint32_t context)
{
    appendPieces({.kind = kind, .context = context}, viewOf(head, headBytes), text);
}

void appendUnavailable(const char* reason)
{
    appendText(BlockKind::Unavailable, nullptr, 0, reason);
}

}  // namespace vellum::collector::cuda
