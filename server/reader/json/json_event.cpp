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

constexpr std::size_t kMostLetters = 40;

constexpr auto kBySize = [] {
    std::array<Spelling, kSpellings.size()> sorted = kSpellings;
    std::ranges::sort(sorted, {}, [](const Spelling& spelling) { return spelling.first.size(); });
    return sorted;
}();

/// By the size of a key, where the spellings of it begin in `kBySize`.
constexpr auto kFirstOfSize = [] {
    std::array<std::uint8_t, kMostLetters + 2> first{};
    for (const auto& [spelling, argument] : kSpellings) {
        for (std::size_t size = spelling.size() + 1; size < first.size(); ++size) {
            ++first.at(size);
        }
    }
    return first;
}();

/// Up to eight letters as one number, so that a key is compared with many at once; 0 of longer ones.
constexpr std::uint64_t wordOf(std::string_view key)
{
    constexpr unsigned kBits = 8;
    std::uint64_t word = 0;
    if (key.size() > sizeof word) {
        return 0;
    }
    for (const char letter : key) {
        if (letter == '\0') {
            return 0;
        }
        word = word << kBits | static_cast<unsigned char>(letter);
    }
    return word;
}

/// The common case at speed: a list of three texts that are integers, and nothing else.
bool readPlainTriple(Raw text, std::array<std::uint64_t, 3>& triple)
{
    if (!text.starts_with('[') || !text.ends_with(']')) {
        return false;
    }
    text = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < triple.size(); ++i) {
        const bool isLast = i + 1 == triple.size();
        const std::size_t comma = isLast ? text.size() : text.find(',');
        if (comma == Raw::npos) {
            return false;
        }
        const auto number = integerOf(text.substr(0, comma));
        if (!number) {
            return false;
        }
        triple.at(i) = static_cast<std::uint64_t>(*number);
        text.remove_prefix(isLast ? comma : comma + 1);
        text.remove_prefix(text.starts_with(' ') ? 1 : 0);
    }
    return true;
}

bool hasEscape(std::string_view key)
{
    return key.find('\\') != std::string_view::npos;
}

/// The member of that name, empty where there is none.
std::string_view memberOf(std::string_view name)
{
    constexpr std::array<std::string_view, 15> kMembers = {
        "ph",
        "name",
        "ts",
        "dur",
        "pid",
        "tid",
        "cat",
        "id",
        "id2",
        "scope",
        "s",
        "bind_id",
        "flow_in",
        "flow_out",
        "bp"};
    const auto* const found = std::ranges::find(kMembers, name);
    return found == kMembers.end() ? std::string_view() : *found;
}

}  // namespace

std::optional<Argument> argumentOf(std::string_view key)
{
    if (key.size() > kMostLetters || key.empty()) {
        return std::nullopt;
    }
    const std::size_t end = kFirstOfSize.at(key.size() + 1);
    for (std::size_t i = kFirstOfSize.at(key.size()); i < end; ++i) {
        const auto& [spelling, argument] = kBySize.at(i);
        if (spelling.front() == key.front() && spelling == key) {
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

void JsonEvent::setArgument(std::string_view key, Raw value)
{
    if (const auto plain = argumentOf(key)) {
        set(*plain, key, value);
    } else if (const auto escaped = hasEscape(key) ? argumentOf(textOf(key)) : std::nullopt) {
        set(*escaped, key, value);
    } else {
        otherArguments.emplace_back(key, value);
    }
}

void JsonEvent::set(std::string_view key, Raw value)
{
    hasMembers = true;
    const auto take = [&](Raw& member) {
        if (!member.empty()) [[unlikely]] {
            repeated = key;
        }
        member = value;
    };
    switch (wordOf(key)) {
    case wordOf("ph"):
        take(phase);
        break;
    case wordOf("name"):
        take(name);
        break;
    case wordOf("ts"):
        take(timestamp);
        break;
    case wordOf("dur"):
        take(duration);
        break;
    case wordOf("pid"):
        take(pid);
        break;
    case wordOf("tid"):
        take(tid);
        break;
    case wordOf("cat"):
        take(category);
        break;
    case wordOf("id"):
    case wordOf("id2"):
        repeated = idKey == key ? key : repeated;
        idKey = key;
        id = value;
        break;
    case wordOf("scope"):
        take(scope);
        break;
    case wordOf("s"):
        take(instantScope);
        break;
    case wordOf("bind_id"):
        take(bindId);
        break;
    case wordOf("flow_in"):
        take(flowIn);
        break;
    case wordOf("flow_out"):
        take(flowOut);
        break;
    case wordOf("bp"):
        hasBindingPoint = true;
        break;
    default:
        if (const std::string_view plain = hasEscape(key) ? memberOf(textOf(key)) : key;
            plain != key && !plain.empty()) {
            set(plain, value);
        } else {
            membersLeftOut.push_back(key);
        }
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
    hasMembers = false;
    otherArguments.clear();
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
    if (readPlainTriple(text, triple)) {
        return triple;
    }
    triple = {};
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
