// Archives side by side say together what each says alone.

#include "server/import/importer.h"
#include "server/store/written_out.h"
#include "tests/generate/archive_writer.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <otf2/otf2.h>

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <map>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::import::importTrace;
using server::store::TraceStore;
namespace fs = std::filesystem;

namespace {

using Trace = std::shared_ptr<const TraceStore>;
using Counts = std::map<std::string, std::uint64_t>;

Trace imported(const query::TraceSelection& selection)
{
    const auto result = importTrace(selection, {.threads = 2});
    if (!result.isOk()) {
        qWarning("%s", result.error().message.c_str());
        return nullptr;
    }
    return result.value();
}

std::string regionName(const Definitions& definitions, std::uint64_t ref)
{
    const Region* region = definitions.find(RegionRef(static_cast<std::uint32_t>(ref)));
    return region == nullptr || region->name.ends_with("(undefined)") ? "?" : region->name;
}

/// What the records of a location say without numbers that belong to one file alone.
Counts recordsOf(const TraceStore& trace, std::size_t place)
{
    const Definitions& definitions = trace.definitions;
    const auto events = server::store::eventsOf(trace.locations[place]);
    Counts counts;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto payload = events.payloadOf(i);
        std::string key(infoOf(events.kind[i]).name);
        switch (events.kind[i]) {
        case event_kind::kEnter:
        case event_kind::kLeave:
            key += " " + regionName(definitions, payload[0]);
            break;
        case event_kind::kMpiSend:
        case event_kind::kMpiIrecv: {
            const Communicator* comm =
                definitions.find(CommRef(static_cast<std::uint32_t>(payload[1])));
            key += " " + std::to_string(payload[0]) + (comm == nullptr ? "?" : comm->name)
                   + std::to_string(payload[3]);
            break;
        }
        case event_kind::kParameterString: {
            const StringDefinition* text =
                definitions.find(StringRef(static_cast<std::uint32_t>(payload[1])));
            key += text == nullptr ? "?" : text->text;
            break;
        }
        default:
            break;
        }
        ++counts[key];
    }
    return counts;
}

/// Visits by region, with depth and, where clocks agree, length.
Counts visitsOf(const TraceStore& trace, std::size_t place, bool withLength)
{
    const auto visits = server::store::visitsOf(trace.locations[place].calls);
    Counts counts;
    for (std::uint32_t i = 0; i < visits.size(); ++i) {
        ++counts
            [regionName(trace.definitions, visits.region[i].value()) + " "
             + std::to_string(visits.depth[i]) + " "
             + (withLength ? std::to_string(visits.range(i).length()) : "")];
    }
    return counts;
}

/// Sender, receiver (as names with their process), tag and bytes, of one part of a trace.
Counts messagesOf(const TraceStore& trace, const std::string& below)
{
    Counts counts;
    for (const query::Message& message : trace.messages) {
        const auto path = [&](LocationRef ref) {
            return trace.definitions.pathOf(*trace.definitions.find(ref));
        };
        std::string sender = path(message.sender);
        std::string receiver = path(message.receiver);
        if (!sender.starts_with(below) || !receiver.starts_with(below)) {
            continue;
        }
        ++counts
            [sender.substr(below.size()) + ">" + receiver.substr(below.size()) + " "
             + std::to_string(message.tag) + " " + std::to_string(message.bytes)];
    }
    return counts;
}

/// One thread, which visits region \p region and samples metric \p metric, neither of which is defined.
void writeUndefined(const fs::path& folder, std::uint32_t region, std::uint32_t metric)
{
    generate::ArchiveWriter writer(folder, "traces");
    OTF2_EvtWriter* const events = writer.openEvents(0);
    const OTF2_Type type = OTF2_TYPE_UINT64;
    const OTF2_MetricValue value{.unsigned_int = 5};
    generate::check(OTF2_EvtWriter_Enter(events, nullptr, 10, region), "enter");
    generate::check(OTF2_EvtWriter_Metric(events, nullptr, 11, metric, 1, &type, &value), "metric");
    generate::check(OTF2_EvtWriter_Metric(events, nullptr, 12, metric, 1, &type, &value), "metric");
    generate::check(OTF2_EvtWriter_Leave(events, nullptr, 20, region), "leave");
    writer.closeEvents(events);
    writer.beginLocalDefinitions();
    writer.closeLocalDefinitions(writer.openLocalDefinitions(0));
    OTF2_GlobalDefWriter* const to = writer.definitions();
    const OTF2_StringRef text = writer.string("it");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, text, text, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    OTF2_GlobalDefWriter_WriteLocationGroup(
        to, 0, text, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(to, 0, text, OTF2_LOCATION_TYPE_CPU_THREAD, 4, 0);
    writer.finish(1'000'000, 0, 100);
}

/// What \p report says of undefined references, by the folder of the file, in order.
std::vector<std::string> undefinedIn(const server::store::ImportReport& report)
{
    std::vector<std::string> said;
    for (const query::ImportReportEntry& entry : report.entries()) {
        if (entry.kind != "undefined-reference") {
            continue;
        }
        for (const query::ImportReportPlace& place : entry.places) {
            fs::path folder = place.file;
            while (folder.has_parent_path() && folder.filename() != "a"
                   && folder.filename() != "b") {
                folder = folder.parent_path();
            }
            said.push_back(
                folder.filename().string() + " " + std::to_string(place.count) + " "
                + place.example);
        }
    }
    return said;
}

}  // namespace

