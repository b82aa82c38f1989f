#include "server/cli/compare/baseline_file.h"

#include "common/base/number_text.h"
#include "common/base/private_file.h"
#include "server/cli/json_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::cli {

namespace {

using compare::Cost;
using compare::Costs;
using compare::Run;
using compare::RunFacts;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::string_view kSchema = "vellum-baseline/1";
constexpr std::size_t kMostCosts = 1'000'000;

// Writing ------------------------------------------------------------------------------------

void writeFacts(JsonWriter& json, const RunFacts& facts)
{
    json.beginObject();
    json.member("path", facts.name);
    json.member("format", facts.format);
    json.member("locations", facts.locations);
    json.member("location_groups", facts.locationGroups);
    json.member("ranks", facts.ranks);
    json.member("ticks_per_second", facts.ticksPerSecond);
    json.member("length_ns", facts.lengthNs);
    json.member("window", facts.window);
    json.member("chosen", facts.chosen);
    json.member("filter", facts.filter);
    json.member("damaged", facts.isDamaged);
    json.endObject();
}

void writeDurations(JsonWriter& json, const std::vector<double>& durations)
{
    const std::size_t count = std::min(durations.size(), kMostKeptDurations);
    json.beginList();
    for (std::size_t i = 0; i < count; ++i) {
        json.number(durations[(2 * i + 1) * durations.size() / (2 * count)]);
    }
    json.endList();
}

void writeCosts(JsonWriter& json, const Costs& costs)
{
    json.beginList(true);
    for (const Cost& cost : costs) {
        json.beginObject();
        json.member("name", cost.name);
        json.member("visits", cost.visits);
        json.member("inclusive_ns", cost.inclusiveNs);
        json.member("exclusive_ns", cost.exclusiveNs);
        json.key("durations_ns");
        writeDurations(json, cost.durationsNs);
        json.endObject();
    }
    json.endList();
}

std::string baselineText(const Run& run)
{
    std::ostringstream text;
    {
        JsonWriter json(text);
        json.beginObject();
        json.member("schema", kSchema);
        json.key("run");
        writeFacts(json, run.facts);
        json.key("functions");
        writeCosts(json, run.functions);
        json.key("groups");
        writeCosts(json, run.groups);
        json.endObject();
    }
    text << '\n';
    return text.str();
}

// Reading ------------------------------------------------------------------------------------

/// Takes members of an object, and remembers the first thing that is wrong: the end of a sentence about the file.
class Members {
public:
    Members(object members, std::string where) : m_members(members), m_where(std::move(where)) {}

