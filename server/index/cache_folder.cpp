#include "server/index/cache_folder.h"

#include "server/index/shard_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

namespace vellum::server::index {

namespace fs = std::filesystem;

namespace {

struct Index {
    fs::path folder;
    fs::file_time_type used;
    std::uint64_t bytes = 0;
};

std::uint64_t bytesIn(const fs::path& folder)
{
    std::uint64_t bytes = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::error_code none;
        const std::uintmax_t size = entry->file_size(none);
        bytes += none ? 0 : size;
    }
    return bytes;
}

std::vector<Index> indexesIn(const fs::path& folder)
{
    std::vector<Index> indexes;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::error_code none;
        const auto used = fs::last_write_time(entry->path() / kManifestName, none);
        if (!none) {
            indexes.push_back(
                {.folder = entry->path(), .used = used, .bytes = bytesIn(entry->path())});
        }
    }
    return indexes;
}

}  // namespace

fs::path defaultCacheFolder()
{
    const auto setting = [](const char* name) {
        const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): only read
        return value == nullptr ? fs::path() : fs::path(value);
    };
    if (std::getenv("VELLUM_CACHE") != nullptr) {  // NOLINT(concurrency-mt-unsafe): likewise
        return setting("VELLUM_CACHE");
    }
    if (const fs::path cache = setting("XDG_CACHE_HOME"); cache.is_absolute()) {
        return cache / "vellum";
    }
    const fs::path home = setting("HOME");
    return home.is_absolute() ? home / ".cache" / "vellum" : fs::path();
}

fs::path liveFolderIn(const fs::path& cache)
{
    return cache.empty() ? fs::path() : cache / "live";
}

Result<BuildLock> BuildLock::tryTake(const fs::path& file)
{
    const int opened =
        ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (opened < 0) {
        const int reason = errno;
        return Error{
            .kind = ErrorKind::Unavailable,
            .message =
                "cannot write '" + file.string() + "': " + std::generic_category().message(reason)};
    }
    if (::flock(opened, LOCK_EX | LOCK_NB) != 0) {
        ::close(opened);
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "another process writes the index of '" + file.string() + "'"};
    }
    return BuildLock(opened);
}

BuildLock::~BuildLock()
{
    if (m_file >= 0) {
        ::close(m_file);
    }
}

void makeRoom(const fs::path& folder, std::uint64_t mostBytes, const fs::path& kept)
{
    std::vector<Index> indexes = indexesIn(folder);
    std::ranges::sort(indexes, {}, &Index::used);
    std::uint64_t bytes = 0;
    for (const Index& index : indexes) {
        bytes += index.bytes;
    }
    for (const Index& index : indexes) {
        if (bytes <= mostBytes) {
            return;
        }
        if (index.folder != kept) {
            std::error_code error;
            fs::remove_all(index.folder, error);
            bytes -= index.bytes;
        }
    }
}

void touch(const fs::path& folder)
{
    // Where it may not be written it is somebody else's to count.
    static_cast<void>(::utimensat(AT_FDCWD, (folder / kManifestName).c_str(), nullptr, 0));
}

}  // namespace vellum::server::index
