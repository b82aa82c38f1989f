#include "collector/sources/sampling/sample_buffer.h"

#include "collector/measurement/lifecycle.h"
#include "collector/measurement/space_budget.h"
#include "collector/measurement/spool_file.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace vellum::collector::sampling {

namespace {

constexpr std::uint64_t kFirstWindowBytes = std::uint64_t{32} * 1024;
constexpr std::uint64_t kMostWindowBytes = std::uint64_t{512} * 1024;
/// A stack that is not the thread's own (of a coroutine, or for signals) ends nobody knows where.
constexpr std::size_t kForeignPages = 4;
/// A main thread without a limit has a stack down to the heap, as far as the C library knows.
constexpr std::uint64_t kMostReach = std::uint64_t{64} * 1024 * 1024;

/// A thread's own memory: lines, room for a foreign stack, the file's path.
using Path = char[PATH_MAX];
constexpr std::size_t kForeignBytes = kForeignPages * kPageBytes;
constexpr std::size_t kOwnBytes = kMostStackBytes + kForeignBytes + sizeof(Path);

bool samplePath(char (&path)[PATH_MAX], char letter, std::uint32_t index)
{
    char file[32];
    std::snprintf(file, sizeof file, "%c%u", letter, index);
    return measurement::spoolPath(path, file);
}

std::byte* privateMemory(std::size_t bytes)
{
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

std::uint64_t lineOf(std::uint64_t address)
{
    return address & ~std::uint64_t{kLineBytes - 1};
}

}  // namespace

bool SampleBuffer::open(
    char letter, std::uint32_t index, std::uint64_t stackLow, std::uint64_t stackHigh)
{
    m_before = privateMemory(kOwnBytes);
    if (m_before == nullptr) {
        return false;
    }
    m_foreign = m_before + kMostStackBytes;
    auto& path = *reinterpret_cast<Path*>(m_foreign + kForeignBytes);
    m_path = path;
    void* const memory = samplePath(path, letter, index)
                             ? measurement::mapFilePart(path, 0, kSampleHeaderBytes)
                             : nullptr;
    if (memory == nullptr) {
        const int error = errno;
        ::munmap(m_before, kOwnBytes);
        forget();
        errno = error;
        return false;
    }
    m_stackLow = std::max(stackLow, stackHigh - std::min(stackHigh, kMostReach));
    m_stackHigh = lineOf(stackHigh);
    auto* const header = static_cast<SampleHeader*>(memory);
    header->index = index;
    header->magic = kSampleMagic;
    m_windowOffset = kSampleHeaderBytes;
    m_header = header;
    return true;
}

/// Pages that can be read, as the kernel finds them: reading them ourselves could end the program.
SampleBuffer::Part SampleBuffer::copyForeign(std::uint64_t address)
{
    iovec local{.iov_base = m_foreign, .iov_len = 0};
    iovec remote[kForeignPages + 1];
    std::uint64_t from = address;
    for (iovec& piece : remote) {
        const std::uint64_t pageEnd = (from / kPageBytes + 1) * kPageBytes;
        const std::uint64_t bytes =
            std::min<std::uint64_t>(pageEnd - from, kForeignBytes - local.iov_len);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the stack pointer is a number
        piece = {.iov_base = reinterpret_cast<void*>(from), .iov_len = bytes};
        local.iov_len += bytes;
        from += bytes;
    }
    const ssize_t read = ::process_vm_readv(::getpid(), &local, 1, remote, std::size(remote), 0);
    return {
        .bytes = m_foreign,
        .address = address,
        .lines = read > 0 ? static_cast<std::size_t>(read) / kLineBytes : 0};
}

SampleBuffer::Part SampleBuffer::partAt(std::uint64_t stackPointer)
{
    const std::uint64_t begin = lineOf(stackPointer);
    if (stackPointer < m_stackLow || stackPointer >= m_stackHigh) {
        return copyForeign(begin);
    }
    return {// NOLINTNEXTLINE(performance-no-int-to-ptr): the stack pointer is a number
            .bytes = reinterpret_cast<const std::byte*>(begin),
            .address = begin,
            .lines = std::min<std::uint64_t>((m_stackHigh - begin) / kLineBytes, kMostLines)};
}

/// The next window: twice as large, so that short threads cost little.
bool SampleBuffer::makeRoom(std::size_t words)
{
    if (static_cast<std::size_t>(m_end - m_cursor) > words) {
        return true;
    }
    const std::uint64_t next = m_windowOffset + m_windowBytes;
    const std::uint64_t needed =
        ((words + 1) * sizeof(std::uint64_t) + kPageBytes - 1) / kPageBytes * kPageBytes;
    const std::uint64_t bytes =
        std::max(needed, std::clamp(2 * m_windowBytes, kFirstWindowBytes, kMostWindowBytes));
    if (!measurement::takeSpace(bytes)) {
        return false;
    }
    void* const memory = measurement::mapFilePart(m_path, next, bytes);
    if (memory == nullptr) {
        measurement::noteSpoolError(errno);
        return false;
    }
    if (m_window != nullptr) {
        if (m_cursor != m_end) {
            const auto rest = static_cast<std::uint64_t>(m_end - m_cursor);
            __atomic_store_n(m_cursor, headOf(kSkip, rest, 0), __ATOMIC_RELEASE);
        }
        measurement::unmapFilePart(m_window, m_windowBytes);
    }
    m_windowOffset = next;
    m_windowBytes = bytes;
    m_window = static_cast<std::uint64_t*>(memory);
    m_cursor = m_window;
    m_end = m_window + bytes / sizeof(std::uint64_t);
    return true;
}

/// The lines that differ from those of the sample before. \return behind the last word stored
std::uint64_t* SampleBuffer::storeChanged(
    const Part& part, std::uint64_t* bitmap, std::uint64_t* next)
{
    std::memset(bitmap, 0, bitmapWords(part.lines) * sizeof(std::uint64_t));
    for (std::size_t line = 0; line < part.lines; ++line) {
        const std::uint64_t address = part.address + line * kLineBytes;
        const std::byte* const now = part.bytes + line * kLineBytes;
        std::byte* const before = m_before + address % kMostStackBytes;
        const bool isKnown = address >= m_knownBegin && address < m_knownEnd;
        if (isKnown && std::memcmp(now, before, kLineBytes) == 0) {
            continue;
        }
        std::memcpy(before, now, kLineBytes);
        std::memcpy(next, now, kLineBytes);
        next += kLineWords;
        bitmap[line / 64] |= std::uint64_t{1} << line % 64;
    }
    m_knownBegin = part.address;
    m_knownEnd = part.address + part.lines * kLineBytes;
    return next;
}

bool SampleBuffer::store(const ThreadState& state, const Part& part)
{
    const std::size_t before = kBitmapWord + bitmapWords(part.lines);
    if (!makeRoom(before + part.lines * kLineWords)) {
        ++m_header->lostSamples;
        return false;
    }
    std::uint64_t* const place = m_cursor;
    place[kTickWord] = state.tick;
    place[kPlaceWord] = part.address;
    place[kLinesWord] = part.lines;
    std::memcpy(place + kRegisterWord, state.registers, sizeof state.registers);
    m_cursor = storeChanged(part, place + kBitmapWord, place + before);
    const auto words = static_cast<std::uint64_t>(m_cursor - place);
    __atomic_store_n(place, headOf(kSample, words, state.merged), __ATOMIC_RELEASE);
    m_last = place;
    return true;
}

bool SampleBuffer::repeat(std::uint64_t tick, unsigned times)
{
    const std::uint64_t merged = mergedOf(*m_last) + times;
    if (merged > kMostMerged) {
        return false;
    }
    __atomic_store_n(m_last + kRegisterWord + kLastTickRegister, tick, __ATOMIC_RELAXED);
    __atomic_store_n(m_last, headOf(kSample, wordsOf(*m_last), merged), __ATOMIC_RELEASE);
    return true;
}

void SampleBuffer::close()
{
    if (m_window != nullptr) {
        const std::uint64_t used =
            static_cast<std::uint64_t>(m_cursor - m_window) * sizeof(std::uint64_t);
        measurement::unmapFilePart(m_window, m_windowBytes);
        measurement::shortenFile(m_path, m_windowOffset + used);
    }
    measurement::unmapFilePart(m_header, kSampleHeaderBytes);
    ::munmap(m_before, kOwnBytes);
    *this = SampleBuffer{};
}

}  // namespace vellum::collector::sampling
