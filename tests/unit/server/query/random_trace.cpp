#include "tests/unit/server/query/random_trace.h"

#include "tests/support/trace_text.h"

#include <string>

namespace vellum::tests {

namespace {

constexpr std::uint64_t kLocations = 5;  // 4294967296 + 0, + 7, + 14, …; the fourth has no events
constexpr std::uint64_t kRegions = 6;
constexpr std::uint64_t kTicks = 240;
constexpr std::uint64_t kContexts = 8;

std::string refOf(std::uint64_t location)
{
    // Neither dense nor ascending nor small: nobody may use them as places.
    return std::to_string(location == 1 ? 3 : 4'294'967'296 + 7 * (kLocations - location));
}

}  // namespace

std::string RandomTrace::definitions()
{
    std::string text = "ticks-per-second 1000\nlength " + std::to_string(below(kTicks)) + "\n";
    text += "node 4 machine\nnode 2 host parent 4\nnode 1 other parent 4\n";
    text += "group 9 first node 2\ngroup 5 second node 1\n";
    for (std::uint64_t i = 0; i < kLocations; ++i) {
        text += "location " + refOf(i) + " \"location " + std::to_string(i) + "\" group "
                + (i < 3 ? "9" : "5") + "\n";
    }
    for (std::uint64_t i = 0; i < kRegions; ++i) {
        constexpr std::uint64_t kParadigms[] = {1, 4, 4, 3, 5, 1};
        text += "region " + std::to_string((7 * i + 3) % 50) + " name" + std::to_string(i)
                + " paradigm " + std::to_string(kParadigms[i]) + "\n";
    }
    for (std::uint64_t i = 0; i < kContexts; ++i) {
        text += "context " + std::to_string(i) + " "
                + std::to_string((7 * below(kRegions) + 3) % 50)
                + (i > 0 && below(4) > 0 ? " parent " + std::to_string(below(i)) : std::string())
                + "\n";
    }
    return text;
}

std::string RandomTrace::visits(std::uint64_t location)
{
    std::string text;
    std::vector<std::string> stack;
    std::uint64_t tick = below(20);
    const bool isDeep = below(6) == 0;
    const std::uint64_t events = 20 + below(isDeep ? 500 : 80);
    for (std::uint64_t i = 0; i < events && tick < kTicks; ++i) {
        tick += below(3) == 0 ? below(isDeep ? 2 : 9) : 0;
        const bool leaves = !stack.empty() && below(100) < (isDeep ? 30U : 50U);
        const std::string at = refOf(location) + " @" + std::to_string(tick) + " ";
        if (below(5) == 0) {
            // Now and then of a context that is not defined.
            text += "event " + at + "CallingContextSample " + std::to_string(below(kContexts + 1))
                    + " 1 0\n";
        } else if (leaves) {
            text += "leave " + at + stack.back() + "\n";
            stack.pop_back();
        } else {
            stack.push_back(std::to_string((7 * below(kRegions) + 3) % 50));
            text += "enter " + at + stack.back() + "\n";
        }
    }
    return text;
}

std::string RandomTrace::messages()
{
    std::string text;
    std::vector<std::uint64_t> ticks(kLocations);
    for (std::uint64_t i = 0; i < 30; ++i) {
        const std::uint64_t location = below(2) == 0 ? 0 : 1 + below(2);
        ticks[location] += below(12);
        text += (below(2) == 0 ? "send " : "recv ") + refOf(location) + " @"
                + std::to_string(ticks[location]) + " ";
        const std::string partner = std::to_string(below(3));
        text += (text.substr(text.rfind('\n') + 1).starts_with("send") ? "to " : "from ") + partner
                + " tag " + std::to_string(below(2)) + " bytes " + std::to_string(below(100))
                + "\n";
    }
    return text;
}

std::shared_ptr<const server::store::TraceStore> RandomTrace::trace()
{
    std::string text = definitions();
    // A location's ticks must not run backwards, so a trace has visits or messages, not both.
    if (below(4) == 0) {
        return traceFromText(text + messages());
    }
    for (std::uint64_t i = 0; i < kLocations; ++i) {
        text += i == 3 ? "" : visits(i);
    }
    return traceFromText(text);
}

TickRange RandomTrace::window(TickRange range)
{
    if (below(4) == 0) {
        return {.begin = range.begin - 5, .end = range.end + 5};
    }
    const auto length = static_cast<std::uint64_t>(range.length());
    const Tick begin = range.begin + static_cast<Tick>(below(length));
    return {.begin = begin, .end = begin + 1 + static_cast<Tick>(below(length))};
}

std::vector<LocationRef> RandomTrace::locations(const server::store::TraceStore& trace)
{
    std::vector<LocationRef> refs;
    if (below(2) == 0) {
        return refs;
    }
    for (std::uint64_t i = 0; i <= below(4); ++i) {
        const auto& all = trace.definitions.locations;
        refs.push_back(all[below(all.size())].ref);  // the same one twice, now and then
    }
    return refs;
}

}  // namespace vellum::tests
