#include "collector/sources/io/visit.h"

#include "collector/sources/io/next_functions.h"

#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <cstring>

namespace vellum::collector::io {

using measurement::EventBuffer;
using measurement::EventKind;

constinit CodeRange ownCode[kOwnLibraries];

namespace {

void storePiece(EventBuffer& buffer, std::string_view piece)
{
    std::uint64_t subject = 0;
    std::uint64_t frame = 0;
    std::memcpy(&subject, piece.data(), std::min(piece.size(), kSubjectBytes));
    if (piece.size() > kSubjectBytes) {
        std::memcpy(&frame, piece.data() + kSubjectBytes, piece.size() - kSubjectBytes);
    }
    storeFull(buffer, EventKind::IoText, subject, frame, readClock(buffer.clock));
}

int noteOwnLibrary(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/)
{
    const char* const slash =
        info->dlpi_name == nullptr ? nullptr : std::strrchr(info->dlpi_name, '/');
    if (slash == nullptr || std::strncmp(slash, "/libvellum-", 11) != 0) {
        return 0;
    }
    CodeRange range;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0) {
            range.begin = info->dlpi_addr + segment.p_vaddr;
            range.end = range.begin + segment.p_memsz;
        }
    }
    for (CodeRange& place : ownCode) {
        if (place.end == 0) {
            place = range;
            return 0;
        }
    }
    return 1;
}

void onForkChild()
{
    descriptors.forgetAll();
    streams.forgetAll();
}

/// The first event of a thread needs a larger stack than those behind it: the main thread's may come from a signal handler
/// that has none.
void prepareThread()
{
    EventBuffer& buffer = measurement::threadBuffer;
    const measurement::RecursionGuard guard(buffer.busy);
    if (guard.entered()) {
        (void)hasRoom(buffer);
    }
}

/// Runs after the collector's own constructor, which reads the configuration. Functions are looked up even without --io: the hooks are in
/// front of them anyway, and the first call may come from a signal handler.
__attribute__((constructor(102))) void onLoad()
{
    lookUpAll();
    if (measurement::process.phase != measurement::Phase::Active) {
        return;
    }
    if (measurement::process.config.io || measurement::process.config.waits) {
        ::dl_iterate_phdr(noteOwnLibrary, nullptr);
    }
    if (measurement::process.config.io) {
        ::pthread_atfork(nullptr, nullptr, onForkChild);
        prepareThread();
    }
}

}  // namespace

void storeNamed(
    EventBuffer& buffer,
    EventKind kind,
    std::uint64_t subject,
    std::uint64_t frame,
    std::string_view text)
{
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), kTextBytes))) {
        if (hasRoom(buffer)) {
            storePiece(buffer, text.substr(0, kTextBytes));
        }
    }
    if (hasRoom(buffer)) {
        storeFull(buffer, kind, subject, frame, readClock(buffer.clock));
    }
}

}  // namespace vellum::collector::io
