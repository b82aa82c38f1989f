#include "tests/mpi/golden_archive.h"

#include "tests/generate/archive_writer.h"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <map>
#include <sstream>
#include <vector>

namespace vellum::tests {

namespace {

using generate::ArchiveWriter;
using generate::check;
using Words = std::vector<std::string>;

constexpr std::uint64_t kOffset = 1'000'000;  ///< of the clock: ticks of the text may be negative

std::uint64_t number(const std::string& word)
{
    return std::stoull(word);
}

OTF2_TimeStamp timeOf(const std::string& at)
{
    return kOffset + static_cast<std::uint64_t>(std::stoll(at.substr(1)));
}

/// What follows the word \p name in a statement.
std::string valueOf(const Words& words, const std::string& name, const std::string& otherwise)
{
    const auto found = std::find(words.begin(), words.end(), name);
    return found == words.end() || found + 1 == words.end() ? otherwise : *(found + 1);
}

/// The statements of a text, by what they begin with.
class GoldenText {
public:
    /// The first line that is not understood; empty if there is none.
    std::string read(const std::string& text)
    {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream in(line.substr(0, line.find('#')));
            Words words;
            for (std::string word; in >> std::quoted(word);) {
                words.push_back(word);
            }
            if (!words.empty() && !take(words)) {
                return line;
            }
        }
        return {};
    }

    std::vector<Words> nodes;
    std::vector<Words> groups;
    std::vector<Words> metrics;
    std::map<std::uint64_t, Words> locations;
    std::map<std::string, Words> regions;  ///< by name
    std::map<std::uint64_t, std::vector<Words>> events;
    std::uint64_t ticksPerSecond = 1'000'000'000;
    std::uint64_t length = 0;

private:
    bool take(const Words& words)
    {
        const std::string& what = words.front();
        if (what == "ticks-per-second" || what == "length") {
            (what == "length" ? length : ticksPerSecond) = number(words.at(1));
            return true;
        }
        if (what == "node" || what == "group" || what == "metric") {
            (what == "node" ? nodes : what == "group" ? groups : metrics).push_back(words);
            return true;
        }
        if (what == "location") {
            locations[number(words.at(1))] = words;
            return true;
        }
        if (what == "region") {
            regions[words.at(2)] = words;
            return true;
        }
        return takeEvent(words);
    }

    bool takeEvent(const Words& words)
    {
        const std::string& what = words.front();
        const bool isVisit = what == "enter" || what == "leave";
        const bool isMessage = what == "send" || what == "recv";
        const bool isOther = what == "event"
                             && (words.at(3) == "Metric" || words.at(3) == "MpiCollectiveBegin"
                                 || words.at(3) == "MpiCollectiveEnd");
        if (!isVisit && !isMessage && !isOther) {
            return false;
        }
        if (isVisit) {
            const auto next = std::to_string(1000 + regions.size());
            regions.try_emplace(words.at(3), Words{"region", next, words.at(3)});
        }
        const std::uint64_t location = number(words.at(1));
        locations.try_emplace(location, Words{"location", words.at(1), words.at(1)});
        events[location].push_back(words);
        return true;
    }
};

class Writing {
public:
    Writing(const GoldenText& text, const std::filesystem::path& folder)
        : m_text(text)
        , m_archive(folder, "a golden test", ArchiveWriter::kSmallChunk)
    {
    }