class TestJointArchives : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder(const char* name) const
    {
        return fs::path(m_temporary.path().toStdString()) / name;
    }

    QTemporaryDir m_temporary;

private slots:
    void archivesTogetherSayWhatEachSays_data();
    void archivesTogetherSayWhatEachSays();
    void whatIsNotDefinedKeepsItsNumber();
};

void TestJointArchives::archivesTogetherSayWhatEachSays_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 20; ++seed) {
        QTest::addRow("seed %llu", seed) << seed;
    }
}

void TestJointArchives::archivesTogetherSayWhatEachSays()
{
    QFETCH(quint64, seed);
    query::TraceSelection both;
    std::vector<Trace> alone;
    for (const char* name : {"a", "b"}) {
        fs::remove_all(folder(name));
        generate::writeRandomArchive(
            {.seed = seed + (name[0] == 'b' ? 1000 : 0), .out = folder(name)});
        both.paths.push_back(folder(name).string());
        alone.push_back(imported(folder(name)));
        QVERIFY(alone.back() != nullptr);
    }
    const Trace joint = imported(both);
    QVERIFY(joint != nullptr);
    QCOMPARE(joint->locations.size(), alone[0]->locations.size() + alone[1]->locations.size());
    QCOMPARE(joint->messages.size(), alone[0]->messages.size() + alone[1]->messages.size());
    std::size_t place = 0;
    for (std::size_t part = 0; part < alone.size(); ++part) {
        const TraceStore& one = *alone[part];
        const bool isSameClock =
            one.definitions.clock.ticksPerSecond == joint->definitions.clock.ticksPerSecond;
        for (std::size_t i = 0; i < one.locations.size(); ++i, ++place) {
            QCOMPARE(
                joint->definitions.pathOf(joint->definitions.locations[place]),
                std::string(part == 0 ? "a/" : "b/")
                    + one.definitions.pathOf(one.definitions.locations[i]));
            QCOMPARE(recordsOf(*joint, place), recordsOf(one, i));
            QCOMPARE(visitsOf(*joint, place, isSameClock), visitsOf(one, i, isSameClock));
            const auto& totals = joint->locations[place].totals;
            QCOMPARE(totals.rmaBytes, one.locations[i].totals.rmaBytes);
            QCOMPARE(totals.ioBytes, one.locations[i].totals.ioBytes);
            QCOMPARE(totals.unmatchedSends, one.locations[i].totals.unmatchedSends);
        }
        QCOMPARE(messagesOf(*joint, part == 0 ? "a/" : "b/"), messagesOf(one, ""));
    }
    QCOMPARE(
        joint->definitions.communicators.size(),
        alone[0]->definitions.communicators.size() + alone[1]->definitions.communicators.size());
}

void TestJointArchives::whatIsNotDefinedKeepsItsNumber()
{
    writeUndefined(folder("a"), 17, 30);
    writeUndefined(folder("b"), 18, 31);
    query::TraceSelection both;
    both.paths = {folder("a").string(), folder("b").string()};
    const Trace joint = imported(both);
    QVERIFY(joint != nullptr);
    const std::vector<std::string> expected{
        "a 2 location 0 'it': metric 30 at tick 11 is not defined",
        "b 2 location 1 'it': metric 31 at tick 11 is not defined",
        "a 1 region 17 is visited once and not defined",
        "b 1 region 18 is visited once and not defined"};
    QCOMPARE(undefinedIn(joint->report), expected);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto visits = server::store::visitsOf(joint->locations[i].calls);
        QCOMPARE(visits.size(), std::size_t{1});
        QCOMPARE(visits.range(0), (TickRange{.begin = 10, .end = 20}));
        QCOMPARE(
            joint->definitions.find(visits.region[0])->name,
            "region " + std::to_string(17 + i) + " (undefined)");
    }
}

VELLUM_TEST_GUILESS(TestJointArchives)
#include "test_joint_archives.moc"
