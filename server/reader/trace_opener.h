#pragma once

#include "common/base/result.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace vellum::server::reader {

/// What a list of traces begins with; it is no trace itself, and expanded by server/import/trace_files.
inline constexpr std::string_view kTraceListMark = "# vellum trace list";

enum class TraceFormat { Otf2, Json, Nsys, CpuProfile };

struct RecognisedTrace {
    TraceFormat format = TraceFormat::Otf2;
    std::filesystem::path path;  ///< of an OTF2 archive: its anchor file
    /// Of a directory without an archive: the files in it that are traces, or are called as if they were.
    std::vector<RecognisedTrace> parts{};
    std::optional<Error> refused{};  ///< of such a part: why it is none
    std::size_t others = 0;          ///< entries of such a directory that are no parts
    std::filesystem::path firstOther{};
};

/// Tells by its content what the file at \p path is; a directory stands for the one OTF2 archive in
/// it, or else for all JSON traces and Nsight exports in it (not below), in the order of their names.
///
/// Errors   notFound: nothing there, or not ours to read. invalidArgument: something that this
///          version does not read; the sentence names file, kind and size. dataLoss: an anchor
///          file by its name, but not by its content.
/// Cost     Reads the first kilobytes only, never more.
/// Threads  Any.
[[nodiscard]] Result<RecognisedTrace> recognise(const std::filesystem::path& path);

}  // namespace vellum::server::reader
