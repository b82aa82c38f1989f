#include "collector/symbols/frame_pointer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace vellum::collector::symbols {

namespace {

using Code = std::span<const std::byte>;

constexpr std::uint64_t kWord = 8;
constexpr std::byte kWide{0x48};       // of 64 bits
constexpr std::byte kWideUpper{0x4c};  // the same, from r8 to r15
constexpr std::byte kUpper{0x41};      // a register from r8 to r15

template <std::size_t N>
bool take(Code& code, const std::array<std::uint8_t, N>& bytes)
{
    const bool isThere =
        code.size() >= N
        && std::equal(bytes.begin(), bytes.end(), code.begin(), [](auto a, auto b) {
               return std::byte{a} == b;
           });
    code = isThere ? code.subspan(N) : code;
    return isThere;
}

bool isPush(std::byte one)
{
    return (one & std::byte{0xf8}) == std::byte{0x50};
}

/// Of registers behind the frame pointer's.
std::uint64_t takePushes(Code& code)
{
    std::uint64_t count = 0;
    for (;; ++count) {
        if (!code.empty() && isPush(code[0])) {
            code = code.subspan(1);
        } else if (code.size() > 1 && code[0] == kUpper && isPush(code[1])) {
            code = code.subspan(2);
        } else {
            return count;
        }
    }
}

template <typename Number>
std::optional<std::int64_t> numberAt(Code code)
{
    Number number{};
    if (code.size() < sizeof number) {
        return std::nullopt;
    }
    std::memcpy(&number, code.data(), sizeof number);
    return number;
}

/// "sub $N,%rsp", and "add $-N,%rsp", which compilers write for 128.
std::int64_t takeSubtraction(Code code)
{
    if (take<3>(code, {0x48, 0x83, 0xec})) {
        return numberAt<std::int8_t>(code).value_or(-1);
    }
    if (take<3>(code, {0x48, 0x81, 0xec})) {
        return numberAt<std::int32_t>(code).value_or(-1);
    }
    if (take<3>(code, {0x48, 0x83, 0xc4})) {
        return -numberAt<std::int8_t>(code).value_or(1);
    }
    return 0;
}

/// Whether these bytes, if an instruction begins with them, move the stack pointer by what is in a register, or align it.
bool movesStackPointer(std::byte prefix, std::byte operation, std::byte operands)
{
    const bool isWide = prefix == kWide || prefix == kWideUpper;
    const bool isToStackPointer = (operands & std::byte{0xc7}) == std::byte{0xc4};
    const bool isFromRegister = operation == std::byte{0x29} || operation == std::byte{0x01};
    const bool isAlignment = (operation == std::byte{0x83} || operation == std::byte{0x81})
                             && operands == std::byte{0xe4};
    const bool isLoaded =
        operation == std::byte{0x2b} && (operands & std::byte{0xf8}) == std::byte{0xe0};
    return isWide && ((isFromRegister && isToStackPointer) || isAlignment || isLoaded);
}

}  // namespace

std::optional<std::uint64_t> framePointerAbove(Code code)
{
    for (std::size_t i = 0; i + 2 < code.size(); ++i) {
        if (movesStackPointer(code[i], code[i + 1], code[i + 2])) {
            return std::nullopt;
        }
    }
    take<4>(code, {0xf3, 0x0f, 0x1e, 0xfa});  // endbr64
    if (!take<1>(code, {0x55})
        || (!take<3>(code, {0x48, 0x89, 0xe5}) && !take<3>(code, {0x48, 0x8b, 0xec}))) {
        return std::nullopt;
    }
    const std::uint64_t pushes = takePushes(code);
    const std::int64_t subtracted = takeSubtraction(code);
    return subtracted < 0 ? std::nullopt
                          : std::optional(pushes * kWord + static_cast<std::uint64_t>(subtracted));
}

std::optional<std::int64_t> callBefore(Code code)
{
    constexpr std::size_t kDirect = 5;
    if (code.size() >= kDirect && code[code.size() - kDirect] == std::byte{0xe8}) {
        return numberAt<std::int32_t>(code.last(kDirect - 1));
    }
    // A call by register or memory has two to seven bytes.
    for (std::size_t length = 2; length <= std::min<std::size_t>(7, code.size()); ++length) {
        const Code call = code.last(length);
        if (call[0] == std::byte{0xff} && (call[1] & std::byte{0x38}) == std::byte{0x10}) {
            return 0;
        }
    }
    return std::nullopt;
}

}  // namespace vellum::collector::symbols
