#include "tests/generate/archive_writer.h"

#include <stdexcept>

namespace vellum::generate {

namespace {

constexpr std::uint64_t kDefinitionChunk = 4ULL * 1024 * 1024;

OTF2_FlushType flushAlways(
    void* /*user*/,
    OTF2_FileType /*type*/,
    OTF2_LocationRef /*location*/,
    void* /*caller*/,
    bool /*final*/)
{
    return OTF2_FLUSH;
}

const OTF2_FlushCallbacks kFlush = {.otf2_pre_flush = flushAlways, .otf2_post_flush = nullptr};

OTF2_Archive* openArchive(
    const std::filesystem::path& folder, const std::string& creator, std::uint64_t chunkBytes)
{
    std::filesystem::create_directories(folder);
    std::filesystem::remove_all(folder / "traces");
    for (const char* name : {"traces.otf2", "traces.def", "traces.marker"}) {
        std::filesystem::remove(folder / name);
    }
    OTF2_Archive* archive = OTF2_Archive_Open(
        folder.c_str(),
        "traces",
        OTF2_FILEMODE_WRITE,
        chunkBytes,
        kDefinitionChunk,
        OTF2_SUBSTRATE_POSIX,
        OTF2_COMPRESSION_NONE);
    if (archive == nullptr) {
        throw std::runtime_error("cannot create an archive in " + folder.string());
    }
    check(OTF2_Archive_SetFlushCallbacks(archive, &kFlush, nullptr), "flush callbacks");
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive), "collective callbacks");
    check(OTF2_Archive_SetCreator(archive, creator.c_str()), "creator");
    check(OTF2_Archive_OpenEvtFiles(archive), "event files");
    return archive;
}

}  // namespace

void check(OTF2_ErrorCode code, std::string_view what)
{
    if (code != OTF2_SUCCESS) {
        throw std::runtime_error(std::string(what) + ": " + OTF2_Error_GetDescription(code));
    }
}

ArchiveWriter::ArchiveWriter(
    const std::filesystem::path& folder, const std::string& creator, std::uint64_t chunkBytes)
    : m_archive(openArchive(folder, creator, chunkBytes))
    , m_definitions(OTF2_Archive_GetGlobalDefWriter(m_archive))
{
    string("");
}

ArchiveWriter::~ArchiveWriter()
{
    if (m_archive != nullptr) {
        OTF2_Archive_Close(m_archive);
    }
}

void ArchiveWriter::setMachine(const std::string& name)
{
    check(OTF2_Archive_SetMachineName(m_archive, name.c_str()), "machine");
}

void ArchiveWriter::setDescription(const std::string& text)
{
    check(OTF2_Archive_SetDescription(m_archive, text.c_str()), "description");
}

void ArchiveWriter::setProperty(const std::string& name, const std::string& value)
{
    check(OTF2_Archive_SetProperty(m_archive, name.c_str(), value.c_str(), true), "property");
}

OTF2_StringRef ArchiveWriter::string(const std::string& text)
{
    const auto next = static_cast<OTF2_StringRef>(m_strings.size());
    const auto [place, isNew] = m_strings.try_emplace(text, next);
    if (isNew) {
        check(OTF2_GlobalDefWriter_WriteString(m_definitions, next, text.c_str()), "string");
    }
    return place->second;
}

OTF2_EvtWriter* ArchiveWriter::openEvents(OTF2_LocationRef location)
{
    OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(m_archive, location);
    if (writer == nullptr) {
        throw std::runtime_error("no event writer for location " + std::to_string(location));
    }
    return writer;
}

std::uint64_t ArchiveWriter::closeEvents(OTF2_EvtWriter* writer)
{
    std::uint64_t count = 0;
    check(OTF2_EvtWriter_GetNumberOfEvents(writer, &count), "number of events");
    check(OTF2_Archive_CloseEvtWriter(m_archive, writer), "close events");
    return count;
}

OTF2_MarkerWriter* ArchiveWriter::openMarkers()
{
    OTF2_MarkerWriter* writer = OTF2_Archive_GetMarkerWriter(m_archive);
    if (writer == nullptr) {
        throw std::runtime_error("no marker writer");
    }
    return writer;
}

void ArchiveWriter::closeMarkers(OTF2_MarkerWriter* writer)
{
    check(OTF2_Archive_CloseMarkerWriter(m_archive, writer), "close markers");
}

void ArchiveWriter::beginLocalDefinitions()
{
    check(OTF2_Archive_CloseEvtFiles(m_archive), "close event files");
    check(OTF2_Archive_OpenDefFiles(m_archive), "definition files");
}

OTF2_DefWriter* ArchiveWriter::openLocalDefinitions(OTF2_LocationRef location)
{
    OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(m_archive, location);
    if (writer == nullptr) {
        throw std::runtime_error("no definition writer for location " + std::to_string(location));
    }
    return writer;
}

void ArchiveWriter::closeLocalDefinitions(OTF2_DefWriter* writer)
{
    check(OTF2_Archive_CloseDefWriter(m_archive, writer), "close local definitions");
}

void ArchiveWriter::finish(
    std::uint64_t ticksPerSecond, std::uint64_t globalOffset, std::uint64_t lengthTicks)
{
    check(
        OTF2_GlobalDefWriter_WriteClockProperties(
            m_definitions, ticksPerSecond, globalOffset, lengthTicks, OTF2_UNDEFINED_TIMESTAMP),
        "clock properties");
    check(OTF2_Archive_CloseDefFiles(m_archive), "close definition files");
    OTF2_Archive* archive = m_archive;
    m_archive = nullptr;
    check(OTF2_Archive_Close(archive), "close archive");
}

}  // namespace vellum::generate