    void run()
    {
        std::map<std::uint64_t, std::uint64_t> written;
        for (const auto& [location, words] : m_text.locations) {
            OTF2_EvtWriter* writer = m_archive.openEvents(location);
            const auto events = m_text.events.find(location);
            for (std::size_t i = 0; events != m_text.events.end() && i < events->second.size();
                 ++i) {
                write(writer, events->second[i]);
            }
            written[location] = m_archive.closeEvents(writer);
        }
        m_archive.beginLocalDefinitions();
        writeSystem();
        for (const auto& [location, words] : m_text.locations) {
            m_archive.closeLocalDefinitions(m_archive.openLocalDefinitions(location));
            writeLocation(words, written[location]);
        }
        writeRegions();
        writeMetrics();
        writeWorld();
        m_archive.finish(m_text.ticksPerSecond, kOffset, m_text.length);
    }

private:
    void write(OTF2_EvtWriter* writer, const Words& words)
    {
        const std::string& what = words.front();
        const OTF2_TimeStamp time = timeOf(words.at(2));
        if (what == "enter" || what == "leave") {
            const auto region =
                static_cast<OTF2_RegionRef>(number(m_text.regions.at(words.at(3)).at(1)));
            check(
                what == "enter" ? OTF2_EvtWriter_Enter(writer, nullptr, time, region)
                                : OTF2_EvtWriter_Leave(writer, nullptr, time, region),
                "visit");
        } else if (what == "event" && words.at(3) == "Metric") {
            writeSample(writer, time, words);
        } else if (what == "event") {
            writeCollective(writer, time, words);
        } else {
            const auto rank = static_cast<std::uint32_t>(number(words.at(4)));
            const auto tag = static_cast<std::uint32_t>(number(valueOf(words, "tag", "0")));
            const std::uint64_t bytes = number(valueOf(words, "bytes", "0"));
            check(
                what == "send" ? OTF2_EvtWriter_MpiSend(writer, nullptr, time, rank, 0, tag, bytes)
                               : OTF2_EvtWriter_MpiRecv(writer, nullptr, time, rank, 0, tag, bytes),
                "message");
        }
    }

    /// Its begin, or its end with operation, communicator, root, bytes sent and received.
    static void writeCollective(OTF2_EvtWriter* writer, OTF2_TimeStamp time, const Words& words)
    {
        if (words.at(3) == "MpiCollectiveBegin") {
            check(OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, time), "begin");
            return;
        }
        check(
            OTF2_EvtWriter_MpiCollectiveEnd(
                writer,
                nullptr,
                time,
                static_cast<OTF2_CollectiveOp>(number(words.at(4))),
                static_cast<OTF2_CommRef>(number(words.at(5))),
                static_cast<std::uint32_t>(number(words.at(6))),
                number(words.at(7)),
                number(words.at(8))),
            "end");
    }

    static void writeSample(OTF2_EvtWriter* writer, OTF2_TimeStamp time, const Words& words)
    {
        const auto type = static_cast<OTF2_Type>(number(words.at(5)));
        OTF2_MetricValue value;
        value.unsigned_int = number(words.at(6));
        const auto metric = static_cast<OTF2_MetricRef>(number(words.at(4)));
        check(OTF2_EvtWriter_Metric(writer, nullptr, time, metric, 1, &type, &value), "metric");
    }

    void writeSystem()
    {
        std::vector<Words> nodes = m_text.nodes;
        std::vector<Words> groups = m_text.groups;
        nodes.resize(std::max<std::size_t>(nodes.size(), 1), {"node", "0", "node 0"});
        groups.resize(std::max<std::size_t>(groups.size(), 1), {"group", "0", "process 0"});
        for (const Words& words : nodes) {
            const OTF2_StringRef name = m_archive.string(words.at(2));
            check(
                OTF2_GlobalDefWriter_WriteSystemTreeNode(
                    m_archive.definitions(),
                    static_cast<OTF2_SystemTreeNodeRef>(number(words.at(1))),
                    name,
                    name,
                    OTF2_UNDEFINED_SYSTEM_TREE_NODE),
                "node");
        }
        for (const Words& words : groups) {
            check(
                OTF2_GlobalDefWriter_WriteLocationGroup(
                    m_archive.definitions(),
                    static_cast<OTF2_LocationGroupRef>(number(words.at(1))),
                    m_archive.string(words.at(2)),
                    OTF2_LOCATION_GROUP_TYPE_PROCESS,
                    static_cast<OTF2_SystemTreeNodeRef>(number(valueOf(words, "node", "0"))),
                    OTF2_UNDEFINED_LOCATION_GROUP),
                "group");
        }
    }

