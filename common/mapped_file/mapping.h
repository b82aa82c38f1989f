#pragma once

#include "common/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace vellum::mapped_file {

/// A file in memory as long as somebody holds it.
///
/// Where the file is cut meanwhile, or its disk fails, what cannot be read any more is zero from then on,
/// and `isLost` says so: the process would be killed otherwise (SIGBUS, whose handler is set with the first
/// mapping; faults elsewhere go to the handler before it). That holds for the first 1,024 at a time.
/// Threads  Immutable but for `isLost`.
class Mapping {
public:
    Mapping(const std::byte* data, std::size_t size);
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    /// Errors   notFound; unavailable, with the system's reason; dataLoss: an empty file, or no file but a folder, a
    /// pipe or the like.
    [[nodiscard]] static Result<std::shared_ptr<const Mapping>> open(
        const std::filesystem::path& path);

    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }
    /// Whether some of it was not there when it was read, or its last page is not what it was: so a file
    /// that was cut is found before anything of it is used. Costs less than a microsecond.
    [[nodiscard]] bool isLost() const;

private:
    [[nodiscard]] std::uint64_t checksumOfEnd() const;

    std::span<const std::byte> m_bytes;
    std::size_t m_watch;  ///< where the handler finds it
    std::uint64_t m_end;  ///< checksum of the last page
};

}  // namespace vellum::mapped_file
