#include "server/reader/wording.h"

#include "common/base/number_text.h"

namespace vellum::server::reader {

std::string quoted(const std::filesystem::path& path)
{
    return "'" + path.string() + "'";
}

std::string numberText(std::uint64_t number)
{
    return grouped(number);
}

std::string bytesText(std::uint64_t bytes)
{
    return numberText(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string countText(std::uint64_t number, std::string_view one, std::string_view many)
{
    return numberText(number) + ' ' + std::string(number == 1 ? one : many);
}

std::string hexText(std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += text.empty() ? "" : " ";
        text += kDigits[byte / 16];
        text += kDigits[byte % 16];
    }
    return text;
}

}  // namespace vellum::server::reader
