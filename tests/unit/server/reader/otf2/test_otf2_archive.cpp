#include "server/reader/otf2/archive.h"
#include "tests/generate/archive_writer.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using generate::ArchiveWriter;
using generate::check;
using server::reader::EventBatch;
using server::reader::ReadOutcome;
namespace fs = std::filesystem;
namespace otf2 = server::reader::otf2;

namespace {

constexpr std::uint64_t kOffset = 1'000;

/// Writes an archive of one location, whose events and local definitions the test adds.
class SmallArchive {
public:
    explicit SmallArchive(const fs::path& folder)
        : m_writer(folder, "test")
        , m_events(m_writer.openEvents(0))
    {
    }

    [[nodiscard]] OTF2_EvtWriter* events() { return m_events; }
    [[nodiscard]] ArchiveWriter& writer() { return m_writer; }

    OTF2_DefWriter* localDefinitions()
    {
        m_count = m_writer.closeEvents(m_events);
        m_writer.beginLocalDefinitions();
        m_local = m_writer.openLocalDefinitions(0);
        return m_local;
    }

    void finish()
    {
        if (m_local == nullptr) {
            localDefinitions();
        }
        m_writer.closeLocalDefinitions(m_local);
        OTF2_GlobalDefWriter* to = m_writer.definitions();
        const OTF2_StringRef name = m_writer.string("name");
        OTF2_GlobalDefWriter_WriteSystemTreeNode(
            to, 0, name, name, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
        OTF2_GlobalDefWriter_WriteLocationGroup(
            to, 0, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(to, 0, name, OTF2_LOCATION_TYPE_CPU_THREAD, m_count, 0);
        m_writer.finish(1'000'000, kOffset, 100);
    }

private:
    ArchiveWriter m_writer;
    OTF2_EvtWriter* m_events;
    OTF2_DefWriter* m_local = nullptr;
    std::uint64_t m_count = 0;
};

/// All records of the one location.
EventBatch eventsOf(const fs::path& folder)
{
    EventBatch all;
    const auto source = otf2::openArchive(folder / "traces.otf2");
    if (!source.isOk()) {
        qWarning("%s", source.error().message.c_str());
        return all;
    }
    const std::array own{LocationIndex(0)};
    const auto reader = source.value()->makeReader(own);
    const ReadOutcome outcome = reader.value()->read(own[0], [&](const EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            all.tick.push_back(batch.tick[i]);
            all.kind.push_back(batch.kind[i]);
            all.payloadBegin.push_back(static_cast<std::uint32_t>(all.payload.size()));
            const auto payload = batch.payloadOf(i);
            all.payload.insert(all.payload.end(), payload.begin(), payload.end());
        }
        const auto& carried = batch.attributes;
        for (std::size_t row = 0; row < carried.size(); ++row) {
            all.attributes.add(carried.event[row], carried.attribute[row], carried.valueAt(row));
        }
        return true;
    });
    if (outcome.end != ReadOutcome::End::Complete) {
        qWarning("%s", outcome.error.c_str());
    }
    return all;
}

std::vector<std::uint64_t> payloadOf(const EventBatch& events, std::size_t index)
{
    const auto payload = events.payloadOf(index);
    return {payload.begin(), payload.end()};
}

/// Calls the library's writers with members 1, 2, 3, … and keeps the kinds.
class KindWriter {
public:
    explicit KindWriter(OTF2_EvtWriter* writer) : m_writer(writer) {}

    template <EventKind kKind, typename... Members>
    void write(
        OTF2_ErrorCode (*writer)(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Members...))
    {
        writeNumbered<Members...>(kKind, writer, std::index_sequence_for<Members...>());
    }

    void writeAll();
    [[nodiscard]] const std::vector<EventKind>& kinds() const { return m_kinds; }

private:
    template <typename... Members, typename Writer, std::size_t... kPlaces>
    void writeNumbered(EventKind kind, Writer writer, std::index_sequence<kPlaces...> /*places*/)
    {
        check(
            writer(m_writer, nullptr, kOffset + kind, numbered<Members>(kPlaces + 1)...), "event");
        m_kinds.push_back(kind);
    }

    template <typename Member>
    static Member numbered(std::uint64_t number)
    {
        if constexpr (std::is_enum_v<Member>) {
            return static_cast<Member>(number);
        } else {
            return Member(number);
        }
    }

