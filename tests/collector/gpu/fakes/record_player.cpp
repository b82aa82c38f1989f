// FAKE_CUPTI=play=FILE: the records of a file `cuda`, as a kept spool has it (VELLUM_KEEP_SPOOL=1), come once more, moved in time so that the
// first of them begins now. So what one real GPU has delivered can be recorded again where there is none.
#include "collector/device/raw_reader.h"
#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/raw_format.h"
#include "tests/collector/gpu/fakes/fake_cupti.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace cuda = vellum::collector::cuda;
namespace layout = cuda::layout;
using Bytes = std::span<const std::byte>;

namespace vellum::fake {

namespace {

/// Where a record has times; 0: none.
struct TimeMembers {
    std::size_t begin = 0;
    std::size_t end = 0;
};

template <typename Record>
constexpr TimeMembers spanOf()
{
    return {offsetof(Record, start), offsetof(Record, end)};
}

TimeMembers timesOf(layout::Kind kind)
{
    switch (kind) {
    case layout::Kind::ConcurrentKernel:
        return spanOf<layout::Kernel>();
    case layout::Kind::Memcpy:
        return spanOf<layout::Memcpy>();
    case layout::Kind::MemcpyPeer:
        return spanOf<layout::MemcpyPeer>();
    case layout::Kind::Memset:
        return spanOf<layout::Memset>();
    case layout::Kind::Synchronization:
        return spanOf<layout::Synchronization>();
    case layout::Kind::GraphTrace:
        return spanOf<layout::GraphTrace>();
    case layout::Kind::Overhead:
        return spanOf<layout::Overhead>();
    case layout::Kind::Jit:
        return spanOf<layout::Jit>();
    case layout::Kind::UnifiedMemoryCounter:
        return spanOf<layout::UnifiedMemoryCounter>();
    case layout::Kind::Memory:
        return {offsetof(layout::Memory, timestamp), 0};
    case layout::Kind::MemoryPool:
        return {offsetof(layout::MemoryPool, timestamp), 0};
    default:
        return {};
    }
}

std::uint64_t numberAt(const std::string& record, std::size_t offset)
{
    std::uint64_t number = 0;
    if (offset != 0 && offset + sizeof number <= record.size()) {
        std::memcpy(&number, record.data() + offset, sizeof number);
    }
    return number;
}

void setNumber(std::string& record, std::size_t offset, std::uint64_t number)
{
    if (offset != 0 && offset + sizeof number <= record.size()) {
        std::memcpy(record.data() + offset, &number, sizeof number);
    }
}

layout::Kind kindOf(const std::string& record)
{
    layout::Kind kind{};
    std::memcpy(&kind, record.data(), sizeof kind);
    return kind;
}

struct Recording {
    std::vector<std::string> records;
    std::map<std::uint64_t, std::string> texts;
};

/// Never destroyed: records point to its texts.
Recording& load(const std::string& path)
{
    auto& recording = *new Recording;
    const auto take = [&recording](const cuda::BlockHeader& header, Bytes payload) {
        const auto* text = reinterpret_cast<const char*>(payload.data());
        std::uint64_t number = 0;
        if (header.kind == cuda::BlockKind::String && payload.size() >= sizeof number) {
            std::memcpy(&number, text, sizeof number);
            recording.texts[number].assign(text + sizeof number, payload.size() - sizeof number);
        } else if (header.kind == cuda::BlockKind::Activities) {
            collector::device::readRecords(payload, [&recording](Bytes record) {
                recording.records.emplace_back(
                    reinterpret_cast<const char*>(record.data()), record.size());
            });
        }
    };
    if (collector::device::readBlocks(path, take) != 0 || recording.records.empty()) {
        std::fprintf(stderr, "fake CUPTI: %s cannot be played\n", path.c_str());
    }
    return recording;
}

}  // namespace

void playRecords(const std::string& path)
{
    const Recording& recording = load(path);
    std::uint64_t first = UINT64_MAX;
    for (const std::string& record : recording.records) {
        const std::uint64_t begin = numberAt(record, timesOf(kindOf(record)).begin);
        first = begin == 0 ? first : std::min(first, begin);
    }
    const std::uint64_t later = now() - first;
    for (std::string record : recording.records) {
        const layout::Kind kind = kindOf(record);
        for (const std::uint16_t offset : layout::textMembersOf(kind).offsets) {
            const auto text = recording.texts.find(numberAt(record, offset));
            const bool isText = offset != 0 && text != recording.texts.end();
            setNumber(
                record, offset, isText ? reinterpret_cast<std::uint64_t>(text->second.c_str()) : 0);
        }
        const TimeMembers times = timesOf(kind);
        for (const std::size_t offset : {times.begin, times.end}) {
            const std::uint64_t time = numberAt(record, offset);
            setNumber(record, offset, time == 0 ? 0 : time + later);
        }
        pushBytes(
            record.data(),
            record.size(),
            std::max(numberAt(record, times.end), numberAt(record, times.begin)));
    }
}

}  // namespace vellum::fake
