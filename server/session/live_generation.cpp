#include "server/session/live_generation.h"

#include "common/protocol/limits.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace vellum::server::session {

namespace fs = std::filesystem;

namespace {

constexpr const char* kAnchor = "traces.otf2";

Error exhausted(std::string message)
{
    return {.kind = ErrorKind::ResourceExhausted, .message = std::move(message)};
}

Error cannotWrite(const std::string& file, const std::string& why)
{
    return exhausted("live: " + file + " cannot be written on the server: " + why);
}

/// For the user alone, with the folders above it.
Result<void> makeFolder(const fs::path& folder, const std::string& file)
{
    std::error_code failure;
    fs::create_directories(folder.parent_path(), failure);
    if (!failure && ::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        failure = {errno, std::generic_category()};
    }
    return failure ? Result<void>(cannotWrite(file, failure.message())) : Result<void>();
}

bool writeAll(int file, std::uint64_t offset, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return true;
}

}  // namespace

bool LiveSpace::take(std::uint64_t bytes)
{
    if (m_used.fetch_add(bytes) + bytes > m_most) {
        giveBack(bytes);
        return false;
    }
    return true;
}

LiveGeneration::LiveGeneration(fs::path folder, std::shared_ptr<LiveSpace> space)
    : m_folder(std::move(folder))
    , m_space(std::move(space))
{
}

LiveGeneration::~LiveGeneration()
{
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
    m_space->giveBack(m_bytes);
}

Result<void> LiveGeneration::check(
    const std::string& file, std::uint64_t offset, std::size_t size) const
{
    const auto known = m_sizes.find(file);
    const std::uint64_t end = known == m_sizes.end() ? 0 : known->second;
    if (offset != end) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "live: a part of " + file + " at byte " + std::to_string(offset)
                       + ", where byte " + std::to_string(end) + " is next"};
    }
    if (known == m_sizes.end() && m_sizes.size() >= protocol::kMaxLiveFiles) {
        return exhausted(
            "live: " + file + " would be one file more than "
            + std::to_string(protocol::kMaxLiveFiles) + " in one generation");
    }
    if (size > protocol::kMaxLivePartBytes) {
        return exhausted(
            "live: a part of " + std::to_string(size) + " bytes, the limit is "
            + std::to_string(protocol::kMaxLivePartBytes));
    }
    return {};
}

Result<void> LiveGeneration::add(
    const std::string& file, std::uint64_t offset, std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    auto added = addWhole(file, offset, bytes);
    m_isBroken = m_isBroken || !added.isOk();
    return added;
}

Result<void> LiveGeneration::addWhole(
    const std::string& file, std::uint64_t offset, std::string_view bytes)
{
    VELLUM_RETURN_IF_ERROR(check(file, offset, bytes.size()));
    if (!m_space->take(bytes.size())) {
        return exhausted(
            "live: with " + file + " the live runs of this server would have more than "
            + std::to_string(m_space->most()) + " bytes");
    }
    m_bytes += bytes.size();
    VELLUM_RETURN_IF_ERROR(write(file, offset, bytes));
    m_sizes[file] = offset + bytes.size();
    return {};
}

Result<void> LiveGeneration::write(
    const std::string& file, std::uint64_t offset, std::string_view bytes) const
{
    const fs::path path = m_folder / file;
    VELLUM_RETURN_IF_ERROR(makeFolder(m_folder, file));
    if (path.parent_path() != m_folder) {
        VELLUM_RETURN_IF_ERROR(makeFolder(path.parent_path(), file));
    }
    // No link is followed: the folder is ours, and nobody else's files are to be written through it.
    const int opened =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (opened < 0) {
        return cannotWrite(file, std::generic_category().message(errno));
    }
    const bool isWritten = writeAll(opened, offset, bytes);
    const int reason = errno;
    ::close(opened);
    return isWritten ? Result<void>()
                     : Result<void>(cannotWrite(file, std::generic_category().message(reason)));
}

fs::path LiveGeneration::anchor() const
{
    return m_folder / kAnchor;
}

bool LiveGeneration::isWhole() const
{
    const std::lock_guard lock(m_mutex);
    return !m_isBroken && m_sizes.contains(kAnchor);
}

std::uint64_t LiveGeneration::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

}  // namespace vellum::server::session
