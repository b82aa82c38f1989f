#include "server/app/connection_files.h"

#include "common/client/connection_file.h"
#include "common/client/runtime_directory.h"
#include "server/transport/socket_file.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace vellum::server::app {

namespace {

namespace fs = std::filesystem;

void removeLeftovers(const fs::path& directory)
{
    const std::string prefix = hostName() + "-";
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory, ignored)) {
        const std::string name = entry.path().filename().string();
        const bool isSocket = entry.path().extension() == ".sock" && namesDeadProcess(name);
        const bool isFile = entry.path().extension() == client::kConnectionFileSuffix
                            && name.starts_with(prefix)
                            && namesDeadProcess(std::string_view(name).substr(prefix.size()));
        if (isSocket) {
            [[maybe_unused]] const auto removed = transport::clearSocketFile(entry.path().string());
        } else if (isFile) {
            fs::remove(entry.path(), ignored);
        }
    }
}

}  // namespace

bool namesDeadProcess(std::string_view text)
{
    pid_t process = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), process);
    return parsed.ec == std::errc() && process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

Result<ConnectionFiles> ConnectionFiles::write(const std::vector<client::Endpoint>& endpoints)
{
    const auto directory = client::runtimeDirectory();
    VELLUM_RETURN_IF_ERROR(directory);
    removeLeftovers(directory.value());
    ConnectionFiles files;
    for (const client::Endpoint& endpoint : endpoints) {
        std::string name = hostName() + "-" + std::to_string(::getpid());
        if (!files.m_files.empty()) {
            name += "-" + std::to_string(files.m_files.size());
        }
        name += client::kConnectionFileSuffix;
        fs::path file = directory.value() / name;
        VELLUM_RETURN_IF_ERROR(client::writeConnectionFile(file, endpoint));
        files.m_files.push_back(std::move(file));
    }
    return files;
}

ConnectionFiles::~ConnectionFiles()
{
    for (const fs::path& file : m_files) {
        std::error_code ignored;
        fs::remove(file, ignored);
    }
}

}  // namespace vellum::server::app
