// vellum-fuzz-replay FOLDER…: gives every file of FOLDER/NAME to the reader of that name. That it comes to
// its end is the test.

#include "tests/fuzz/targets.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {

using Target = void (*)(vellum::fuzz::Input);

constexpr std::array<std::pair<const char*, Target>, 8> kTargets = {{
    {"archive", &vellum::fuzz::readArchive},
    {"json", &vellum::fuzz::readJson},
    {"packed", &vellum::fuzz::readPacked},
    {"export", &vellum::fuzz::readExport},
    {"index", &vellum::fuzz::readIndex},
    {"client", &vellum::fuzz::readClientMessage},
    {"server", &vellum::fuzz::readServerMessage},
    {"ranks", &vellum::fuzz::readRankMessage},
}};

int replay(const std::filesystem::path& folder, Target target)
{
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::vector<char> text{
            std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        const std::vector<std::uint8_t> bytes(text.begin(), text.end());
        std::printf("%s\n", entry.path().c_str());
        std::fflush(stdout);
        target(bytes);
        ++count;
    }
    return count;
}

}  // namespace

int main(int argc, char** argv)
{
    int count = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto& [name, target] : kTargets) {
            const std::filesystem::path folder = std::filesystem::path(argv[i]) / name;
            count += std::filesystem::exists(folder) ? replay(folder, target) : 0;
        }
    }
    std::printf("%d inputs\n", count);
    return count > 0 ? 0 : 1;
}
