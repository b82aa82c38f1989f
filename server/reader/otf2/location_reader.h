#pragma once

#include "server/reader/event_source.h"
#include "server/reader/otf2/event_recorder.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct OTF2_Reader_struct;
struct OTF2_EvtReader_struct;

namespace vellum::server::reader::otf2 {

struct CloseReader {
    void operator()(OTF2_Reader_struct* reader) const;
};
using Reader = std::unique_ptr<OTF2_Reader_struct, CloseReader>;

/// A handle on the archive with serial callbacks, or the library's words.
[[nodiscard]] Result<Reader> openReader(const std::filesystem::path& anchor);

/// Reads some locations of an archive through a handle of its own.
///
/// The library applies mapping tables and clock offsets to a location's events once its local
/// definitions have been read: they are read for all own locations first, then their files closed.
class LocationReader final : public EventReader {
public:
    /// \p files: the folder that holds the locations' files. \p definitions and \p aliases must outlive the reader.
    [[nodiscard]] static Result<std::unique_ptr<EventReader>> open(
        const std::filesystem::path& anchor,
        const std::filesystem::path& files,
        const Definitions& definitions,
        const RegionAliases& aliases,
        std::span<const LocationIndex> own);

    LocationReader(
        Reader reader,
        std::filesystem::path files,
        const Definitions& definitions,
        const RegionAliases& aliases);
    ReadOutcome read(LocationIndex location, const BatchSink& sink) override;
    ReadOutcome readInto(
        LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn) override;

private:
    struct LocalDefinitions {
        LocationIndex location;
        bool isMissing = false;
        std::string error;
    };

    void readLocalDefinitions(std::span<const LocationIndex> own);
    [[nodiscard]] LocalDefinitions readLocalDefinitionsOf(LocationIndex location);
    [[nodiscard]] std::filesystem::path fileOf(LocationIndex location, const char* suffix) const;
    /// How the library is asked for some records more.
    struct Recording {
        OTF2_EvtReaderCallbacks_struct* callbacks = nullptr;
        EventRecorder* recorder = nullptr;
        std::function<void(std::uint64_t most)> start;  ///< before some are read
        std::function<bool()> finish;                   ///< after; false stops the reading
    };
    ReadOutcome readWith(LocationIndex location, const Recording& recording);
    /// Reads at most \p limit records.
    void readSome(
        OTF2_EvtReader_struct* events,
        std::uint64_t limit,
        const Recording& recording,
        ReadOutcome& outcome);
    [[nodiscard]] std::optional<std::uint64_t> readableRecordsOf(LocationIndex location) const;
    [[nodiscard]] std::uint64_t refOf(LocationIndex location) const;

    Reader m_reader;
    std::filesystem::path m_files;
    const Definitions& m_definitions;
    EventCallbacks m_batchCallbacks;
    EventCallbacks m_builderCallbacks;
    BatchRecorder m_toBatch;
    BuilderRecorder m_toBuilder;
    std::vector<LocalDefinitions> m_localDefinitions;  ///< those that could not be read
};

}  // namespace vellum::server::reader::otf2
