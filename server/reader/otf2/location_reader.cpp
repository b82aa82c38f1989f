#include "server/reader/otf2/location_reader.h"

#include "server/reader/otf2/file_end.h"
#include "server/reader/otf2/otf2_errors.h"
#include "server/reader/otf2/zeroed_memory.h"
#include "server/reader/wording.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

namespace vellum::server::reader::otf2 {

namespace {

// Small enough that a batch stays in the nearest cache, large enough to cost nothing.
constexpr std::uint64_t kBatchEvents = 1'024;

constexpr const char* kCutOff = "the file is cut off";

/// A damaged file may lead the library in circles: no more records than a file can hold, plus one
/// to let it say that there are none.
std::uint64_t mostRecords(std::uint64_t fileBytes)
{
    constexpr std::uint64_t kLeastBytesPerRecord = 2;
    return fileBytes / kLeastBytesPerRecord + 1;
}

}  // namespace

void CloseReader::operator()(OTF2_Reader_struct* reader) const
{
    OTF2_Reader_Close(reader);
}

Result<Reader> openReader(const std::filesystem::path& anchor)
{
    captureErrors();
    static_cast<void>(takeError());
    Reader reader(OTF2_Reader_Open(anchor.c_str()));
    if (reader == nullptr) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = "anchor file " + quoted(anchor) + " cannot be read: " + takeError()};
    }
    OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
    return reader;
}

Result<std::unique_ptr<EventReader>> LocationReader::open(
    const std::filesystem::path& anchor,
    const std::filesystem::path& files,
    const Definitions& definitions,
    const RegionAliases& aliases,
    std::span<const LocationIndex> own)
{
    Result<Reader> reader = openReader(anchor);
    if (!reader.isOk()) {
        return reader.error();
    }
    auto made =
        std::make_unique<LocationReader>(std::move(reader).value(), files, definitions, aliases);
    for (const LocationIndex location : own) {
        OTF2_Reader_SelectLocation(made->m_reader.get(), made->refOf(location));
    }
    made->readLocalDefinitions(own);
    if (OTF2_Reader_OpenEvtFiles(made->m_reader.get()) != OTF2_SUCCESS) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message =
                "the event files of " + quoted(anchor) + " cannot be opened: " + takeError()};
    }
    return std::unique_ptr<EventReader>(std::move(made));
}

LocationReader::LocationReader(
    Reader reader,
    std::filesystem::path files,
    const Definitions& definitions,
    const RegionAliases& aliases)
    : m_reader(std::move(reader))
    , m_files(std::move(files))
    , m_definitions(definitions)
    , m_batchCallbacks(makeBatchCallbacks())
    , m_builderCallbacks(makeBuilderCallbacks())
{
    m_toBatch.globalOffset = definitions.clock.globalOffset;
    m_toBuilder.globalOffset = definitions.clock.globalOffset;
    m_toBatch.aliases = aliases.empty() ? nullptr : &aliases;
    m_toBuilder.aliases = m_toBatch.aliases;
}

std::uint64_t LocationReader::refOf(LocationIndex location) const
{
    return m_definitions.locations[location.value()].ref.value();
}

std::filesystem::path LocationReader::fileOf(LocationIndex location, const char* suffix) const
{
    return m_files / (std::to_string(refOf(location)) + suffix);
}

std::optional<std::uint64_t> LocationReader::readableRecordsOf(LocationIndex location) const
{
    OTF2_Compression compression = OTF2_COMPRESSION_UNDEFINED;
    OTF2_Reader_GetCompression(m_reader.get(), &compression);
    if (compression != OTF2_COMPRESSION_NONE) {
        return std::nullopt;
    }
    std::uint64_t eventChunk = 0;
    std::uint64_t definitionChunk = 0;
    OTF2_Reader_GetChunkSize(m_reader.get(), &eventChunk, &definitionChunk);
    return readableRecords(fileOf(location, ".evt"), eventChunk);
}

void LocationReader::readLocalDefinitions(std::span<const LocationIndex> own)
{
    // It fails where there is no folder; then every file below is missing, and reported.
    const bool isOpen = OTF2_Reader_OpenDefFiles(m_reader.get()) == OTF2_SUCCESS;
    for (const LocationIndex location : own) {
        LocalDefinitions read = readLocalDefinitionsOf(location);
        if (read.isMissing || !read.error.empty()) {
            m_localDefinitions.push_back(std::move(read));
        }
    }
    if (isOpen) {
        OTF2_Reader_CloseDefFiles(m_reader.get());
    }
    static_cast<void>(takeError());
}

