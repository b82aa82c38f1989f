#include "collector/measurement/space_budget.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/record_words.h"
#include "collector/measurement/spool_file.h"

#include <linux/limits.h>

#include <algorithm>
#include <cstdio>

namespace vellum::collector::measurement {

SpaceBudget* spaceBudget = nullptr;

namespace {

void stop()
{
    std::uint64_t never = 0;
    __atomic_compare_exchange_n(
        &spaceBudget->stopTick,
        &never,
        readClock(process.config.clock),
        false,
        __ATOMIC_ACQ_REL,
        __ATOMIC_RELAXED);
}

bool isLimited()
{
    return spaceBudget != nullptr && spaceBudget->limit != kNoArchiveLimit;
}

bool tryToTake(std::uint64_t bytes)
{
    if (!isLimited()) {
        return true;
    }
    const std::uint64_t before = __atomic_fetch_add(&spaceBudget->used, bytes, __ATOMIC_ACQ_REL);
    if (before + bytes > spaceBudget->limit) {
        __atomic_fetch_sub(&spaceBudget->used, bytes, __ATOMIC_ACQ_REL);
        return false;
    }
    return true;
}

std::uint64_t mostOfWindow(std::uint64_t bytes)
{
    return bytes / sizeof(std::uint64_t) * kMostArchiveBytesOfWord;
}

std::uint64_t archiveBytesOf(const std::uint64_t* words, const std::uint64_t* end)
{
    std::uint64_t bytes = 0;
    WordBase base;
    for (DecodedRecord next; decodeRecord(words, end, base, next);) {
        bytes += next.kind == WordKind::Full    ? kArchiveBytesOfOther
                 : next.kind == WordKind::Visit ? 2 * kArchiveBytesOfEvent
                                                : kArchiveBytesOfEvent;
    }
    return bytes;
}

}  // namespace

bool openSpaceBudget()
{
    if (process.config.mostBytes == 0) {
        return true;
    }
    char path[PATH_MAX];
    const int length = std::snprintf(path, sizeof path, "%s/%s", process.config.spool, kSpaceFile);
    void* const memory = length > 0 && static_cast<std::size_t>(length) < sizeof path
                             ? mapFilePart(path, 0, sizeof(SpaceBudget))
                             : nullptr;
    if (memory == nullptr) {
        return false;
    }
    spaceBudget = static_cast<SpaceBudget*>(memory);
    __atomic_store_n(&spaceBudget->limit, process.config.mostBytes, __ATOMIC_RELEASE);
    return true;
}

bool hasStopped()
{
    return spaceBudget != nullptr && __atomic_load_n(&spaceBudget->stopTick, __ATOMIC_ACQUIRE) != 0;
}

std::uint64_t takeWindow(std::uint64_t wanted, std::uint64_t unit)
{
    if (spaceBudget == nullptr) {
        return wanted;
    }
    const std::uint64_t used = __atomic_load_n(&spaceBudget->used, __ATOMIC_ACQUIRE);
    const std::uint64_t left = spaceBudget->limit - std::min(spaceBudget->limit, used);
    const std::uint64_t most = left / kMostArchiveBytesOfWord * sizeof(std::uint64_t);
    const std::uint64_t bytes = std::min(wanted, most) / unit * unit;
    if (hasStopped() || bytes < 2 * unit || !tryToTake(mostOfWindow(bytes))) {
        stop();
        return 0;
    }
    return bytes;
}

void settleWindow(const std::uint64_t* words, const std::uint64_t* end, std::uint64_t bytes)
{
    if (isLimited()) {
        const std::uint64_t most = mostOfWindow(bytes);
        const std::uint64_t rest = most - std::min(most, archiveBytesOf(words, end));
        __atomic_fetch_sub(&spaceBudget->used, rest, __ATOMIC_ACQ_REL);
    }
}

bool takeSpace(std::uint64_t bytes)
{
    if (spaceBudget == nullptr) {
        return true;
    }
    if (hasStopped() || !tryToTake(bytes)) {
        stop();
        return false;
    }
    return true;
}

}  // namespace vellum::collector::measurement