    OTF2_EvtWriter* m_writer;
    std::vector<EventKind> m_kinds;
};

void KindWriter::writeAll()
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    write<kBufferFlush>(&OTF2_EvtWriter_BufferFlush);
    write<kMeasurementOnOff>(&OTF2_EvtWriter_MeasurementOnOff);
    write<kEnter>(&OTF2_EvtWriter_Enter);
    write<kLeave>(&OTF2_EvtWriter_Leave);
    write<kMpiSend>(&OTF2_EvtWriter_MpiSend);
    write<kMpiIsend>(&OTF2_EvtWriter_MpiIsend);
    write<kMpiIsendComplete>(&OTF2_EvtWriter_MpiIsendComplete);
    write<kMpiIrecvRequest>(&OTF2_EvtWriter_MpiIrecvRequest);
    write<kMpiRecv>(&OTF2_EvtWriter_MpiRecv);
    write<kMpiIrecv>(&OTF2_EvtWriter_MpiIrecv);
    write<kMpiRequestTest>(&OTF2_EvtWriter_MpiRequestTest);
    write<kMpiRequestCancelled>(&OTF2_EvtWriter_MpiRequestCancelled);
    write<kMpiCollectiveBegin>(&OTF2_EvtWriter_MpiCollectiveBegin);
    write<kMpiCollectiveEnd>(&OTF2_EvtWriter_MpiCollectiveEnd);
    write<kParameterString>(&OTF2_EvtWriter_ParameterString);
    write<kParameterInt>(&OTF2_EvtWriter_ParameterInt);
    write<kParameterUnsignedInt>(&OTF2_EvtWriter_ParameterUnsignedInt);
    write<kRmaWinCreate>(&OTF2_EvtWriter_RmaWinCreate);
    write<kRmaWinDestroy>(&OTF2_EvtWriter_RmaWinDestroy);
    write<kRmaCollectiveBegin>(&OTF2_EvtWriter_RmaCollectiveBegin);
    write<kRmaCollectiveEnd>(&OTF2_EvtWriter_RmaCollectiveEnd);
    write<kRmaGroupSync>(&OTF2_EvtWriter_RmaGroupSync);
    write<kRmaRequestLock>(&OTF2_EvtWriter_RmaRequestLock);
    write<kRmaAcquireLock>(&OTF2_EvtWriter_RmaAcquireLock);
    write<kRmaTryLock>(&OTF2_EvtWriter_RmaTryLock);
    write<kRmaReleaseLock>(&OTF2_EvtWriter_RmaReleaseLock);
    write<kRmaSync>(&OTF2_EvtWriter_RmaSync);
    write<kRmaWaitChange>(&OTF2_EvtWriter_RmaWaitChange);
    write<kRmaPut>(&OTF2_EvtWriter_RmaPut);
    write<kRmaGet>(&OTF2_EvtWriter_RmaGet);
    write<kRmaAtomic>(&OTF2_EvtWriter_RmaAtomic);
    write<kRmaOpCompleteBlocking>(&OTF2_EvtWriter_RmaOpCompleteBlocking);
    write<kRmaOpCompleteNonBlocking>(&OTF2_EvtWriter_RmaOpCompleteNonBlocking);
    write<kRmaOpTest>(&OTF2_EvtWriter_RmaOpTest);
    write<kRmaOpCompleteRemote>(&OTF2_EvtWriter_RmaOpCompleteRemote);
    write<kThreadFork>(&OTF2_EvtWriter_ThreadFork);
    write<kThreadJoin>(&OTF2_EvtWriter_ThreadJoin);
    write<kThreadTeamBegin>(&OTF2_EvtWriter_ThreadTeamBegin);
    write<kThreadTeamEnd>(&OTF2_EvtWriter_ThreadTeamEnd);
    write<kThreadAcquireLock>(&OTF2_EvtWriter_ThreadAcquireLock);
    write<kThreadReleaseLock>(&OTF2_EvtWriter_ThreadReleaseLock);
    write<kThreadTaskCreate>(&OTF2_EvtWriter_ThreadTaskCreate);
    write<kThreadTaskSwitch>(&OTF2_EvtWriter_ThreadTaskSwitch);
    write<kThreadTaskComplete>(&OTF2_EvtWriter_ThreadTaskComplete);
    write<kThreadCreate>(&OTF2_EvtWriter_ThreadCreate);
    write<kThreadBegin>(&OTF2_EvtWriter_ThreadBegin);
    write<kThreadWait>(&OTF2_EvtWriter_ThreadWait);
    write<kThreadEnd>(&OTF2_EvtWriter_ThreadEnd);
    write<kCallingContextEnter>(&OTF2_EvtWriter_CallingContextEnter);
    write<kCallingContextLeave>(&OTF2_EvtWriter_CallingContextLeave);
    write<kCallingContextSample>(&OTF2_EvtWriter_CallingContextSample);
    write<kIoCreateHandle>(&OTF2_EvtWriter_IoCreateHandle);
    write<kIoDestroyHandle>(&OTF2_EvtWriter_IoDestroyHandle);
    write<kIoDuplicateHandle>(&OTF2_EvtWriter_IoDuplicateHandle);
    write<kIoSeek>(&OTF2_EvtWriter_IoSeek);
    write<kIoChangeStatusFlags>(&OTF2_EvtWriter_IoChangeStatusFlags);
    write<kIoDeleteFile>(&OTF2_EvtWriter_IoDeleteFile);
    write<kIoOperationBegin>(&OTF2_EvtWriter_IoOperationBegin);
    write<kIoOperationTest>(&OTF2_EvtWriter_IoOperationTest);
    write<kIoOperationIssued>(&OTF2_EvtWriter_IoOperationIssued);
    write<kIoOperationComplete>(&OTF2_EvtWriter_IoOperationComplete);
    write<kIoOperationCancelled>(&OTF2_EvtWriter_IoOperationCancelled);
    write<kIoAcquireLock>(&OTF2_EvtWriter_IoAcquireLock);
    write<kIoReleaseLock>(&OTF2_EvtWriter_IoReleaseLock);
    write<kIoTryLock>(&OTF2_EvtWriter_IoTryLock);
    write<kProgramEnd>(&OTF2_EvtWriter_ProgramEnd);
    write<kNonBlockingCollectiveRequest>(&OTF2_EvtWriter_NonBlockingCollectiveRequest);
    write<kNonBlockingCollectiveComplete>(&OTF2_EvtWriter_NonBlockingCollectiveComplete);
    write<kCommCreate>(&OTF2_EvtWriter_CommCreate);
    write<kCommDestroy>(&OTF2_EvtWriter_CommDestroy);
}

}  // namespace

