#include "common/client/runtime_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace vellum::client {

namespace {

Error unavailable(std::string message)
{
    return {.kind = ErrorKind::Unavailable, .message = std::move(message)};
}

/// Empty if not set.
std::string environment(const char* name)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing in our programs changes the environment
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

std::string nameWithUser()
{
    return "vellum-" + std::to_string(::getuid());
}

}  // namespace

Result<void> makePrivateDirectory(const std::filesystem::path& directory)
{
    if (::mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return unavailable(
            "cannot make " + directory.string() + ": " + std::generic_category().message(errno));
    }
    struct stat status = {};
    if (::lstat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
        return unavailable(directory.string() + " is not a directory");
    }
    if (status.st_uid != ::getuid() || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return unavailable(
            directory.string()
            + " belongs to another user or is open to others: it must be mode "
              "0700");
    }
    return {};
}

Result<std::filesystem::path> runtimeDirectory()
{
    std::filesystem::path directory;
    if (const std::string runtime = environment("XDG_RUNTIME_DIR"); !runtime.empty()) {
        directory = std::filesystem::path(runtime) / "vellum";
    } else {
        const std::string temporary = environment("TMPDIR");
        directory = std::filesystem::path(temporary.empty() ? "/tmp" : temporary) / nameWithUser();
    }
    VELLUM_RETURN_IF_ERROR(makePrivateDirectory(directory));
    return directory;
}

Result<std::filesystem::path> socketPath(const std::string& name)
{
    if (const auto directory = runtimeDirectory(); directory.isOk()) {
        std::filesystem::path path = directory.value() / name;
        if (path.native().size() <= kMaxSocketPath) {
            return path;
        }
    }
    const std::filesystem::path fallback = std::filesystem::path("/tmp") / nameWithUser();
    std::filesystem::path path = fallback / name;
    if (path.native().size() > kMaxSocketPath) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "the socket path " + path.string() + " has "
                       + std::to_string(path.native().size()) + " bytes, the limit is "
                       + std::to_string(kMaxSocketPath)};
    }
    VELLUM_RETURN_IF_ERROR(makePrivateDirectory(fallback));
    return path;
}

}  // namespace vellum::client
