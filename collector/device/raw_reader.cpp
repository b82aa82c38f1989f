#include "collector/device/raw_reader.h"

#include <cstring>
#include <fstream>
#include <system_error>
#include <vector>

namespace vellum::collector::device {

namespace {

template <typename Value>
Value valueAt(std::span<const std::byte> bytes)
{
    Value value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

}  // namespace

std::uint64_t readBlocks(
    const std::filesystem::path& path,
    const std::function<void(const cuda::BlockHeader&, std::span<const std::byte>)>& block)
{
    std::error_code missing;
    std::uint64_t left = std::filesystem::file_size(path, missing);
    if (missing) {
        return 0;
    }
    std::ifstream in(path, std::ios::binary);
    std::vector<std::byte> payload;
    while (left >= sizeof(cuda::BlockHeader)) {
        cuda::BlockHeader header;
        in.read(reinterpret_cast<char*>(&header), sizeof header);
        const std::uint64_t room = left - sizeof header;
        if (!in || header.magic != cuda::kBlockMagic || header.bytes > room
            || cuda::paddedTo8(header.bytes) > room) {
            return left;
        }
        payload.resize(cuda::paddedTo8(header.bytes));
        in.read(
            reinterpret_cast<char*>(payload.data()), static_cast<std::streamsize>(payload.size()));
        if (!in) {
            return left;
        }
        block(header, std::span(payload).first(header.bytes));
        left = room - payload.size();
    }
    return left;
}

std::uint64_t readRecords(
    std::span<const std::byte> block, const std::function<void(std::span<const std::byte>)>& record)
{
    while (block.size() >= sizeof(cuda::ActivityPrefix)) {
        const auto prefix = valueAt<cuda::ActivityPrefix>(block);
        const std::size_t room = block.size() - sizeof prefix;
        if (prefix.bytes < sizeof(std::uint32_t) || prefix.bytes > room || prefix.bytes % 8 != 0) {
            return block.size();
        }
        record(block.subspan(sizeof prefix, prefix.bytes));
        block = block.subspan(sizeof prefix + prefix.bytes);
    }
    return block.size();
}

}  // namespace vellum::collector::device
