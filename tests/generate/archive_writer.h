#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vellum::generate {

/// Throws std::runtime_error naming \p what unless \p code says success.
void check(OTF2_ErrorCode code, std::string_view what);

/// One archive being written: DIR/traces.otf2, its definitions, and one event writer at a time or
/// many. Thin: the OTF2 writers themselves are handed out.
///
/// Errors   Every failure of the library throws std::runtime_error.
/// Threads  One.
class ArchiveWriter {
public:
    static constexpr std::uint64_t kSmallChunk = 256ULL * 1024;
    static constexpr std::uint64_t kChunk = 1024ULL * 1024;

    /// \param folder  is made; a previous archive in it is removed
    ArchiveWriter(
        const std::filesystem::path& folder,
        const std::string& creator,
        std::uint64_t chunkBytes = kChunk);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;

    [[nodiscard]] OTF2_GlobalDefWriter* definitions() { return m_definitions; }
    /// Of the anchor file.
    void setMachine(const std::string& name);
    void setDescription(const std::string& text);
    void setProperty(const std::string& name, const std::string& value);

    /// The reference of \p text, which is defined at its first use.
    OTF2_StringRef string(const std::string& text);

    OTF2_EvtWriter* openEvents(OTF2_LocationRef location);
    /// Returns how many records were written.
    std::uint64_t closeEvents(OTF2_EvtWriter* writer);

    OTF2_MarkerWriter* openMarkers();
    void closeMarkers(OTF2_MarkerWriter* writer);

    /// After the last event writer and before the first local definitions.
    void beginLocalDefinitions();
    OTF2_DefWriter* openLocalDefinitions(OTF2_LocationRef location);
    void closeLocalDefinitions(OTF2_DefWriter* writer);

    /// Writes ClockProperties; then everything to disk.
    void finish(
        std::uint64_t ticksPerSecond, std::uint64_t globalOffset, std::uint64_t lengthTicks);

private:
    OTF2_Archive* m_archive;
    OTF2_GlobalDefWriter* m_definitions;
    std::unordered_map<std::string, OTF2_StringRef> m_strings;
};

}  // namespace vellum::generate
