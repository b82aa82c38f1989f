#include "server/transport/server_socket.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace vellum::server::transport {

namespace {

constexpr std::size_t kMaxSocketPath = 107;  // sockaddr_un::sun_path without its NUL

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

Result<ListenAddress> parseLocal(const std::string& url, const std::string& path)
{
    if (!path.starts_with('/')) {
        return invalid("'" + url + "' must name an absolute path: ipc:///path");
    }
    if (path.size() > kMaxSocketPath) {
        return invalid(
            "the socket path of '" + url + "' has " + std::to_string(path.size())
            + " bytes, the limit is " + std::to_string(kMaxSocketPath));
    }
    return ListenAddress{.url = url, .socketPath = path};
}

bool isPort(std::string_view text)
{
    constexpr std::size_t kMaxDigits = 5;
    return !text.empty() && text.size() <= kMaxDigits
           && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })
           && std::stoul(std::string(text)) <= 65'535;
}

}  // namespace

Result<ListenAddress> parseListen(const std::string& url)
{
    constexpr std::string_view kLocal = "ipc://";
    constexpr std::string_view kRemote = "tcp://";
    if (url.starts_with(kLocal)) {
        return parseLocal(url, url.substr(kLocal.size()));
    }
    if (!url.starts_with(kRemote)) {
        return invalid("'" + url + "' is neither ipc:///path nor tcp://address:port");
    }
    const std::size_t colon = url.rfind(':');
    if (colon <= kRemote.size() || !isPort(std::string_view(url).substr(colon + 1))) {
        return invalid("'" + url + "' must name an address and a port: tcp://127.0.0.1:0");
    }
    return ListenAddress{.url = url, .socketPath = {}};
}

}  // namespace vellum::server::transport
