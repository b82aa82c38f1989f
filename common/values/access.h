#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace vellum::values {

enum class AccessKind : std::uint8_t {
    Read = 0,
    Write = 1,
    Atomic = 2,  ///< reads the old value and writes a new one in one step
};

/// What the bits of a value mean; with the unit it is a type, such as float of 4 bytes.
enum class ValueType : std::uint8_t {
    Unknown =
        0,  ///< compared bit by bit, and taken for an unsigned integer where a number is needed
    Signed = 1,  ///< two's complement
    Unsigned = 2,
    Float = 3,    ///< IEEE 754 of 4 or 8 bytes; with any other unit it is treated as Unknown
    Pointer = 4,  ///< as Unknown, but no type is called too wide for it
};

/// One scalar read or written once by one thread: what every analysis here eats. Whoever records wider
/// accesses splits them with `scalarise`.
///
/// Layout   Objects are allocations, told apart by a number that is never used again, so that an address
///          used twice is two objects. `offset` counts bytes from the object's start.
/// Units    Bytes. `value` and `old` hold the unit's bytes as a little-endian number, zeros above it.
/// Errors   A unit other than 1, 2, 4 or 8 is not analysed, but counted as lost by who is given it.
/// Threads  A value.
struct Access {
    std::uint64_t op = 0;      ///< kernel launch, copy or CPU window
    std::uint32_t block = 0;   ///< block of threads within the op; 0 on a CPU
    std::uint32_t thread = 0;  ///< within its block
    std::uint32_t site = 0;    ///< memory instruction
    AccessKind kind = AccessKind::Read;
    ValueType type = ValueType::Unknown;
    std::uint8_t unit = 4;  ///< bytes of the scalar: 1, 2, 4 or 8
    bool hasOld = false;    ///< `old` is what memory held just before, of a write or an atomic
    std::uint64_t object = 0;
    std::uint64_t offset = 0;
    std::uint64_t value = 0;  ///< read, or written
    std::uint64_t old = 0;

    friend bool operator==(const Access&, const Access&) = default;
};

static_assert(sizeof(Access) == 56);

[[nodiscard]] constexpr bool isUnit(unsigned bytes)
{
    return bytes <= 8 && std::has_single_bit(bytes);
}

/// The bits that a unit of so many bytes has, 1 to 8.
[[nodiscard]] constexpr std::uint64_t unitMask(unsigned bytes)
{
    return ~std::uint64_t{0} >> (64 - 8 * bytes);
}

/// A kind that changes memory.
[[nodiscard]] constexpr bool isStore(AccessKind kind)
{
    return kind != AccessKind::Read;
}

/// Calls \p use with each scalar of an access of several units: of 16 bytes with unit 4 there are four, at
/// offsets that follow each other. Bytes behind the last whole unit are left out.
///
/// \param access  what the scalars have in common; its offset is the first one's. With a unit that is none,
///                \p use is never called.
/// \param bytes   what was read or written
/// \param old     what memory held before; with fewer bytes than that it counts as not known
template <typename Use>
void scalarise(
    Access access, std::span<const std::byte> bytes, std::span<const std::byte> old, Use use)
{
    static_assert(std::endian::native == std::endian::little);
    const std::size_t unit = access.unit;
    if (!isUnit(access.unit)) {
        return;
    }
    access.hasOld = old.size() >= bytes.size();
    for (std::size_t at = 0; at + unit <= bytes.size(); at += unit) {
        access.value = 0;
        std::memcpy(&access.value, bytes.data() + at, unit);
        access.old = 0;
        if (access.hasOld) {
            std::memcpy(&access.old, old.data() + at, unit);
        }
        use(access);
        access.offset += unit;
    }
}

}  // namespace vellum::values
