#pragma once

#include "common/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace vellum::server::index {

/// A file in memory as long as somebody holds it.
///
/// Threads  Immutable.
class Mapping {
public:
    Mapping(const std::byte* data, std::size_t size) : m_bytes(data, size) {}
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    /// Errors   notFound; unavailable, with the system's reason; dataLoss: an empty file.
    [[nodiscard]] static Result<std::shared_ptr<const Mapping>> open(
        const std::filesystem::path& path);

    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

private:
    std::span<const std::byte> m_bytes;
};

}  // namespace vellum::server::index
