#include "collector/launch/output_folder.h"

#include <cstdlib>
#include <system_error>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

fs::path expandOutput(
    const std::string& pattern, const std::string& command, const std::string& number)
{
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (next == 'e') {
            result += fs::path(command).filename().string();
        } else if (next == 'p') {
            result += number;
        } else if (next == '%') {
            result += '%';
        } else {
            result += pattern[i];
            continue;
        }
        ++i;
    }
    return fs::absolute(result);
}

Result<fs::path> makeFolders(const fs::path& directory)
{
    std::error_code failure;
    if (fs::exists(directory, failure) && !fs::is_empty(directory, failure)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "output " + directory.string() + " exists and is not an empty folder"};
    }
    fs::path spool = directory / ".spool";
    fs::create_directories(spool, failure);
    if (!failure) {
        fs::permissions(directory, fs::perms::owner_all, failure);
    }
    if (failure) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "output " + directory.string() + " cannot be made: " + failure.message()};
    }
    return spool;
}

void removeSpool(const fs::path& directory)
{
    if (std::getenv("VELLUM_KEEP_SPOOL") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
        return;
    }
    std::error_code ignored;
    // At once for launchers that still look at it: none of them may write a second archive.
    const fs::path gone = directory / ".spool-written";
    fs::rename(directory / ".spool", gone, ignored);
    fs::remove_all(gone, ignored);
}

void removeFolders(const fs::path& directory)
{
    removeSpool(directory);
    std::error_code ignored;
    fs::remove(directory, ignored);
}

}  // namespace vellum::collector::launch