LocationReader::LocalDefinitions LocationReader::readLocalDefinitionsOf(LocationIndex location)
{
    LocalDefinitions result{.location = location};
    std::error_code error;
    const std::filesystem::path file = fileOf(location, ".def");
    const std::uint64_t bytes = std::filesystem::file_size(file, error);
    if (error) {
        result.isMissing = true;
        return result;
    }
    const bool isCut = !hasEnd(file);
    std::optional<ZeroedMemory> behindTheCut;
    if (isCut) {
        behindTheCut.emplace();
    }
    static_cast<void>(takeError());
    OTF2_DefReader* definitions = OTF2_Reader_GetDefReader(m_reader.get(), refOf(location));
    if (definitions == nullptr) {
        result.error = takeError();
        return result;
    }
    std::uint64_t read = 0;
    const OTF2_ErrorCode code =
        OTF2_Reader_ReadLocalDefinitions(m_reader.get(), definitions, mostRecords(bytes), &read);
    if (code != OTF2_SUCCESS || isCut) {
        const std::string said = takeError();
        result.error = "after " + numberText(read)
                       + " definitions: " + (said.empty() ? "the file is cut off" : said);
    }
    OTF2_Reader_CloseDefReader(m_reader.get(), definitions);
    return result;
}

ReadOutcome LocationReader::read(LocationIndex location, const BatchSink& sink)
{
    return readWith(
        location,
        {.callbacks = m_batchCallbacks.get(),
         .recorder = &m_toBatch,
         .start = [this](std::uint64_t most) { m_toBatch.startBatch(most); },
         .finish =
             [&] {
                 m_toBatch.finishBatch();
                 return m_toBatch.batch.size() == 0 || sink(m_toBatch.batch);
             }});
}

ReadOutcome LocationReader::readInto(
    LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn)
{
    m_toBuilder.builder = &builder;
    m_toBuilder.isFull = false;
    std::uint64_t told = builder.size();
    return readWith(
        location,
        {.callbacks = m_builderCallbacks.get(),
         .recorder = &m_toBuilder,
         .start = [](std::uint64_t /*most*/) {},
         .finish =
             [&] {
                 const std::uint64_t added = builder.size() - std::exchange(told, builder.size());
                 return goOn(added, m_toBuilder.isFull);
             }});
}

ReadOutcome LocationReader::readWith(LocationIndex location, const Recording& recording)
{
    ReadOutcome outcome;
    const auto definitions =
        std::ranges::find(m_localDefinitions, location, &LocalDefinitions::location);
    if (definitions != m_localDefinitions.end()) {
        outcome.localDefinitionsAreMissing = definitions->isMissing;
        outcome.localDefinitionsError = definitions->error;
    }
    const std::optional<std::uint64_t> readable = readableRecordsOf(location);
    if (readable == 0) {
        outcome.end = ReadOutcome::End::Failed;
        outcome.error = std::string(kCutOff)
                        + " inside its first chunk, and a chunk is the least that can be read";
        return outcome;
    }
    static_cast<void>(takeError());
    OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(m_reader.get(), refOf(location));
    if (events == nullptr) {
        outcome.end = ReadOutcome::End::Failed;
        outcome.error = takeError();
        return outcome;
    }
    OTF2_EvtReader_ApplyMappingTables(events, true);
    OTF2_EvtReader_ApplyClockOffsets(events, true);
    OTF2_Reader_RegisterEvtCallbacks(
        m_reader.get(), events, recording.callbacks, recording.recorder);
    std::error_code error;
    const std::uint64_t most =
        mostRecords(std::filesystem::file_size(fileOf(location, ".evt"), error));
    recording.recorder->outOfRange = 0;
    readSome(events, std::min(readable.value_or(most), most), recording, outcome);
    outcome.ticksOutOfRange = recording.recorder->outOfRange;
    if (readable.has_value() && outcome.end == ReadOutcome::End::Complete) {
        outcome.end = ReadOutcome::End::Failed;
        outcome.error = kCutOff;
    }
    // At once: an open reader keeps a file and a chunk.
    OTF2_Reader_CloseEvtReader(m_reader.get(), events);
    if (recording.recorder->failure) {
        std::rethrow_exception(std::exchange(recording.recorder->failure, nullptr));
    }
    return outcome;
}

void LocationReader::readSome(
    OTF2_EvtReader_struct* events,
    std::uint64_t limit,
    const Recording& recording,
    ReadOutcome& outcome)
{
    while (limit > 0) {
        const std::uint64_t wanted = std::min(limit, kBatchEvents);
        recording.start(wanted);
        std::uint64_t read = 0;
        const OTF2_ErrorCode code =
            OTF2_Reader_ReadLocalEvents(m_reader.get(), events, wanted, &read);
        const bool goOn = recording.finish();
        // A callback interrupts because nothing more fits, or has failed itself.
        if (code != OTF2_SUCCESS && code != OTF2_ERROR_INTERRUPTED_BY_CALLBACK) {
            outcome.end = ReadOutcome::End::Failed;
            outcome.error = takeError();
            return;
        }
        if (!goOn || code == OTF2_ERROR_INTERRUPTED_BY_CALLBACK) {
            outcome.end = ReadOutcome::End::Stopped;
            return;
        }
        if (read < wanted) {
            return;
        }
        limit -= read;
    }
}

}  // namespace vellum::server::reader::otf2
