// ask_live URL NAME look|stop: what the server at URL says of a live run, in one line: phase, generation, events, archive.
#include "common/client/blocking_client.h"
#include "common/client/launch_server.h"

#include <iostream>
#include <string>

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::cerr << "ask_live URL NAME look|stop\n";
        return 2;
    }
    const auto endpoint = vellum::client::resolveEndpoint(argv[1]);
    auto client =
        endpoint.isOk()
            ? vellum::client::BlockingClient::connect(endpoint.value())
            : vellum::Result<std::unique_ptr<vellum::client::BlockingClient>>(endpoint.error());
    if (!client.isOk()) {
        std::cerr << client.error().message << '\n';
        return 1;
    }
    vellum::codec::LiveRequest request{.name = argv[2], .wish = vellum::codec::LiveLook{}};
    if (argv[3] == std::string("stop")) {
        request.wish = vellum::codec::LiveStop{};
    }
    const auto state = client.value()->live(request);
    if (!state.isOk()) {
        std::cerr << state.error().message << '\n';
        return 1;
    }
    std::cout << static_cast<int>(state.value().phase) << ' ' << state.value().generation << ' '
              << state.value().events << ' ' << state.value().archive << '\n';
    return 0;
}
