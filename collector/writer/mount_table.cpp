#include "collector/writer/mount_table.h"

#include <fstream>
#include <sstream>

namespace vellum::collector::writer {

namespace {

bool isOctal(char letter)
{
    return letter >= '0' && letter <= '7';
}

/// Spaces, tabs, line ends and backslashes are written as `\040` and the like.
std::string unescaped(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 3 < text.size() && isOctal(text[i + 1]) && isOctal(text[i + 2])
            && isOctal(text[i + 3])) {
            plain += static_cast<char>(
                (text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

bool liesBelow(std::string_view path, std::string_view point)
{
    return point == "/" ? path.starts_with('/')
                        : path.starts_with(point)
                              && (path.size() == point.size() || path[point.size()] == '/');
}

}  // namespace

MountTable MountTable::parse(std::string_view text)
{
    MountTable table;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string skipped;
        std::string point;
        fields >> skipped >> skipped >> skipped >> skipped >> point;
        while (fields >> skipped && skipped != "-") {}
        Mount mount;
        if (fields >> mount.fileSystem >> mount.source && point.starts_with('/')) {
            mount.point = unescaped(point);
            mount.source = unescaped(mount.source);
            table.m_mounts.push_back(std::move(mount));
        }
    }
    return table;
}

MountTable MountTable::read(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return parse(text.str());
}

const MountTable::Mount* MountTable::find(std::string_view path) const
{
    const Mount* found = nullptr;
    for (const Mount& mount : m_mounts) {
        if (liesBelow(path, mount.point)
            && (found == nullptr || mount.point.size() >= found->point.size())) {
            found = &mount;
        }
    }
    return found;
}

}  // namespace vellum::collector::writer
