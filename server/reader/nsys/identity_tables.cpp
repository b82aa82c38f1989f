#include "server/reader/nsys/table_reader.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace vellum::server::reader::nsys {

namespace {

/// Of the machine's environment: what it is, not what its user had set.
constexpr std::array<std::string_view, 11> kMachineFacts = {
    "Hostname",
    "OsDescription",
    "KernelVersion",
    "SoftwareReleaseVersion",
    "CpuDescription",
    "CpuArchitecture",
    "CpuCores",
    "CpuSpeedMhz",
    "NvDriverVersion",
    "CudaDriverVersion",
    "HardwarePlatform"};

/// Of META_DATA_CAPTURE: what the recording was asked to hold.
constexpr std::string_view kRecorded = "CAPTURE_EVENT_TYPE";

using query::Severity;

/// Rows of name and value that say something of the recording that has no place here.
class FactsLeftOut {
public:
    void add(std::string_view table) { ++m_counts[std::string(table)]; }
    void reportTo(TableReader& reader) const
    {
        std::string tables;
        std::uint64_t all = 0;
        for (const auto& [table, count] : m_counts) {
            tables.append(tables.empty() ? "" : ", ").append(table).append(" ");
            tables.append(numberText(count));
            all += count;
        }
        reader.result().findings.addMany("fact-left-out", Severity::Info, all, [&] {
            return "facts about the machine, its environment and how it was recorded that are not "
                   "kept, by table: "
                   + tables;
        });
    }

private:
    std::map<std::string, std::uint64_t> m_counts;
};

void readOrigin(TableReader& reader, FactsLeftOut& left)
{
    reader.scan("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, [&](const Row& row) {
        reader.result().sessionStartNs = row.number(0);
    });
    reader.scan("TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](const Row& row) {
        if (row.text(0) == "Hostname") {
            reader.result().host = std::string(row.text(1));
        }
        if (std::ranges::find(kMachineFacts, row.text(0)) != kMachineFacts.end()) {
            reader.result().machineFacts.emplace_back(row.text(0), row.text(1));
        } else {
            left.add("TARGET_INFO_SYSTEM_ENV");
        }
    });
    for (const char* table : {"META_DATA_EXPORT", "META_DATA_CAPTURE", "EXPORT_META_DATA"}) {
        reader.scan(table, {"name", "value"}, [&](const Row& row) {
            if (row.text(0) == "EXPORT_SCHEMA_VERSION") {
                reader.result().schema = std::string(row.text(1));
            } else if (row.text(0) == "EXPORT_PRODUCT_VERSION") {
                reader.result().product = std::string(row.text(1));
            } else if (row.text(0) == kRecorded) {
                reader.result().machineFacts.emplace_back("recorded", row.text(1));
            } else {
                left.add(table);
            }
        });
    }
}

void readNames(TableReader& reader)
{
    reader.scan("StringIds", {"id", "value"}, [&](const Row& row) {
        reader.addString(row.needed(0), row.text(1));
    });
    reader.scan("PROCESSES", {"globalPid", "name"}, [&](const Row& row) {
        reader.result().processNames[row.needed(0)] = std::string(row.text(1));
    });
    reader.scan("ThreadNames", {"globalTid", "nameId"}, [&](const Row& row) {
        reader.result().threadNames[row.needed(0)] = std::string(reader.name(row, 1));
    });
}

void readGpus(TableReader& reader)
{
    constexpr std::array<std::string_view, 20> kFacts = {
        "name",          "chipName",        "busLocation",        "uuid",
        "totalMemory",   "memoryBandwidth", "clockRate",          "smCount",
        "l2CacheSize",   "computeMajor",    "computeMinor",       "threadsPerWarp",
        "maxWarpsPerSm", "maxBlocksPerSm",  "maxThreadsPerBlock", "maxRegistersPerSm",
        "maxShmemPerSm", "asyncEngines",    "isDiscrete",         "constantMemory"};
    std::vector<std::string_view> columns(kFacts.begin(), kFacts.end());
    columns.insert(columns.end(), {"cuDevice", "id"});
    reader.scan("TARGET_INFO_GPU", columns, [&](const Row& row) {
        const auto count = static_cast<int>(kFacts.size());
        const std::int64_t device = row.integer(count).value_or(row.number(count + 1));
        reader.result().deviceNames[device] = std::string(row.text(0));
        std::vector<Fact>& facts = reader.result().deviceFacts[device];
        facts.clear();
        for (int i = 0; i < count; ++i) {
            const auto number = row.integer(i);
            const std::string value = number ? std::to_string(*number) : std::string(row.text(i));
            if (!value.empty()) {
                facts.emplace_back(kFacts.at(static_cast<std::size_t>(i)), value);
            }
        }
    });
}

