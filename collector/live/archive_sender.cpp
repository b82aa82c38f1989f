#include "collector/live/archive_sender.h"

#include "common/protocol/limits.h"

#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::collector::live {

namespace fs = std::filesystem;

namespace {

/// Small enough for a slow line to be heard of often.
constexpr std::size_t kPartBytes = std::size_t{1} << 20U;
static_assert(kPartBytes <= protocol::kMaxLivePartBytes);

/// What makes an OTF2 archive, by its names below the folder.
std::vector<std::string> filesOf(const fs::path& folder)
{
    std::vector<std::string> files;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder / "traces", failure)) {
        files.push_back("traces/" + entry.path().filename().string());
    }
    files.emplace_back("traces.def");
    files.emplace_back("traces.otf2");
    return files;
}

}  // namespace

ArchiveSender::ArchiveSender(std::unique_ptr<client::BlockingClient> client, std::string name)
    : m_client(std::move(client))
    , m_name(std::move(name))
{
}

Result<ArchiveSender> ArchiveSender::begin(
    const client::Endpoint& endpoint, const std::string& name)
{
    auto client = client::BlockingClient::connect(endpoint);
    VELLUM_RETURN_IF_ERROR(client);
    ArchiveSender sender(std::move(client).value(), name);
    VELLUM_RETURN_IF_ERROR(sender.say(codec::LiveBegin{}));
    return sender;
}

Result<query::LiveState> ArchiveSender::say(codec::LiveRequest::Wish wish)
{
    return m_client->live({.name = m_name, .wish = std::move(wish)});
}

Result<bool> ArchiveSender::sendFile(
    const fs::path& file, const std::string& name, const GoesOn& goesOn)
{
    std::ifstream in(file, std::ios::binary);
    const Error unreadable{
        .kind = ErrorKind::Unavailable, .message = file.string() + " cannot be read"};
    if (!in) {
        return unreadable;
    }
    std::string part(kPartBytes, '\0');
    std::uint64_t offset = 0;
    do {
        in.read(part.data(), static_cast<std::streamsize>(part.size()));
        const auto size = static_cast<std::size_t>(in.gcount());
        const auto taken =
            say(codec::LivePart{.file = name, .offset = offset, .bytes = part.substr(0, size)});
        VELLUM_RETURN_IF_ERROR(taken);
        offset += size;
        m_bytes += size;
        if (!goesOn()) {
            return false;
        }
    } while (in);
    return in.bad() ? Result<bool>(unreadable) : Result<bool>(true);
}

Result<bool> ArchiveSender::send(
    const fs::path& folder, const codec::LiveCommit& facts, const GoesOn& goesOn)
{
    m_bytes = 0;
    VELLUM_RETURN_IF_ERROR(say(codec::LiveBegin{}));  // drops what was broken off
    for (const std::string& name : filesOf(folder)) {
        auto sent = sendFile(folder / name, name, goesOn);
        if (!sent.isOk() || !sent.value()) {
            return sent;
        }
    }
    VELLUM_RETURN_IF_ERROR(say(facts));
    return true;
}

}  // namespace vellum::collector::live
