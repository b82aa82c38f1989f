#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::collector::nvtx {

/// A domain that the program made; handles that it holds point here. They live as long as the process.
struct Domain {
    std::uint32_t number = 0;  ///< 0 is the default one, which has no handle
};

[[nodiscard]] inline std::uint32_t domainOf(const Domain* domain)
{
    return domain == nullptr ? 0 : domain->number;
}

/// A text that the program registered.
struct RegisteredText {
    std::string text;
};

struct RangeName {
    std::uint32_t domain = 0;
    std::uint32_t category = 0;
    std::uint32_t color = 0;  ///< 0xFFRRGGBB; 0: none
    std::string_view text;
};

/// The number of a range's name, from 1 on, written down with its first use; 0 where nothing is recorded.
///
/// Cost     A hash of the text and a comparison where the thread has met it before, else a lock.
/// Threads  Any.
std::uint32_t numberOf(const RangeName& name);

Domain* makeDomain(std::string_view name);
RegisteredText* registerText(std::string_view text);
void nameCategory(std::uint32_t domain, std::uint32_t category, std::string_view name);
void nameThread(std::uint32_t thread, std::string_view name);

/// UTF-8 of \p wide; null: empty.
std::string narrowed(const wchar_t* wide);

}  // namespace vellum::collector::nvtx
