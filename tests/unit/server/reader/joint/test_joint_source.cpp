#include "server/reader/joint/joint_source.h"
#include "tests/support/program/test_program.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::reader::EventReader;
using server::reader::EventSource;
using server::reader::SourcePart;
using server::reader::TraceHead;

namespace {

/// Definitions alone.
class HeadOnly final : public EventSource {
public:
    explicit HeadOnly(TraceHead head) : m_head(std::move(head)) {}

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> /*own*/) const override
    {
        return Error{.kind = ErrorKind::Internal, .message = "no events"};
    }

private:
    TraceHead m_head;
};

/// A machine with one rank, its process and its device, each with a property.
SourcePart rank(std::uint32_t number, const std::string& memory)
{
    TraceHead head;
    Definitions& to = head.definitions;
    to.systemTreeNodes = {
        {.ref = SystemTreeNodeRef(0), .name = "machine", .className = "machine"},
        {.ref = SystemTreeNodeRef(1),
         .name = "rank " + std::to_string(number),
         .className = "rank",
         .parent = SystemTreeNodeRef(0)}};
    to.locationGroups = {
        {.ref = LocationGroupRef(0), .name = "process", .parent = SystemTreeNodeRef(1)},
        {.ref = LocationGroupRef(1), .name = "GPU", .parent = SystemTreeNodeRef(1)}};
    to.locations = {
        {.ref = LocationRef(0), .name = "thread", .group = LocationGroupRef(0)},
        {.ref = LocationRef(1), .name = "stream", .group = LocationGroupRef(1)}};
    to.properties = {
        {PropertyTarget::SystemTreeNode, 0, "cores", ValueType::UInt32, "64"},
        {PropertyTarget::SystemTreeNode, 1, "host", ValueType::String, "a"},
        {PropertyTarget::LocationGroup, 1, "memory", ValueType::UInt64, memory},
        {PropertyTarget::Location, 1, "priority", ValueType::Int32, "-1"}};
    to.buildLookups();
    head.files.resize(2);
    return {
        .path = std::to_string(number) + ".json",
        .source = std::make_unique<HeadOnly>(std::move(head))};
}

/// One location with one record: from tick 5 to tick 25 a buffer is flushed.
class Flushing final : public EventSource {
public:
    explicit Flushing(std::uint64_t realtimeNs)
    {
        Definitions& to = m_head.definitions;
        to.clock.ticksPerSecond = 1'000'000'000;
        to.clock.realtimeNs = realtimeNs;
        to.clock.length = 30;
        to.systemTreeNodes = {{.ref = SystemTreeNodeRef(0), .name = "n", .className = "machine"}};
        to.locationGroups = {
            {.ref = LocationGroupRef(0), .name = "process", .parent = SystemTreeNodeRef(0)}};
        to.locations = {{.ref = LocationRef(0), .name = "thread", .group = LocationGroupRef(0)}};
        to.buildLookups();
        m_head.files.resize(1);
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> /*own*/) const override
    {
        return std::unique_ptr<EventReader>(std::make_unique<server::reader::FunctionReader>(
            [](LocationIndex /*location*/, const server::reader::BatchSink& sink) {
                server::reader::EventBatch batch;
                batch.tick = {5};
                batch.kind = {event_kind::kBufferFlush};
                batch.payloadBegin = {0};
                batch.payload = {25};
                sink(batch);
                return server::reader::ReadOutcome();
            }));
    }

private:
    TraceHead m_head;
};

std::string textOf(const std::vector<Property>& properties)
{
    std::string text;
    for (const Property& property : properties) {
        text += std::string(name(property.target)) + " " + std::to_string(property.ref) + " "
                + property.name + "=" + property.value + "\n";
    }
    return text;
}

}  // namespace

class TestJointSource : public QObject {
    Q_OBJECT

private slots:
    void propertiesFollowWhatTheyBelongTo();
    void theEndsOfFlushesAreMovedWithTheirFile();
};

void TestJointSource::propertiesFollowWhatTheyBelongTo()
{
    std::vector<SourcePart> parts;
    parts.push_back(rank(0, "80"));
    parts.push_back(rank(1, "40"));
    const auto joint = joinSources(std::move(parts));
    const Definitions& definitions = joint->head().definitions;
    // The machine is one and its property stands once; what the ranks have is theirs.
    QCOMPARE(
        textOf(definitions.properties),
        std::string("system_tree_node 0 cores=64\n"
                    "system_tree_node 1 host=a\n"
                    "location_group 1 memory=80\n"
                    "location 1 priority=-1\n"
                    "system_tree_node 2 host=a\n"
                    "location_group 3 memory=40\n"
                    "location 3 priority=-1\n"));
    QCOMPARE(definitions.find(LocationGroupRef(3))->name, std::string("GPU"));
    QCOMPARE(definitions.find(LocationRef(3))->name, std::string("stream"));
}

void TestJointSource::theEndsOfFlushesAreMovedWithTheirFile()
{
    std::vector<SourcePart> parts;
    constexpr std::uint64_t kBegin = 1'700'000'000'000'000'000;
    parts.push_back({.path = "a.otf2", .source = std::make_unique<Flushing>(kBegin)});
    parts.push_back({.path = "b.otf2", .source = std::make_unique<Flushing>(kBegin + 100)});
    const auto joint = joinSources(std::move(parts));
    const LocationIndex second(1);
    std::string text;
    joint->makeReader(std::span(&second, 1))
        .value()
        ->read(second, [&](const server::reader::EventBatch& batch) {
            text += std::to_string(batch.tick[0]) + " to " + std::to_string(batch.payload[0]);
            return true;
        });
    QCOMPARE(text, std::string("105 to 125"));
}

VELLUM_TEST_APPLESS(TestJointSource)
#include "test_joint_source.moc"
