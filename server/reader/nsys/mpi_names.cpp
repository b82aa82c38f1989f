#include "server/reader/nsys/mpi_names.h"

#include "common/trace/collectives.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace vellum::server::reader::nsys {

namespace {

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(
        lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// "MPI_Isend", "mpi_isend_", "PMPI_Isend": "isend".
std::string operationOf(std::string_view name)
{
    std::string text = lowered(name);
    const std::size_t prefix = text.find("mpi_");
    if (prefix > 1) {  // or nowhere
        return {};
    }
    text.erase(0, prefix + 4);
    while (!text.empty() && text.back() == '_') {
        text.pop_back();
    }
    return text;
}

bool takeEnd(std::string& text, std::string_view end)
{
    const bool has = text.ends_with(end);
    text.resize(has ? text.size() - end.size() : text.size());
    return has;
}

std::optional<std::uint32_t> operationNumber(std::string_view text)
{
    constexpr std::uint32_t kOperations = 17;  // behind them come those of handles and memory
    for (std::uint32_t i = 0; i < kOperations; ++i) {
        if (lowered(collectiveName(i)) == text) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

MessageCall messageCallOf(std::string_view name)
{
    using Direction = MessageCall::Direction;
    constexpr std::array<std::string_view, 4> kSends = {"send", "bsend", "ssend", "rsend"};
    constexpr std::array<std::string_view, 2> kReceives = {"recv", "mrecv"};
    std::string text = operationOf(name);
    MessageCall call;
    if (text.ends_with("probe")) {
        call.direction = Direction::None;
        return call;
    }
    call.isPersistent = takeEnd(text, "_init");
    call.isBlocking = !call.isPersistent && !text.starts_with('i');
    const std::string_view plain = std::string_view(text).substr(text.starts_with('i') ? 1 : 0);
    if (std::ranges::find(kSends, plain) != kSends.end()) {
        call.direction = Direction::Send;
    } else if (std::ranges::find(kReceives, plain) != kReceives.end()) {
        call.direction = Direction::Receive;
    }
    return call;
}

std::optional<CollectiveCall> collectiveCallOf(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kRooted = {
        "bcast", "gather", "gatherv", "scatter", "scatterv", "reduce"};
    std::string text = operationOf(name);
    CollectiveCall call;
    call.isPersistent = takeEnd(text, "_init");
    std::string_view plain = text;
    auto operation = operationNumber(plain);
    if (!operation && plain.starts_with('i')) {
        plain.remove_prefix(1);
        operation = operationNumber(plain);
        call.isBlocking = false;
    }
    if (!operation) {
        return std::nullopt;
    }
    call.operation = *operation;
    call.isBlocking = call.isBlocking && !call.isPersistent;
    call.hasRoot = std::ranges::find(kRooted, plain) != kRooted.end();
    return call;
}

bool beginsRequests(std::string_view name)
{
    const std::string text = operationOf(name);
    return text == "start" || text == "startall";
}

}  // namespace vellum::server::reader::nsys
