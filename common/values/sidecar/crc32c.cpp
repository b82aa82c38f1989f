#include "common/values/sidecar/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#    include <nmmintrin.h>
#endif

namespace vellum::values::sidecar {

namespace {

constexpr std::size_t kSlices = 8;
using Tables = std::array<std::array<std::uint32_t, 256>, kSlices>;

/// Table s: what a byte does to the CRC when s more bytes follow it.
constexpr Tables makeTables()
{
    constexpr std::uint32_t kReflected = 0x82F63B78;
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? kReflected : 0U);
        }
        tables[0][byte] = crc;
    }
    for (std::size_t slice = 1; slice < kSlices; ++slice) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t crc = tables[slice - 1][byte];
            tables[slice][byte] = (crc >> 8U) ^ tables[0][crc & 0xFFU];
        }
    }
    return tables;
}

constexpr Tables kTables = makeTables();

std::uint64_t wordAt(const std::byte* place)
{
    std::uint64_t word = 0;
    std::memcpy(&word, place, sizeof word);
    return word;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t byInstruction(
    std::span<const std::byte> bytes, std::uint32_t before)
{
    std::uint64_t crc = ~before;
    for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
        crc = _mm_crc32_u64(crc, wordAt(bytes.data()));
    }
    auto rest = static_cast<std::uint32_t>(crc);
    for (const std::byte byte : bytes) {
        rest = _mm_crc32_u8(rest, static_cast<std::uint8_t>(byte));
    }
    return ~rest;
}

bool hasInstruction()
{
    __builtin_cpu_init();  // we may run before the constructors of the library that tells
    return __builtin_cpu_supports("sse4.2") != 0;
}
#endif

}  // namespace

std::uint32_t crc32cByTables(std::span<const std::byte> bytes, std::uint32_t before)
{
    std::uint32_t crc = ~before;
    for (; bytes.size() >= kSlices; bytes = bytes.subspan(kSlices)) {
        const std::uint64_t word = wordAt(bytes.data()) ^ crc;
        crc = 0;
        for (std::size_t i = 0; i < kSlices; ++i) {
            crc ^= kTables[kSlices - 1 - i][(word >> (8U * i)) & 0xFFU];
        }
    }
    for (const std::byte byte : bytes) {
        crc = (crc >> 8U) ^ kTables[0][(crc ^ static_cast<std::uint8_t>(byte)) & 0xFFU];
    }
    return ~crc;
}

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before)
{
#if defined(__x86_64__)
    if (hasInstruction()) {
        return byInstruction(bytes, before);
    }
#endif
    return crc32cByTables(bytes, before);
}

}  // namespace vellum::values::sidecar