    void writeLocation(const Words& words, std::uint64_t written)
    {
        check(
            OTF2_GlobalDefWriter_WriteLocation(
                m_archive.definitions(),
                number(words.at(1)),
                m_archive.string(words.at(2)),
                valueOf(words, "type", "thread") == "metric" ? OTF2_LOCATION_TYPE_METRIC
                                                             : OTF2_LOCATION_TYPE_CPU_THREAD,
                written,
                static_cast<OTF2_LocationGroupRef>(number(valueOf(words, "group", "0")))),
            "location");
    }

    void writeRegions()
    {
        for (const auto& [name, words] : m_text.regions) {
            const OTF2_StringRef text = m_archive.string(name);
            check(
                OTF2_GlobalDefWriter_WriteRegion(
                    m_archive.definitions(),
                    static_cast<OTF2_RegionRef>(number(words.at(1))),
                    text,
                    text,
                    m_archive.string(""),
                    static_cast<OTF2_RegionRole>(number(valueOf(words, "role", "1"))),
                    static_cast<OTF2_Paradigm>(number(valueOf(words, "paradigm", "2"))),
                    OTF2_REGION_FLAG_NONE,
                    m_archive.string(""),
                    0,
                    0),
                "region");
        }
    }

    void writeMetrics()
    {
        for (const Words& words : m_text.metrics) {
            const auto ref = static_cast<std::uint32_t>(number(words.at(1)));
            const OTF2_MetricMemberRef member = ref;
            check(
                OTF2_GlobalDefWriter_WriteMetricMember(
                    m_archive.definitions(),
                    member,
                    m_archive.string(words.at(2)),
                    m_archive.string(""),
                    OTF2_METRIC_TYPE_OTHER,
                    static_cast<OTF2_MetricMode>(number(valueOf(words, "mode", "2"))),
                    OTF2_TYPE_UINT64,
                    OTF2_BASE_DECIMAL,
                    0,
                    m_archive.string(valueOf(words, "unit", "#"))),
                "metric member");
            check(
                OTF2_GlobalDefWriter_WriteMetricClass(
                    m_archive.definitions(),
                    ref,
                    1,
                    &member,
                    OTF2_METRIC_ASYNCHRONOUS,
                    OTF2_RECORDER_KIND_ABSTRACT),
                "metric class");
        }
    }

    /// Communicator 0 holds all locations in their order.
    void writeWorld()
    {
        OTF2_GlobalDefWriter* writer = m_archive.definitions();
        const OTF2_StringRef name = m_archive.string("MPI_COMM_WORLD");
        std::vector<std::uint64_t> all;
        std::vector<std::uint64_t> ranks;
        for (const auto& [location, words] : m_text.locations) {
            ranks.push_back(all.size());
            all.push_back(location);
        }
        const auto write = [&](OTF2_GroupRef ref, OTF2_GroupType type, const auto& members) {
            check(
                OTF2_GlobalDefWriter_WriteGroup(
                    writer,
                    ref,
                    name,
                    type,
                    OTF2_PARADIGM_MPI,
                    OTF2_GROUP_FLAG_NONE,
                    static_cast<std::uint32_t>(members.size()),
                    members.data()),
                "group");
        };
        write(0, OTF2_GROUP_TYPE_COMM_LOCATIONS, all);
        write(1, OTF2_GROUP_TYPE_COMM_GROUP, ranks);
        check(
            OTF2_GlobalDefWriter_WriteComm(
                writer, 0, name, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
            "communicator");
    }

    const GoldenText& m_text;
    ArchiveWriter m_archive;
};

}  // namespace

std::string writeGoldenArchive(const std::string& text, const std::filesystem::path& folder)
{
    GoldenText golden;
    std::string unknown = golden.read(text);
    if (unknown.empty()) {
        Writing(golden, folder).run();
    }
    return unknown;
}

}  // namespace vellum::tests
