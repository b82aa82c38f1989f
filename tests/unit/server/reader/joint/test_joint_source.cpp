#include "server/reader/joint/joint_source.h"

#include <QtTest/QtTest>

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

QTEST_APPLESS_MAIN(TestJointSource)
#include "test_joint_source.moc"
