#include "server/query/memory_limit.h"

#include "common/base/number_text.h"
#include "server/query/counted_new.h"

#include <string>
#include <type_traits>
#include <variant>

namespace vellum::server::query {

namespace {

Error exhausted(std::string message)
{
    return {.kind = ErrorKind::ResourceExhausted, .message = std::move(message)};
}

template <typename T>
concept HasLimit = requires(const T& request)
{
    request.limit;
};
template <typename T>
concept HasColumns = requires(const T& request)
{
    request.columns;
};

}  // namespace

bool MemoryLimit::mayGrow(std::uint64_t bytes) const
{
    linkCountedNew();
    const auto fits = [&] {
        const std::uint64_t resident = m_resident();
        return resident <= m_bytes && bytes <= m_bytes - resident;
    };
    if (m_bytes == 0 || fits()) {
        return true;
    }
    returnFreeMemory();  // of answers that were sent, for instance
    return fits();
}

Error MemoryLimit::refusal(const std::string& path) const
{
    return exhausted(
        path + ": " + m_who + " has grown past its limit of " + byteText(m_bytes)
        + " while reading it");
}

Error MemoryLimit::refusalToBegin(const std::string& path) const
{
    return exhausted(
        path + ": is not opened: " + m_who + " holds " + byteText(m_resident())
        + " already, more than its limit of " + byteText(m_bytes));
}

Error MemoryLimit::refusalToStart() const
{
    return exhausted(
        m_who + " needs " + byteText(m_resident()) + " before it reads anything; --memory allows "
        + byteText(m_bytes));
}

Error MemoryLimit::tooMuch(
    std::string_view what, std::string_view advice, std::uint64_t wanted) const
{
    returnFreeMemory();  // others have the room at once
    return exhausted(
        "with " + std::string(what) + ' ' + m_who + " would hold " + byteText(wanted)
        + " of memory or more, and --memory allows " + byteText(m_bytes) + "; "
        + std::string(advice));
}

std::string_view waysToAskForLess(const vellum::query::Request& request)
{
    return std::visit(
        [](const auto& asked) -> std::string_view {
            using T = std::decay_t<decltype(asked)>;
            if constexpr (std::is_same_v<T, vellum::query::CallTreeRequest>) {
                return "ask for fewer locations, less depth or a narrower window";
            } else if constexpr (HasColumns<T>) {
                return "ask for fewer columns, fewer locations or a narrower window";
            } else if constexpr (HasLimit<T>) {
                return "ask for a smaller limit, fewer locations or a narrower window";
            } else {
                return "ask for fewer locations or a narrower window";
            }
        },
        request);
}

}  // namespace vellum::server::query
