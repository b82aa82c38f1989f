#pragma once

#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/raw_format.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::test {

/// Writes the file `cuda` of a process as the injected library does, block by block.
class RawWriter {
public:
    explicit RawWriter(const std::filesystem::path& file) : m_file(file, std::ios::binary) {}

    void block(collector::cuda::BlockKind kind, std::string_view payload)
    {
        const collector::cuda::BlockHeader header{.kind = kind, .bytes = payload.size()};
        m_file.write(reinterpret_cast<const char*>(&header), sizeof header);
        m_file.write(payload.data(), static_cast<std::streamsize>(payload.size()));
        const std::string padding(
            collector::cuda::paddedTo8(payload.size()) - payload.size(), '\0');
        m_file << padding;
        m_file.flush();
    }

    template <typename Value>
    void value(collector::cuda::BlockKind kind, const Value& value)
    {
        block(kind, bytesOf(value));
    }

    void string(std::uint64_t number, std::string_view text)
    {
        block(collector::cuda::BlockKind::String, bytesOf(number) + std::string(text));
    }

    void function(std::uint32_t domain, std::uint32_t id, std::string_view name)
    {
        block(
            collector::cuda::BlockKind::CallbackName,
            bytesOf(domain) + bytesOf(id) + std::string(name));
    }

    /// Collects a record for the next activities().
    template <typename Record>
    void record(const Record& record)
    {
        const collector::cuda::ActivityPrefix prefix{
            .bytes = static_cast<std::uint32_t>(collector::cuda::paddedTo8(sizeof record))};
        m_records += bytesOf(prefix) + bytesOf(record);
        m_records.resize(m_records.size() + prefix.bytes - sizeof record);
    }
    void activities()
    {
        block(collector::cuda::BlockKind::Activities, std::string_view(m_records));
        m_records.clear();
    }

private:
    template <typename Value>
    static std::string bytesOf(const Value& value)
    {
        return {reinterpret_cast<const char*>(&value), sizeof value};
    }

    std::ofstream m_file;
    std::string m_records;
};

}  // namespace vellum::test
