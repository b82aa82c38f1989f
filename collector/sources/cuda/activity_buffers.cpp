#include "collector/sources/cuda/activity_buffers.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/raw_file.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::cuda {

namespace {

constexpr std::size_t kAlignment = 8;

const CuptiInterface* activeCupti = nullptr;
BufferLimits activeLimits;
std::atomic<std::uint32_t> lentBuffers = 0;
std::atomic<std::uint64_t> refusedBuffers = 0;

/// Gives texts numbers. Never destroyed: buffers may come back while the process ends.
struct TextTable {
    std::mutex lock;
    std::unordered_map<std::string, std::uint64_t> numbers;
};

TextTable& texts()
{
    static auto* const kTable = new TextTable;
    return *kTable;
}

/// \return the number of \p text, which is in the file before this returns
std::uint64_t numberOf(const char* text)
{
    if (text == nullptr) {
        return 0;
    }
    TextTable& table = texts();
    const std::lock_guard guard(table.lock);
    const auto [place, isNew] = table.numbers.try_emplace(text, table.numbers.size() + 1);
    if (isNew) {
        appendText(BlockKind::String, &place->second, sizeof place->second, place->first);
    }
    return place->second;
}

void replaceTexts(layout::Kind kind, std::byte* record, std::size_t bytes)
{
    for (const std::uint16_t offset : layout::textMembersOf(kind).offsets) {
        if (offset != 0 && offset + sizeof(const char*) <= bytes) {
            const char* text = nullptr;
            std::memcpy(&text, record + offset, sizeof text);
            const std::uint64_t number = numberOf(text);
            std::memcpy(record + offset, &number, sizeof number);
        }
    }
}

void appendRecord(std::vector<std::byte>& out, const std::byte* record, std::size_t bytes)
{
    const ActivityPrefix prefix{.bytes = static_cast<std::uint32_t>(paddedTo8(bytes))};
    const std::size_t begin = out.size();
    out.resize(begin + sizeof prefix + prefix.bytes);
    std::memcpy(out.data() + begin, &prefix, sizeof prefix);
    std::memcpy(out.data() + begin + sizeof prefix, record, bytes);
    layout::Kind kind{};
    std::memcpy(&kind, record, sizeof kind);
    replaceTexts(kind, out.data() + begin + sizeof prefix, bytes);
}

/// A record's length is only known from where the next one begins.
std::vector<std::byte> takeRecords(std::uint8_t* buffer, std::size_t validBytes)
{
    std::vector<std::byte> out;
    out.reserve(validBytes + validBytes / 8);
    const void* record = nullptr;
    const std::byte* previous = nullptr;
    const auto* end = reinterpret_cast<const std::byte*>(buffer) + validBytes;
    while (activeCupti->nextRecord(buffer, validBytes, &record) == 0) {
        const auto* here = static_cast<const std::byte*>(record);
        if (previous != nullptr && here > previous) {
            appendRecord(out, previous, static_cast<std::size_t>(here - previous));
        }
        previous = here;
    }
    if (previous != nullptr && previous < end) {
        appendRecord(out, previous, static_cast<std::size_t>(end - previous));
    }
    return out;
}

/// Nothing is thrown into the library: a buffer that there is no memory to copy counts like one that was refused.
void keepRecords(std::uint32_t stream, std::uint8_t* buffer, std::size_t validBytes) noexcept
{
    try {
        const std::vector<std::byte> records = takeRecords(buffer, validBytes);
        appendBlock(
            {.kind = BlockKind::Activities, .stream = stream}, records.data(), records.size());
    } catch (const std::bad_alloc&) {
        refusedBuffers.fetch_add(1);
    }
}

void onBufferRequested(std::uint8_t** buffer, std::size_t* bytes, std::size_t* maxRecords)
{
    *maxRecords = 0;
    *buffer = nullptr;
    *bytes = 0;
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (lentBuffers.fetch_add(1) >= activeLimits.maxBuffers) {
        lentBuffers.fetch_sub(1);
        refusedBuffers.fetch_add(1);
        return;
    }
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, activeLimits.bufferBytes));
    if (*buffer == nullptr) {
        lentBuffers.fetch_sub(1);
        refusedBuffers.fetch_add(1);
        return;
    }
    *bytes = activeLimits.bufferBytes;
}

void noteDropped(void* context, std::uint32_t stream)
{
    std::size_t dropped = 0;
    if (activeCupti->droppedRecords(context, stream, &dropped) == 0 && dropped > 0) {
        const std::uint64_t count = dropped;
        appendBlock({.kind = BlockKind::Dropped, .stream = stream}, &count, sizeof count);
    }
}

void onBufferCompleted(
    void* context,
    std::uint32_t stream,
    std::uint8_t* buffer,
    std::size_t /*bytes*/,
    std::size_t validBytes)
{
    // What our work below calls (allocation, files) is not the program's.
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (validBytes > 0 && measurement::process.phase == measurement::Phase::Active) {
        keepRecords(stream, buffer, validBytes);
    }
    std::free(buffer);  // NOLINT(cppcoreguidelines-no-malloc): aligned, and lent to a C library
    lentBuffers.fetch_sub(1);
    noteDropped(context, stream);
    noteRefusedBuffers();
}

}  // namespace

Result startBuffers(const CuptiInterface& cupti, const BufferLimits& limits)
{
    activeCupti = &cupti;
    activeLimits = limits;
    return cupti.registerCallbacks(onBufferRequested, onBufferCompleted);
}

void noteRefusedBuffers()
{
    if (const std::uint64_t count = refusedBuffers.exchange(0); count > 0) {
        appendBlock({.kind = BlockKind::Limits}, &count, sizeof count);
    }
}

}  // namespace vellum::collector::cuda
