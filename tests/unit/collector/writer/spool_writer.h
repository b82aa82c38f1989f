#pragma once

#include "collector/measurement/record_words.h"
#include "collector/measurement/spool_format.h"
#include "collector/writer/archive_builder.h"

#include <QTemporaryDir>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
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

/// Records by location.
using Locations = std::vector<std::vector<collector::measurement::EventRecord>>;

[[nodiscard]] inline collector::measurement::EventRecord record(
    collector::measurement::EventKind kind,
    std::uint64_t tick,
    std::uint64_t subject,
    std::uint64_t frame)
{
    return {
        .tick = tick,
        .subject = collector::measurement::packSubject(kind, subject),
        .frame = frame};
}

/// The files of the locations in \p folder, as a process leaves them behind.
inline void writeLocations(const std::filesystem::path& folder, const Locations& locations)
{
    for (std::uint32_t index = 0; index < locations.size(); ++index) {
        collector::measurement::LocationHeader header;
        header.index = index;
        writeLocation(folder / ("t" + std::to_string(index)), header, fullWords(locations[index]));
    }
}

/// What is said of the archive of one process; nothing where there is none.
/// \param marker  a file that the process has beside its locations; empty: none
inline collector::writer::ArchiveSummary archiveOf(
    const Locations& locations, const std::string& marker = {})
{
    const QTemporaryDir scratch;
    const std::filesystem::path top = scratch.path().toStdString();
    const std::filesystem::path folder = top / "spool" / "p1-0";
    std::filesystem::create_directories(folder);
    collector::measurement::ProcessHeader process;
    process.pid = 1;
    process.startTick = 1;
    std::ofstream(folder / "process", std::ios::binary)
        .write(reinterpret_cast<const char*>(&process), sizeof process);
    writeLocations(folder, locations);
    if (!marker.empty()) {
        std::ofstream(folder / marker) << "\n";
    }
    collector::writer::ArchiveRequest request;
    request.spool = top / "spool";
    request.directory = top / "archive";
    std::filesystem::create_directories(request.directory);
    const auto summary = collector::writer::buildArchive(request);
    return summary.isOk() ? summary.value() : collector::writer::ArchiveSummary{};
}

}  // namespace vellum::test
