#include "server/reader/wording.h"

#include "common/base/number_text.h"

#include <system_error>

namespace vellum::server::reader {

namespace {

const char* nameOf(std::filesystem::file_type type)
{
    using Type = std::filesystem::file_type;
    switch (type) {
    case Type::directory:
        return "a folder";
    case Type::fifo:
        return "a named pipe (FIFO)";
    case Type::socket:
        return "a socket";
    case Type::block:
    case Type::character:
        return "a device";
    default:
        return "of an unknown kind";
    }
}

}  // namespace

std::string quoted(const std::filesystem::path& path)
{
    return "'" + path.string() + "'";
}

std::string notAFile(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::none) {
        return quoted(path) + " cannot be looked at: " + error.message();
    }
    return std::filesystem::exists(status)
               ? quoted(path) + " is " + nameOf(status.type()) + " and no file"
               : "there is no file " + quoted(path);
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
