#include "server/reader/otf2/otf2_errors.h"

#include <otf2/otf2.h>

#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <utility>

namespace vellum::server::reader::otf2 {

namespace {

std::string& lastError()
{
    thread_local std::string text;
    return text;
}

OTF2_ErrorCode keepError(
    void* /*userData*/,
    const char* /*file*/,
    std::uint64_t /*line*/,
    const char* /*function*/,
    OTF2_ErrorCode code,
    const char* format,
    va_list arguments)
{
    if (lastError().empty()) {
        std::array<char, 512> text{};
        if (format != nullptr) {
            std::vsnprintf(text.data(), text.size(), format, arguments);
        }
        const char* description = OTF2_Error_GetDescription(code);
        lastError() = std::string(description) + (text.front() != '\0' ? ": " : "") + text.data();
    }
    return code;
}

}  // namespace

void captureErrors()
{
    static std::once_flag once;
    std::call_once(once, [] { OTF2_Error_RegisterCallback(&keepError, nullptr); });
}

std::string takeError()
{
    return std::exchange(lastError(), {});
}

}  // namespace vellum::server::reader::otf2
