#include "server/index/source_key.h"

#include "server/import/trace_files.h"

#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

/// Larger ones count by size and time alone.
constexpr std::uintmax_t kMostContent = 256U << 20U;

std::string absoluteName(const fs::path& path)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);  // or what is not there stays relative
    const fs::path whole = fs::weakly_canonical(absolute, error);
    return error ? absolute.string() : whole.string();
}

/// Gathers what a key is made of, as text.
class KeyText {
public:
    void add(const std::string& text) { m_text += std::to_string(text.size()) + ":" + text + "\n"; }

    void addFile(const fs::path& path)
    {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            add(path.string() + " is not there");
            return;
        }
        add(path.string());
        add(std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + "."
            + std::to_string(status.st_mtim.tv_nsec));
        // Who writes a file can set that time back, but not this one.
        add(std::to_string(status.st_ctim.tv_sec) + "." + std::to_string(status.st_ctim.tv_nsec));
    }

    void addContent(const fs::path& path)
    {
        std::error_code error;
        if (fs::file_size(path, error) > kMostContent || error) {
            return;
        }
        std::ifstream file(path, std::ios::binary);
        add({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
    }

    /// All files below \p folder.
    void addFolder(const fs::path& folder)
    {
        std::error_code error;
        std::vector<fs::path> files;
        fs::recursive_directory_iterator entry(
            folder, fs::directory_options::skip_permission_denied, error);
        for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
            std::error_code kind;
            if (entry->is_regular_file(kind)) {
                files.push_back(entry->path());
            }
        }
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            addFile(file);
        }
    }

    [[nodiscard]] SourceKey key() const
    {
        const XXH128_hash_t hash = XXH3_128bits(m_text.data(), m_text.size());
        return {.low = hash.low64, .high = hash.high64};
    }

private:
    std::string m_text;
};

/// By the names that lead nowhere else, so that a trace is one by whatever link it is reached.
void addTraceFile(KeyText& text, const fs::path& path)
{
    const import::TraceParts parts = import::partsOf(path);
    for (const fs::path& head : parts.heads) {
        text.addFile(absoluteName(head));
        text.addContent(head);
    }
    for (const fs::path& file : parts.files) {
        text.addFile(absoluteName(file));
    }
    for (const fs::path& folder : parts.folders) {
        text.addFolder(absoluteName(folder));
    }
}

void addPart(KeyText& text, const vellum::query::TraceSelection& selection)
{
    text.add(selection.locations);
    text.add(selection.window);
    for (const vellum::query::FileOffset& offset : selection.offsets) {
        text.add(offset.file);
        text.add(std::to_string(offset.ns));
    }
    if (selection.withoutArguments) {
        text.add("without arguments");
    }
}

}  // namespace

Result<SourceKey> keyOf(const vellum::query::TraceSelection& selection)
{
    KeyText text;
    addPart(text, selection);
    for (const std::string& path : selection.paths) {
        const auto files = import::expand(path);
        VELLUM_RETURN_IF_ERROR(files);
        for (const fs::path& file : files.value()) {
            addTraceFile(text, file);
        }
    }
    return text.key();
}

std::string nameOf(const vellum::query::TraceSelection& selection)
{
    KeyText text;
    addPart(text, selection);
    for (const std::string& path : selection.paths) {
        text.add(absoluteName(path));
    }
    constexpr char kDigits[] = "0123456789abcdef";
    const SourceKey key = text.key();
    std::string name;
    for (const std::uint64_t half : {key.high, key.low}) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            name += kDigits[half >> static_cast<unsigned>(shift) & 0xfU];
        }
    }
    return name;
}

}  // namespace vellum::server::index
