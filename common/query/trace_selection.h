#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::query {

/// Moves a file of a trace against where its clock puts it.
struct FileOffset {
    std::string file;     ///< as given to open it, or its name without folders
    std::int64_t ns = 0;  ///< later by so much

    friend bool operator==(const FileOffset&, const FileOffset&) = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const FileOffset&, const FileOffset&) = default;
};

/// Which trace to open, and how much of it.
///
/// Paths    Each a file, a directory, a pattern (`*`, `?`, `[a-z]`, if there is no file of that very
///          name) or a list of files (server/import/trace_files.h). All of them together are one trace.
/// Part     `locations` and `window` as command lines have them (selection_words.h); empty: all of it.
///          What is left out is not in the trace: no row, no time, no total.
struct TraceSelection {
    TraceSelection() = default;
    // One file is the rule: it stands for its selection.
    // NOLINTNEXTLINE(google-explicit-constructor)
    TraceSelection(std::string path) : paths{std::move(path)} {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    TraceSelection(const std::filesystem::path& path) : paths{path.string()} {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    TraceSelection(const char* path) : paths{path} {}

    std::vector<std::string> paths;  ///< at least one
    std::vector<FileOffset> offsets;
    std::string locations;
    std::string window;
    /// Arguments of events that are no members of their records are not kept: of JSON traces, less memory.
    bool withoutArguments = false;

    /// "/data/rank0.json and 7 more": for sentences and titles.
    [[nodiscard]] std::string name() const;

    /// One file or folder, all of it.
    [[nodiscard]] bool isPlain() const
    {
        return paths.size() == 1 && offsets.empty() && locations.empty() && window.empty()
               && !withoutArguments;
    }

    friend bool operator==(const TraceSelection&, const TraceSelection&) = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const TraceSelection&, const TraceSelection&) = default;
};

/// What `--offset FILE=1.2s` says; a minus before the time moves the file to earlier. The time is decimal, maybe
/// with an exponent (1e-3s), and has a unit (ns, us, ms, s).
///
/// \return nothing if \p text is not such a FILE=TIME within 2^61 ns
[[nodiscard]] std::optional<FileOffset> parseFileOffset(std::string_view text);

/// What is wrong with such a text, as the end of a sentence that names it; empty if nothing is.
[[nodiscard]] std::string mistakeOfFileOffset(std::string_view text);

}  // namespace vellum::query
