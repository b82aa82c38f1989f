#include "server/session/file_access.h"

#include "common/protocol/limits.h"
#include "server/import/trace_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

namespace vellum::server::session {

namespace {

namespace fs = std::filesystem;

Error notFound(std::string message)
{
    return {.kind = ErrorKind::NotFound, .message = std::move(message)};
}

/// So many files of a folder are looked at; of more, the folder's own time must tell.
constexpr std::size_t kMostStamped = 10'000;

void addStamp(TraceKey& key, const fs::path& file)
{
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    struct stat status = {};
    if (::stat(file.c_str(), &status) == 0) {
        // Who writes a file can set its time back, but not that of its state: the latest of all moves with any change.
        const std::int64_t changed = status.st_ctim.tv_sec * kNsPerSecond + status.st_ctim.tv_nsec;
        key.changedNs = std::max(key.changedNs, changed);
        key.bytes += S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    }
}

void addStamps(TraceKey& key, const import::TraceParts& parts)
{
    for (const auto* files : {&parts.heads, &parts.files, &parts.folders}) {
        for (const fs::path& file : *files) {
            addStamp(key, file);
        }
    }
    for (const fs::path& folder : parts.folders) {
        std::error_code error;
        std::size_t count = 0;
        for (fs::directory_iterator entry(folder, error);
             !error && entry != fs::directory_iterator() && count < kMostStamped;
             entry.increment(error), ++count) {
            addStamp(key, entry->path());
        }
    }
}

}  // namespace

Result<FileAccess> FileAccess::make(const std::vector<std::string>& roots)
{
    FileAccess access;
    for (const std::string& root : roots) {
        std::error_code failed;
        fs::path path = fs::canonical(root, failed);
        if (failed || !fs::is_directory(path, failed)) {
            return notFound("--root " + root + " is not a directory");
        }
        access.m_roots.push_back(std::move(path));
    }
    return access;
}

bool FileAccess::isInside(const fs::path& canonicalPath) const
{
    return m_roots.empty() || std::ranges::any_of(m_roots, [&](const fs::path& root) {
               // Component by component: /data/traces2 is not below /data/traces.
               return std::mismatch(
                          root.begin(), root.end(), canonicalPath.begin(), canonicalPath.end())
                          .first
                      == root.end();
           });
}

fs::path FileAccess::fromBase(const std::string& path) const
{
    return (m_roots.empty() ? fs::path() : m_roots.front()) / path;
}

Result<fs::path> FileAccess::canonical(const std::string& path) const
{
    std::error_code failed;
    fs::path resolved =
        fs::canonical(path.empty() && m_roots.empty() ? "." : fromBase(path), failed);
    if (m_roots.empty() && failed && failed != std::errc::no_such_file_or_directory) {
        return notFound("'" + path + "' cannot be looked at: " + failed.message());
    }
    if (failed || !isInside(resolved)) {
        return notFound(
            path + ": no such file or directory"
            + (m_roots.empty() ? "" : " below the directories that this server serves"));
    }
    return resolved;
}

Result<TraceKey> FileAccess::resolve(const vellum::query::TraceSelection& selection) const
{
    TraceKey key{.selection = selection};
    key.selection.paths.clear();
    for (const std::string& path : selection.paths) {
        VELLUM_RETURN_IF_ERROR(addAll(path, key));
    }
    for (vellum::query::FileOffset& offset : key.selection.offsets) {
        const auto file = canonical(offset.file);
        offset.file = file.isOk() ? file.value().string() : offset.file;
    }
    return key;
}

/// Looks at nothing outside: neither at a list of files, nor through a pattern at who is there.
Result<void> FileAccess::addAll(const std::string& path, TraceKey& key) const
{
    const auto itself = canonical(path);
    const std::size_t wildcard = path.find_first_of("*?[");
    if (!itself.isOk() && wildcard == std::string::npos) {
        return itself.error();
    }
    const bool isPattern = !itself.isOk();
    if (isPattern) {
        const auto folder =
            canonical(fs::path(path.substr(0, wildcard) + "x").parent_path().string());
        if (!folder.isOk()) {
            return itself.error();
        }
    }
    const auto files = import::expand(isPattern ? fromBase(path) : itself.value());
    if (!files.isOk()) {
        return isPattern ? itself.error() : files.error();
    }
    std::size_t added = 0;
    for (const fs::path& file : files.value()) {
        const auto one = add(file.string(), key);
        if (!one.isOk() && !isPattern) {
            return one.error();
        }
        added += one.isOk() ? 1U : 0U;
    }
    return added > 0 ? Result<void>() : Result<void>(itself.error());
}

Result<void> FileAccess::add(const std::string& path, TraceKey& key) const
{
    const auto resolved = canonical(path);
    VELLUM_RETURN_IF_ERROR(resolved);
    key.selection.paths.push_back(resolved.value().string());
    addStamps(key, import::partsOf(resolved.value()));
    return {};
}

Result<codec::DirectoryListing> FileAccess::list(const std::string& directory) const
{
    const auto resolved = canonical(directory);
    VELLUM_RETURN_IF_ERROR(resolved);
    std::error_code failed;
    fs::directory_iterator entries(resolved.value(), failed);
    if (failed) {
        return notFound(directory + ": " + failed.message());
    }
    codec::DirectoryListing listing{.path = resolved.value().string(), .entries = {}};
    for (; entries != fs::directory_iterator(); entries.increment(failed)) {
        if (listing.entries.size() >= protocol::kMaxDirectoryEntries) {
            return Error{
                .kind = ErrorKind::ResourceExhausted,
                .message = directory + ": more than "
                           + std::to_string(protocol::kMaxDirectoryEntries) + " entries"};
        }
        std::error_code broken;
        const fs::path target = fs::canonical(entries->path(), broken);
        if (broken || !isInside(target)) {
            continue;
        }
        const bool isDirectory = fs::is_directory(target, broken);
        const std::uint64_t bytes =
            fs::is_regular_file(target, broken) ? fs::file_size(target, broken) : 0;
        listing.entries.push_back(
            {.name = entries->path().filename().string(),
             .isDirectory = isDirectory,
             .bytes = bytes});
    }
    std::ranges::sort(listing.entries, [](const auto& a, const auto& b) {
        return std::tie(b.isDirectory, a.name) < std::tie(a.isDirectory, b.name);
    });
    return listing;
}

}  // namespace vellum::server::session
