#include "common/client/connection_file.h"

#include "common/base/private_file.h"
#include "common/client/launch_server.h"
#include "common/client/runtime_directory.h"

#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

namespace vellum::client {

namespace {

constexpr std::string_view kFirstLine = "vellum-connection 1";
constexpr std::size_t kKeyLength = 40;
constexpr std::size_t kMaxFileBytes = 65'536;

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

bool isKey(std::string_view text)
{
    constexpr std::string_view kZ85 =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
    return text.size() == kKeyLength && text.find_first_not_of(kZ85) == std::string_view::npos;
}

/// Where a value of this name belongs; nothing for unknown names.
std::string* memberOf(Endpoint& endpoint, std::string_view name)
{
    if (name == "url") {
        return &endpoint.url;
    }
    if (name == "server-public-key") {
        return &endpoint.serverPublicKey;
    }
    if (name == "client-public-key") {
        return &endpoint.clientPublicKey;
    }
    return name == "client-secret-key" ? &endpoint.clientSecretKey : nullptr;
}

Result<void> checkEndpoint(const Endpoint& endpoint)
{
    if (endpoint.url.empty()) {
        return invalid("has no url");
    }
    if (endpoint.url.starts_with("tcp://")
        && !(
            isKey(endpoint.serverPublicKey) && isKey(endpoint.clientPublicKey)
            && isKey(endpoint.clientSecretKey))) {
        return invalid("lacks one of the three keys of 40 characters");
    }
    return {};
}

}  // namespace

std::string connectionText(const Endpoint& endpoint)
{
    std::ostringstream text;
    text << kFirstLine << "\nurl " << endpoint.url << '\n';
    if (!endpoint.serverPublicKey.empty()) {
        text << "server-public-key " << endpoint.serverPublicKey << "\nclient-public-key "
             << endpoint.clientPublicKey << "\nclient-secret-key " << endpoint.clientSecretKey
             << '\n';
    }
    return text.str();
}

Result<Endpoint> parseConnectionText(std::string_view text)
{
    std::istringstream lines{std::string(text)};
    std::string line;
    if (!std::getline(lines, line) || line != kFirstLine) {
        return invalid("does not begin with '" + std::string(kFirstLine) + "'");
    }
    Endpoint endpoint;
    while (std::getline(lines, line)) {
        const std::size_t space = line.find(' ');
        if (space == std::string::npos) {
            continue;
        }
        if (std::string* member = memberOf(endpoint, std::string_view(line).substr(0, space))) {
            *member = line.substr(space + 1);
        }
    }
    VELLUM_RETURN_IF_ERROR(checkEndpoint(endpoint));
    return endpoint;
}

Result<void> writeConnectionFile(const std::filesystem::path& file, const Endpoint& endpoint)
{
    return writePrivateFile(file, connectionText(endpoint));
}

Result<Endpoint> readConnectionFile(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string text(kMaxFileBytes, '\0');
    if (!stream.is_open() || (!stream.read(text.data(), kMaxFileBytes) && !stream.eof())) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "cannot read the connection file " + file.string()};
    }
    text.resize(static_cast<std::size_t>(stream.gcount()));
    auto endpoint = parseConnectionText(text);
    if (!endpoint.isOk()) {
        return invalid("the connection file " + file.string() + " " + endpoint.error().message);
    }
    return endpoint;
}

namespace {

/// The connection file of this user's runtime directory that names \p url.
Result<Endpoint> findByUrl(const std::string& url)
{
    const auto directory = runtimeDirectory();
    VELLUM_RETURN_IF_ERROR(directory);
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(directory.value(), ignored)) {
        if (entry.path().extension() != kConnectionFileSuffix) {
            continue;
        }
        auto endpoint = readConnectionFile(entry.path());
        if (endpoint.isOk() && endpoint.value().url == url) {
            return endpoint;
        }
    }
    return Error{
        .kind = ErrorKind::NotFound,
        .message = "no keys for " + url + ": none of the connection files in "
                   + directory.value().string()
                   + " names it; give the path of the one that its server wrote"};
}

}  // namespace

Result<Endpoint> resolveEndpoint(const std::string& urlOrFile)
{
    if (urlOrFile.starts_with("ipc://")) {
        return Endpoint{.url = urlOrFile};
    }
    if (urlOrFile.starts_with("tcp://")) {
        return findByUrl(urlOrFile);
    }
    if (urlOrFile.find("://") != std::string::npos) {
        return invalid("'" + urlOrFile + "' is neither ipc:// nor tcp:// nor a connection file");
    }
    return readConnectionFile(urlOrFile);
}

}  // namespace vellum::client