    std::string text(std::string_view key)
    {
        std::string_view value;
        note(m_members[key].get(value) == simdjson::SUCCESS, key, "a text");
        return std::string(value);
    }
    [[nodiscard]] bool has(std::string_view key) const
    {
        return m_members[key].error() == simdjson::SUCCESS;
    }
    std::uint64_t count(std::string_view key)
    {
        std::uint64_t value = 0;
        note(m_members[key].get(value) == simdjson::SUCCESS, key, "a whole number of 0 or more");
        return value;
    }
    std::int64_t ns(std::string_view key)
    {
        std::int64_t value = 0;
        const bool isNumber = m_members[key].get(value) == simdjson::SUCCESS;
        note(isNumber && value >= 0, key, "nanoseconds, 0 or more");
        return value;
    }
    bool flag(std::string_view key)
    {
        bool value = false;
        note(m_members[key].get(value) == simdjson::SUCCESS, key, "true or false");
        return value;
    }
    simdjson::dom::array list(std::string_view key)
    {
        simdjson::dom::array value;
        note(m_members[key].get(value) == simdjson::SUCCESS, key, "a list");
        return m_mistake.empty() ? value : simdjson::dom::array();
    }
    void note(bool isGood, std::string_view key, std::string_view wanted)
    {
        if (!isGood && m_mistake.empty()) {
            m_mistake = "has no '" + std::string(key) + "' in " + m_where + " that is "
                        + std::string(wanted);
        }
    }
    [[nodiscard]] const std::string& mistake() const { return m_mistake; }

private:
    object m_members;
    std::string m_where;
    std::string m_mistake;
};

/// Sets the durations of \p cost. Those are ascending and above 0, as the statistics want them.
void readDurations(Members& members, simdjson::dom::array list, Cost& cost)
{
    constexpr std::string_view kKey = "durations_ns";
    double before = 0;
    for (const element one : list) {
        double ns = 0;
        const bool isGood = one.get(ns) == simdjson::SUCCESS && std::isfinite(ns) && ns > 0
                            && ns >= before && cost.durationsNs.size() < compare::kMostDurations;
        members.note(isGood, kKey, "at most 10,000 ascending numbers above 0");
        if (!isGood) {
            return;
        }
        cost.durationsNs.push_back(ns);
        before = ns;
    }
}

/// Reads a list of costs. Returns what is wrong with it, or nothing.
std::string readCosts(simdjson::dom::array list, const std::string& where, Costs& costs)
{
    for (const element one : list) {
        object members;
        const std::string place = where + "[" + std::to_string(costs.size()) + "]";
        if (one.get(members) != simdjson::SUCCESS) {
            return "has no object at " + place;
        }
        if (costs.size() == kMostCosts) {
            return "has more than " + grouped(kMostCosts) + " " + where;
        }
        Members of(members, place);
        Cost cost{.name = of.text("name"), .visits = of.count("visits")};
        cost.inclusiveNs = of.ns("inclusive_ns");
        cost.exclusiveNs = of.ns("exclusive_ns");
        const auto durations = of.list("durations_ns");
        if (of.mistake().empty()) {
            readDurations(of, durations, cost);
        }
        if (!of.mistake().empty()) {
            return of.mistake();
        }
        costs.push_back(std::move(cost));
    }
    std::ranges::sort(costs, {}, &Cost::name);
    const auto twice = std::ranges::adjacent_find(costs, {}, &Cost::name);
    return twice == costs.end() ? "" : "has '" + twice->name + "' twice in " + where;
}

RunFacts factsOf(Members& of)
{
    RunFacts facts{.name = of.text("path"), .format = of.text("format")};
    facts.locations = of.count("locations");
    facts.locationGroups = of.count("location_groups");
    facts.ranks = of.has("ranks") ? of.count("ranks") : 0;  // older files have none
    facts.ticksPerSecond = of.count("ticks_per_second");
    facts.lengthNs = of.ns("length_ns");
    facts.window = of.text("window");
    facts.chosen = of.text("chosen");
    facts.filter = of.text("filter");
    facts.isDamaged = of.flag("damaged");
    return facts;
}

/// Reads what the file has. Returns what is wrong with it, or nothing.
std::string readRun(element document, Run& run)
{
    object all;
    std::string_view schema;
    if (document.get(all) != simdjson::SUCCESS || all["schema"].get(schema) != simdjson::SUCCESS
        || !schema.starts_with("vellum-baseline/")) {
        return "is no baseline of vellum-query";
    }
    if (schema != kSchema) {
        return "is a baseline of the kind '" + std::string(schema) + "'; this version reads '"
               + std::string(kSchema) + "'";
    }
    object facts;
    if (all["run"].get(facts) != simdjson::SUCCESS) {
        return "has no object 'run'";
    }
    Members ofRun(facts, "'run'");
    run.facts = factsOf(ofRun);
    Members of(all, "the file");
    const auto functions = of.list("functions");
    const auto groups = of.list("groups");
    std::string mistake = ofRun.mistake().empty() ? of.mistake() : ofRun.mistake();
    mistake =
        mistake.empty() ? readCosts(functions, "functions", run.functions) : std::move(mistake);
    return mistake.empty() ? readCosts(groups, "groups", run.groups) : mistake;
}

Error wrong(const std::filesystem::path& file, const std::string& why)
{
    return {.kind = ErrorKind::DataLoss, .message = "the baseline '" + file.string() + "' " + why};
}

Result<std::string> contentOf(const std::filesystem::path& file)
{
    std::error_code error;
    // A pipe or a device may have no end.
    const bool isFile = std::filesystem::is_regular_file(file, error);
    const auto bytes = isFile ? std::filesystem::file_size(file, error) : 0;
    if (!isFile || error) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message =
                "there is no baseline file '" + file.string() + "'; --write-baseline makes one"};
    }
    if (bytes > kMostBaselineBytes) {
        return wrong(
            file, "has " + byteText(bytes) + ", of at most " + byteText(kMostBaselineBytes));
    }
    std::string content(bytes, '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(content.data(), static_cast<std::streamsize>(bytes))) {
        return wrong(file, "cannot be read");
    }
    return content;
}

}  // namespace

Result<void> writeBaseline(const std::filesystem::path& file, const Run& run)
{
    const std::string text = baselineText(run);
    if (text.size() > kMostBaselineBytes) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "the baseline '" + file.string() + "' would have " + byteText(text.size())
                       + ", of at most " + byteText(kMostBaselineBytes)};
    }
    return writePrivateFile(file, text);
}

Result<Run> parseBaseline(std::string_view text, const std::filesystem::path& file)
{
    simdjson::dom::parser parser(kMostBaselineBytes);
    element document;
    const auto error = parser.parse(simdjson::padded_string(text)).get(document);
    if (error != simdjson::SUCCESS) {
        return wrong(file, "is no JSON: " + std::string(simdjson::error_message(error)));
    }
    Run run;
    const std::string mistake = readRun(document, run);
    if (!mistake.empty()) {
        return wrong(file, mistake);
    }
    run.facts.name = file.string();
    return run;
}

Result<Run> readBaseline(const std::filesystem::path& file)
{
    const auto content = contentOf(file);
    VELLUM_RETURN_IF_ERROR(content);
    return parseBaseline(content.value(), file);
}

}  // namespace vellum::server::cli
