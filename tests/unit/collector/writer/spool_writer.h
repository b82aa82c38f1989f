#pragma once

#include "collector/measurement/record_words.h"
#include "collector/measurement/spool_format.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace vellum::test {

/// The words of \p records as a thread stores them that has no numbers for its functions.
inline std::vector<std::uint64_t> fullWords(
    const std::vector<collector::measurement::EventRecord>& records)
{
    std::vector<std::uint64_t> words;
    for (const collector::measurement::EventRecord& record : records) {
        words.insert(
            words.end(),
            {collector::measurement::words::kFull, record.tick, record.subject, record.frame});
    }
    return words;
}

/// A thread's file with \p words and, after them, reserved space that reads as zeros.
inline void writeLocation(
    const std::filesystem::path& file,
    const collector::measurement::LocationHeader& header,
    const std::vector<std::uint64_t>& words)
{
    const std::size_t wordBytes = words.size() * sizeof(std::uint64_t);
    std::vector<char> bytes(collector::measurement::kHeaderBytes + wordBytes + 4096);
    std::memcpy(bytes.data(), &header, sizeof header);
    if (wordBytes > 0) {
        std::memcpy(bytes.data() + collector::measurement::kHeaderBytes, words.data(), wordBytes);
    }
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace vellum::test
