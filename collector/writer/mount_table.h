#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::writer {

/// Where file systems are mounted, so that files can be told apart by the disk they lie on.
///
/// Source   proc(5), /proc/PID/mountinfo.
/// Threads  A value.
class MountTable {
public:
    struct Mount {
        std::string point;       ///< an absolute path
        std::string fileSystem;  ///< its type, as `ext4`
        std::string source;      ///< a device, or what the file system calls itself
    };

    /// Of the calling process; empty where the file cannot be read.
    [[nodiscard]] static MountTable read(
        const std::filesystem::path& file = "/proc/self/mountinfo");

    /// Lines that cannot be read are left out.
    [[nodiscard]] static MountTable parse(std::string_view text);

    /// The mount that \p path lies on: of several at the same place the latest. Null where \p path is not absolute.
    [[nodiscard]] const Mount* find(std::string_view path) const;

private:
    std::vector<Mount> m_mounts;  ///< in the order in which they were mounted
};

}  // namespace vellum::collector::writer
