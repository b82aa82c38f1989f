// Archives side by side say together what each says alone.

#include "server/import/importer.h"
#include "server/store/written_out.h"
#include "tests/generate/random_archive.h"

#include <QtTest/QtTest>

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

QTEST_GUILESS_MAIN(TestJointArchives)
#include "test_joint_archives.moc"
