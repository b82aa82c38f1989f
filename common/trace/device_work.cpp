#include "common/trace/device_work.h"

#include <array>
#include <cstddef>

namespace vellum {

namespace {

// In the order of the enumerations.
constexpr std::array<std::string_view, 14> kCopies = {
    "?",
    "HtoD",
    "DtoH",
    "HtoA",
    "AtoH",
    "AtoA",
    "AtoD",
    "DtoA",
    "DtoD",
    "HtoH",
    "PtoP",
    "Unified HtoD",
    "Unified DtoH",
    "Unified DtoD"};
constexpr std::array<std::string_view, 8> kMemories = {
    "Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "?"};

MemoryKind memoryOf(std::string_view text)
{
    for (std::size_t i = 0; i < kMemories.size(); ++i) {
        if (text == kMemories[i]) {
            return static_cast<MemoryKind>(i);
        }
    }
    return MemoryKind::Unknown;
}

}  // namespace

CopyName parseCopyName(std::string_view name)
{
    CopyName parsed;
    const std::size_t space = name.find(' ');
    const std::string_view direction =
        space == std::string_view::npos ? "" : name.substr(space + 1);
    for (std::size_t i = 1; i < kCopies.size(); ++i) {
        if (direction.starts_with(kCopies[i])) {
            parsed.kind = static_cast<CopyKind>(i);
        }
    }
    const std::size_t open = name.find('(');
    const std::size_t close = name.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return parsed;
    }
    const std::string_view inside = name.substr(open + 1, close - open - 1);
    constexpr std::string_view kArrow = " -> ";
    const std::size_t arrow = inside.find(kArrow);
    if (arrow == std::string_view::npos) {
        parsed.destination = memoryOf(inside);
        return parsed;
    }
    parsed.source = memoryOf(inside.substr(0, arrow));
    parsed.destination = memoryOf(inside.substr(arrow + kArrow.size()));
    return parsed;
}

std::string_view name(MemoryKind kind)
{
    const auto at = static_cast<std::size_t>(kind);
    return at < kMemories.size() ? kMemories[at] : kMemories.back();
}

std::string copyName(CopyKind kind, MemoryKind source, MemoryKind destination)
{
    const auto kindAt = static_cast<std::size_t>(kind);
    const auto memory = [](MemoryKind of) { return std::string(name(of)); };
    return "Memcpy " + std::string(kindAt < kCopies.size() ? kCopies[kindAt] : kCopies.front())
           + " (" + memory(source) + " -> " + memory(destination) + ")";
}

bool isCollectiveKernel(std::string_view name)
{
    return name.starts_with("nccl") || name.starts_with("rccl") || name.starts_with("hccl")
           || name.find("ncclKernel") != std::string_view::npos
           || name.find("ncclDevKernel") != std::string_view::npos;
}

}  // namespace vellum
