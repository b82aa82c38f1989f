#include "server/reader/json/json_event.h"

#include "common/trace/instant_scope.h"
#include "server/reader/json/lenient_parser.h"

#include <algorithm>
#include <utility>

namespace vellum::server::reader::json {

namespace {

using Spelling = std::pair<std::string_view, Argument>;

constexpr std::array<Spelling, 25> kSpellings = {{
    {"Addr", Argument::Address},
    {"block", Argument::Block},
    {"bytes", Argument::Bytes},
    {"Bytes", Argument::Bytes},
    {"correlation", Argument::Correlation},
    {"Device Id", Argument::DeviceId},
    {"Device Type", Argument::DeviceType},
    {"External id", Argument::ExternalId},
    {"external id", Argument::ExternalId},
    {"Fwd thread id", Argument::ForwardThread},
    {"grid", Argument::Grid},
    {"labels", Argument::Labels},
    {"name", Argument::Name},
    {"Python id", Argument::PythonId},
    {"Python parent id", Argument::PythonParentId},
    {"registers per thread", Argument::Registers},
    {"Sequence number", Argument::SequenceNumber},
    {"shared memory", Argument::SharedMemory},
    {"sort_index", Argument::SortIndex},
    {"Total Allocated", Argument::TotalAllocated},
    {"Total Reserved", Argument::TotalReserved},
    {"wait_on_cuda_event_record_corr_id", Argument::WaitCorrelation},
    {"wait_on_hip_event_record_corr_id", Argument::WaitCorrelation},
    {"fwd_thread_id", Argument::ForwardThread},
    {"Device", Argument::DeviceId},
}};

}  // namespace

std::optional<Argument> argumentOf(std::string_view key)
{
    for (const auto& [spelling, argument] : kSpellings) {
        if (spelling.size() == key.size() && spelling == key) {
            return argument;
        }
    }
    return std::nullopt;
}

std::string_view spellingOf(Argument argument)
{
    const auto found = std::ranges::find(kSpellings, argument, &Spelling::second);
    return found == kSpellings.end() ? std::string_view() : found->first;
}

void JsonEvent::set(std::string_view key, Raw value)
{
    const auto take = [&](Raw& member) {
        if (!member.empty()) [[unlikely]] {
            repeated = key;
        }
        member = value;
    };
    if (key == "ph") {
        take(phase);
    } else if (key == "name") {
        take(name);
    } else if (key == "ts") {
        take(timestamp);
    } else if (key == "dur") {
        take(duration);
    } else if (key == "pid") {
        take(pid);
    } else if (key == "tid") {
        take(tid);
    } else if (key == "cat") {
        take(category);
    } else if (key == "id" || key == "id2") {
        repeated = idKey == key ? key : repeated;
        idKey = key;
        id = value;
    } else if (key == "scope") {
        take(scope);
    } else if (key == "s") {
        take(instantScope);
    } else if (key == "bind_id") {
        take(bindId);
    } else if (key == "flow_in") {
        take(flowIn);
    } else if (key == "flow_out") {
        take(flowOut);
    } else if (key == "bp") {
        hasBindingPoint = true;
    } else {
        membersLeftOut.push_back(key);
    }
}

bool JsonEvent::hasSeries() const
{
    return phase.empty() || phase == "\"C\"" || category == "\"cuda_profiler_range\""
           || category == "\"xpu_scope_profiler\"";
}

std::vector<std::uint64_t> JsonEvent::instantWords(std::uint32_t region) const
{
    if (instantScope == "\"p\"") {
        return {region, static_cast<std::uint64_t>(InstantScope::LocationGroup)};
    }
    if (instantScope == "\"g\"") {
        return {region, static_cast<std::uint64_t>(InstantScope::Global)};
    }
    return {region};
}

void JsonEvent::clear()
{
    phase = name = category = pid = tid = timestamp = duration = id = Raw();
    arguments = noArguments = scope = instantScope = bindId = flowIn = flowOut = Raw();
    repeated = idKey = std::string_view();
    hasBindingPoint = hasArguments = false;
    argumentsCarried.clear();
    argumentsLeftOut.clear();
    membersLeftOut.clear();
    present.reset();
}

std::uint64_t ArgumentNumbers::at(Argument argument)
{
    const Raw text = m_event.at(argument);
    if (text.empty()) {
        return 0;
    }
    const auto number = integerOf(text);
    if (!number && text != kNull) {
        m_unusable.set(static_cast<std::size_t>(argument));
    }
    return static_cast<std::uint64_t>(number.value_or(0));
}

std::array<std::uint64_t, 3> ArgumentNumbers::tripleAt(Argument argument)
{
    std::array<std::uint64_t, 3> triple = {};
    const Raw text = m_event.at(argument);
    std::size_t count = 0;
    bool isUsable = true;
    const bool isList = forEachElement(text, [&](Raw element) {
        const auto number = integerOf(element);
        isUsable = isUsable && number && count < triple.size();
        if (count < triple.size()) {
            triple.at(count++) = static_cast<std::uint64_t>(number.value_or(0));
        }
    });
    if (!text.empty() && text != kNull && !(isList && isUsable)) {
        m_unusable.set(static_cast<std::size_t>(argument));
    }
    return triple;
}

}  // namespace vellum::server::reader::json
