#include "server/app/live_folder.h"

#include "common/client/runtime_directory.h"
#include "server/app/connection_files.h"
#include "server/index/cache_folder.h"

#include <unistd.h>

#include <string>
#include <string_view>
#include <system_error>

namespace vellum::server::app {

namespace fs = std::filesystem;

namespace {

fs::path folderOfAll(const fs::path& cache)
{
    if (!cache.empty()) {
        return index::liveFolderIn(cache);
    }
    const auto runtime = client::runtimeDirectory();
    return runtime.isOk() ? runtime.value() / "live" : fs::path();
}

}  // namespace

fs::path liveFolder(const fs::path& cache)
{
    const fs::path all = folderOfAll(cache);
    if (all.empty()) {
        return {};
    }
    const std::string prefix = hostName() + "-";
    std::error_code failure;
    for (fs::directory_iterator at(all, failure); !failure && at != fs::directory_iterator();
         at.increment(failure)) {
        const std::string name = at->path().filename().string();
        const std::string_view process = name.starts_with(prefix)
                                             ? std::string_view(name).substr(prefix.size())
                                             : std::string_view();
        // Digits to the end: HOST-7-4711 is of a host HOST-7.
        if (process.find_first_not_of("0123456789") == std::string_view::npos
            && namesDeadProcess(process)) {
            std::error_code ignored;
            fs::remove_all(at->path(), ignored);
        }
    }
    return all / (prefix + std::to_string(::getpid()));
}

}  // namespace vellum::server::app