class TestOtf2Archive : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder() const
    {
        const QByteArray row(QTest::currentDataTag());
        return fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction()
               / row.toStdString();
    }

    QTemporaryDir m_temporary;

private slots:
    void everyKindOfRecordIsReadWithItsMembers();
    void flushesEndAtATickOfTheTrace();
    void metricsAndArgumentsAreReadInPairs();
    void signedMembersKeepTheirBits();
    void attributesOfRecordsAreRead();
    void mappingTablesAreApplied();
    void clockOffsetsAreApplied();
    void timesBeforeTheOffsetAreNegative();
    void ofTwoDefinitionsTheFirstCounts();
    void absurdAnchorIsRefused_data();
    void absurdAnchorIsRefused();
};

void TestOtf2Archive::everyKindOfRecordIsReadWithItsMembers()
{
    SmallArchive archive(folder());
    KindWriter writer(archive.events());
    writer.writeAll();
    archive.finish();
    // But Metric, ProgramBegin, Unknown and the seven Omp… that the library only reads.
    QCOMPARE(writer.kinds().size(), std::size_t{event_kind::kUnknown - 9});

    const EventBatch events = eventsOf(folder());
    QCOMPARE(events.kind, writer.kinds());
    for (std::size_t i = 0; i < events.size(); ++i) {
        std::vector<std::uint64_t> expected(infoOf(events.kind[i]).attributes.size());
        std::iota(expected.begin(), expected.end(), 1);
        if (events.kind[i] == event_kind::kBufferFlush) {
            expected[0] -= kOffset;
        }
        const std::string name(infoOf(events.kind[i]).name);
        QVERIFY2(payloadOf(events, i) == expected, name.c_str());
        QVERIFY2(events.tick[i] == Tick{events.kind[i]}, name.c_str());
    }
}

void TestOtf2Archive::flushesEndAtATickOfTheTrace()
{
    SmallArchive archive(folder());
    check(
        OTF2_EvtWriter_BufferFlush(archive.events(), nullptr, kOffset + 5, kOffset + 25), "flush");
    archive.finish();
    const EventBatch events = eventsOf(folder());
    QCOMPARE(events.size(), 1U);
    QCOMPARE(events.tick[0], Tick{5});
    QCOMPARE(payloadOf(events, 0), std::vector<std::uint64_t>{25});
}

