#include "server/reader/beside_archive.h"

#include "server/reader/byte_stream.h"
#include "server/reader/file_head.h"
#include "server/reader/folder_listing.h"
#include "server/reader/trace_opener.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::server::reader {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

enum class Kind : std::size_t { Archive, Json, Database, Report };
constexpr std::array kKinds{
    "another OTF2 archive"sv,
    "a JSON trace"sv,
    "an SQLite database"sv,
    "a report of Nsight Systems"sv};

std::optional<Kind> kindByName(const fs::path& file)
{
    constexpr std::array<std::pair<std::string_view, Kind>, 7> kEndings{
        {{".otf2"sv, Kind::Archive},
         {".json"sv, Kind::Json},
         {".json.gz"sv, Kind::Json},
         {".json.zst"sv, Kind::Json},
         {".sqlite"sv, Kind::Database},
         {".nsys-rep"sv, Kind::Report},
         {".qdrep"sv, Kind::Report}}};
    const std::string& name = file.native();
    const auto* const found = std::ranges::find_if(
        kEndings, [&name](const auto& ending) { return name.ends_with(ending.first); });
    return found == kEndings.end() ? std::nullopt : std::optional(found->second);
}

/// Whether a JSON file holds events as far as one looks; what is longer may have them farther on.
bool mayHoldEvents(const fs::path& file)
{
    const auto bytes = openBytes(file);
    std::string text(kHeadBytes, '\0');
    text.resize(bytes.isOk() ? bytes.value()->read(text) : 0);
    return text.size() == kHeadBytes || text.find("\"traceEvents\"") != std::string::npos
           || text.find("\"ph\"") != std::string::npos;
}

std::optional<Kind> kindByContent(const fs::path& file)
{
    const auto found = recognise(file);
    if (!found.isOk()) {
        return kindByName(file) == Kind::Report ? std::optional(Kind::Report) : std::nullopt;
    }
    switch (found.value().format) {
    case TraceFormat::Otf2:
        return Kind::Archive;
    case TraceFormat::Json:
        return mayHoldEvents(file) ? std::optional(Kind::Json) : std::nullopt;
    case TraceFormat::CpuProfile:
        return Kind::Json;
    case TraceFormat::Nsys:
        break;
    }
    return Kind::Database;
}

}  // namespace

std::vector<BesideArchive> tracesBeside(const fs::path& anchor, const fs::path& folder)
{
    std::vector<fs::path> files = listFolder(folder).files;
    std::stable_partition(files.begin(), files.end(), [](const fs::path& file) {
        return kindByName(file).has_value();
    });
    std::array<BesideArchive, kKinds.size()> all;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const fs::path& file = files[i];
        std::error_code ignored;
        const auto kind = i < kMostLookedAt ? kindByContent(file) : kindByName(file);
        if (!kind || (kind == Kind::Archive && fs::equivalent(file, anchor, ignored))) {
            continue;
        }
        BesideArchive& beside = all.at(static_cast<std::size_t>(*kind));
        beside.kind = kKinds.at(static_cast<std::size_t>(*kind));
        beside.files.push_back(file);
    }
    std::vector<BesideArchive> found;
    std::ranges::copy_if(all, std::back_inserter(found), [](const BesideArchive& beside) {
        return !beside.files.empty();
    });
    return found;
}

}  // namespace vellum::server::reader
