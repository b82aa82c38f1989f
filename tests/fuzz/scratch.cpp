#include "tests/fuzz/scratch.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace vellum::fuzz {

namespace {

namespace fs = std::filesystem;

class Scratch {
public:
    Scratch()
    {
        std::string name = fs::exists("/dev/shm") ? "/dev/shm" : fs::temp_directory_path().string();
        name += "/vellum-fuzz-XXXXXX";
        m_path = ::mkdtemp(name.data()) == nullptr ? fs::temp_directory_path() : fs::path(name);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

}  // namespace

const fs::path& scratch()
{
    static const Scratch kFolder;
    return kFolder.path();
}

void write(const fs::path& path, Input bytes)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    const std::vector<char> text(bytes.begin(), bytes.end());
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace vellum::fuzz