/// What the profiler said, each text once.
class SaidTexts {
public:
    void add(std::string_view text)
    {
        constexpr std::size_t kMostBytes = 500;
        ++m_count;
        const std::string kept(text.substr(0, kMostBytes));
        if (std::ranges::find(m_texts, kept) != m_texts.end()) {
            return;
        }
        if (m_texts.size() < kMostTexts) {
            m_texts.push_back(kept);
        } else {
            ++m_others;
        }
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] std::string text() const
    {
        std::string text;
        for (const std::string& said : m_texts) {
            text.append(text.empty() ? "" : "; ").append(said);
        }
        return text + (m_others > 0 ? "; and " + numberText(m_others) + " more" : "");
    }

private:
    static constexpr std::size_t kMostTexts = 20;

    std::vector<std::string> m_texts;
    std::uint64_t m_count = 0;
    std::uint64_t m_others = 0;
};

void reportSaid(
    TableReader& reader, std::string_view kind, Severity severity, const SaidTexts& said)
{
    reader.result().findings.addMany(
        kind, severity, said.count(), [&] { return "Nsight Systems says: " + said.text(); });
}

void readDiagnostics(TableReader& reader)
{
    SaidTexts warnings;
    SaidTexts notes;
    reader.scan("DIAGNOSTIC_EVENT", {"text", "severity"}, [&](const Row& row) {
        constexpr std::int64_t kWarning = 2;
        (row.number(1) >= kWarning ? warnings : notes).add(row.text(0));
    });
    reportSaid(reader, "profiler-warning", Severity::Warning, warnings);
    reportSaid(reader, "profiler-note", Severity::Info, notes);
}

struct SchemaVersion {
    int major = 0;
    int minor = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const SchemaVersion&, const SchemaVersion&) = default;
};

/// The number at the begin of \p text, which loses it; of one that is too large the largest.
std::optional<int> takeNumber(std::string_view& text)
{
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t size = std::min(text.size(), text.find_first_not_of(kDigits));
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + size, number);
    text.remove_prefix(size);
    if (size == 0) {
        return std::nullopt;
    }
    return error == std::errc::result_out_of_range ? std::numeric_limits<int>::max() : number;
}

/// "3.25.0"
std::optional<SchemaVersion> versionOf(std::string_view text)
{
    const auto major = takeNumber(text);
    if (!major || !text.starts_with('.')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto minor = takeNumber(text);
    return minor ? std::optional(SchemaVersion{.major = *major, .minor = *minor}) : std::nullopt;
}

/// Newer exports are read as far as they are like the older ones; without names little is said.
void checkSchema(TableReader& reader)
{
    constexpr SchemaVersion kNewest{.major = 3, .minor = 28};
    constexpr SchemaVersion kOldest{.major = 3, .minor = 1};
    constexpr std::size_t kMostSchemaBytes = 40;
    const std::string schema = reader.result().schema.substr(0, kMostSchemaBytes);
    const auto version = versionOf(reader.result().schema);
    if (version && *version > kNewest) {
        const Severity severity =
            version->major > kNewest.major ? Severity::Warning : Severity::Info;
        reader.result().findings.add("newer-version", severity, [&] {
            return "its schema " + schema + " is newer than 3.28, the newest that is known here: "
                   + "what is new in it is left out";
        });
    }
    if (version && *version < kOldest) {
        reader.result().findings.add("older-version", Severity::Warning, [&] {
            return "its schema " + schema + " is older than 3.1, the oldest that is known here: "
                   + "what it names otherwise is left out";
        });
    }
    if (!version && !schema.empty()) {
        reader.result().findings.add("unusable-version", Severity::Warning, [&] {
            return "its schema is '" + schema + "', which is no version: it is read as 3.28";
        });
    }
    if (!reader.database().hasTable("StringIds")) {
        reader.result().findings.add("missing-names", Severity::Warning, [] {
            return std::string(
                "there is no table StringIds: calls, kernels and ranges have no names");
        });
    }
}

}  // namespace

void readIdentity(TableReader& reader)
{
    FactsLeftOut left;
    readOrigin(reader, left);
    checkSchema(reader);
    readNames(reader);
    left.reportTo(reader);
    readGpus(reader);
    readDiagnostics(reader);
}

}  // namespace vellum::server::reader::nsys