void TestOtf2Archive::metricsAndArgumentsAreReadInPairs()
{
    SmallArchive archive(folder());
    const std::array<OTF2_Type, 2> types{OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
    std::array<OTF2_MetricValue, 2> values{};
    values[0].unsigned_int = 77;
    values[1].floating_point = 1.5;
    check(
        OTF2_EvtWriter_Metric(
            archive.events(), nullptr, kOffset, 3, 2, types.data(), values.data()),
        "metric");
    const std::array<OTF2_StringRef, 2> arguments{8, 9};
    check(
        OTF2_EvtWriter_ProgramBegin(archive.events(), nullptr, kOffset, 7, 2, arguments.data()),
        "program");
    archive.finish();

    const EventBatch events = eventsOf(folder());
    QCOMPARE(events.size(), 2U);
    QCOMPARE(
        payloadOf(events, 0),
        (std::vector<std::uint64_t>{
            3, OTF2_TYPE_UINT64, 77, OTF2_TYPE_DOUBLE, std::bit_cast<std::uint64_t>(1.5)}));
    QCOMPARE(payloadOf(events, 1), (std::vector<std::uint64_t>{7, 0, 8, 0, 9}));
}

void TestOtf2Archive::signedMembersKeepTheirBits()
{
    SmallArchive archive(folder());
    check(OTF2_EvtWriter_ParameterInt(archive.events(), nullptr, kOffset, 1, -5), "parameter");
    archive.finish();
    const EventBatch events = eventsOf(folder());
    QCOMPARE(events.size(), 1U);
    QCOMPARE(static_cast<std::int64_t>(events.payload.at(1)), -5);
}

void TestOtf2Archive::attributesOfRecordsAreRead()
{
    SmallArchive archive(folder());
    const auto enter = [&](OTF2_AttributeList* list) {
        check(OTF2_EvtWriter_Enter(archive.events(), list, kOffset, 0), "enter");
    };
    OTF2_AttributeList* list = OTF2_AttributeList_New();
    enter(nullptr);
    OTF2_AttributeList_AddInt8(list, 3, -7);
    OTF2_AttributeList_AddDouble(list, 1, 0.25);
    OTF2_AttributeList_AddLocationRef(list, 2, 1ULL << 40U);
    enter(list);
    enter(nullptr);
    OTF2_AttributeList_RemoveAllAttributes(list);
    OTF2_AttributeList_AddStringRef(list, 9, 5);
    OTF2_AttributeList_AddFloat(list, 4, -1.5F);
    enter(list);
    OTF2_AttributeList_Delete(list);
    archive.finish();

    const EventBatch events = eventsOf(folder());
    QCOMPARE(events.size(), 4U);
    const auto& carried = events.attributes;
    QCOMPARE(carried.event, (std::vector<std::uint32_t>{1, 1, 1, 3, 3}));
    const std::vector<AttributeRef> refs{
        AttributeRef(3), AttributeRef(1), AttributeRef(2), AttributeRef(9), AttributeRef(4)};
    QVERIFY(carried.attribute == refs);
    const std::vector<TypedValue> values{
        {ValueType::Int8, static_cast<std::uint64_t>(-7)},
        {ValueType::Double, std::bit_cast<std::uint64_t>(0.25)},
        {ValueType::Location, 1ULL << 40U},
        {ValueType::String, 5},
        {ValueType::Float, std::bit_cast<std::uint32_t>(-1.5F)}};
    for (std::size_t row = 0; row < values.size(); ++row) {
        QVERIFY2(carried.valueAt(row) == values[row], std::to_string(row).c_str());
    }
    QCOMPARE(carried.rowsOf(0), std::pair(std::size_t{0}, std::size_t{0}));
    QCOMPARE(carried.rowsOf(1), std::pair(std::size_t{0}, std::size_t{3}));
    QCOMPARE(carried.rowsOf(3), std::pair(std::size_t{3}, std::size_t{5}));
}

void TestOtf2Archive::mappingTablesAreApplied()
{
    SmallArchive archive(folder());
    check(OTF2_EvtWriter_Enter(archive.events(), nullptr, kOffset + 1, 0), "enter");
    check(OTF2_EvtWriter_Leave(archive.events(), nullptr, kOffset + 2, 0), "leave");
    OTF2_IdMap* map = OTF2_IdMap_Create(OTF2_ID_MAP_DENSE, 1);
    OTF2_IdMap_AddIdPair(map, 0, 42);
    check(
        OTF2_DefWriter_WriteMappingTable(archive.localDefinitions(), OTF2_MAPPING_REGION, map),
        "map");
    OTF2_IdMap_Free(map);
    archive.finish();
    QCOMPARE(eventsOf(folder()).payload, (std::vector<std::uint64_t>{42, 42}));
}

void TestOtf2Archive::clockOffsetsAreApplied()
{
    SmallArchive archive(folder());
    check(OTF2_EvtWriter_Enter(archive.events(), nullptr, kOffset, 0), "enter");
    check(OTF2_EvtWriter_Leave(archive.events(), nullptr, kOffset + 50, 0), "leave");
    check(OTF2_EvtWriter_Leave(archive.events(), nullptr, kOffset + 100, 0), "leave");
    OTF2_DefWriter* local = archive.localDefinitions();
    check(OTF2_DefWriter_WriteClockOffset(local, kOffset, 10, 0), "clock");
    check(OTF2_DefWriter_WriteClockOffset(local, kOffset + 100, 20, 0), "clock");
    archive.finish();
    QCOMPARE(eventsOf(folder()).tick, (std::vector<Tick>{10, 65, 120}));
}

void TestOtf2Archive::timesBeforeTheOffsetAreNegative()
{
    SmallArchive archive(folder());
    check(OTF2_EvtWriter_Enter(archive.events(), nullptr, kOffset - 3, 0), "enter");
    check(
        OTF2_EvtWriter_Leave(
            archive.events(), nullptr, std::numeric_limits<std::int64_t>::max(), 0),
        "leave");
    archive.finish();
    const EventBatch events = eventsOf(folder());
    QCOMPARE(events.tick.front(), -3);
    // Beyond what can be added and subtracted: kept inside.
    QCOMPARE(events.tick.back(), Tick{1} << 61U);
}

void TestOtf2Archive::ofTwoDefinitionsTheFirstCounts()
{
    SmallArchive archive(folder());
    OTF2_GlobalDefWriter* to = archive.writer().definitions();
    const auto group = [&](const char* name) {
        check(
            OTF2_GlobalDefWriter_WriteGroup(
                to,
                5,
                archive.writer().string(name),
                OTF2_GROUP_TYPE_COMM_GROUP,
                OTF2_PARADIGM_MPI,
                OTF2_GROUP_FLAG_GLOBAL_MEMBERS,
                0,
                nullptr),
            "group");
    };
    group("first");
    group("second");
    archive.finish();
    const auto source = otf2::openArchive(folder() / "traces.otf2");
    QVERIFY(source.isOk());
    const auto& head = source.value()->head();
    QCOMPARE(head.definitions.groups.size(), 1U);
    QCOMPARE(QString::fromStdString(head.definitions.groups.front().name), QStringLiteral("first"));
    QVERIFY(head.definitions.groups.front().globalMembers);
    QCOMPARE(head.report.countOf("duplicate-definition"), 1U);
    QCOMPARE(QString::fromStdString(head.definitions.creator), QStringLiteral("test"));
}

void TestOtf2Archive::absurdAnchorIsRefused_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<QString>("said");
    QTest::newRow("event chunk") << 19 << "claims chunks of";
    QTest::newRow("definition chunk") << 27 << "claims chunks of";
    // Behind machine "", creator "test" and description "".
    QTest::newRow("properties") << 46 + 1 + 5 + 1 + 3 << "properties in";
    QTest::newRow("substrate") << 28 << "SION container";
}

void TestOtf2Archive::absurdAnchorIsRefused()
{
    QFETCH(int, place);
    QFETCH(QString, said);
    SmallArchive archive(folder());
    archive.finish();
    const fs::path anchor = folder() / "traces.otf2";
    QVERIFY(otf2::openArchive(anchor).isOk());
    std::fstream file(anchor, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(place);
    file.put(2);
    file.close();
    const auto source = otf2::openArchive(anchor);
    QVERIFY(!source.isOk());
    QVERIFY2(
        QString::fromStdString(source.error().message).contains(said),
        source.error().message.c_str());
}

VELLUM_TEST_APPLESS(TestOtf2Archive)
#include "test_otf2_archive.moc"
