#include "common/trace/definitions.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

class TestDefinitions : public QObject {
    Q_OBJECT

private slots:
    void findsByReferenceAndKeepsTheFirstOfTwo();
    void placesAreThoseOfASearch();
    void pathJoinsTheSystemTree();
    void pathEndsEvenInARingOfParents();
    void functionGroups_data();
    void functionGroups();
};

namespace {

Definitions smallTrace()
{
    Definitions definitions;
    definitions.systemTreeNodes = {
        {.ref = SystemTreeNodeRef(7), .name = "cluster", .className = "machine"},
        {.ref = SystemTreeNodeRef(2),
         .name = "n1",
         .className = "node",
         .parent = SystemTreeNodeRef(7)}};
    definitions.locationGroups = {
        {.ref = LocationGroupRef(0), .name = "rank 0", .parent = SystemTreeNodeRef(2)}};
    definitions.locations = {
        {.ref = LocationRef(std::uint64_t{1} << 32U),
         .name = "thread",
         .group = LocationGroupRef(0)}};
    definitions.regions = {
        {.ref = RegionRef(5), .name = "first"}, {.ref = RegionRef(5), .name = "second"}};
    definitions.buildLookups();
    return definitions;
}

}  // namespace

void TestDefinitions::findsByReferenceAndKeepsTheFirstOfTwo()
{
    const Definitions definitions = smallTrace();
    QCOMPARE(definitions.find(RegionRef(5))->name, std::string("first"));
    QVERIFY(definitions.find(RegionRef(6)) == nullptr);
    QVERIFY(definitions.find(RegionRef::undefined()) == nullptr);
    QCOMPARE(definitions.indexOf(LocationRef(std::uint64_t{1} << 32U)).value(), std::uint32_t{0});
    QVERIFY(!definitions.indexOf(LocationRef(1)).isDefined());
}

void TestDefinitions::placesAreThoseOfASearch()
{
    std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same each time
    for (int round = 0; round < 200; ++round) {
        Definitions definitions;
        const auto below = [&random](std::uint32_t limit) {
            return static_cast<std::uint32_t>(random() % limit);
        };
        const std::uint32_t count = below(12);
        const std::uint32_t inOrder = below(count + 1);
        for (std::uint32_t i = 0; i < count; ++i) {
            definitions.regions.push_back({.ref = RegionRef(i < inOrder ? i : below(16))});
        }
        definitions.buildLookups();
        for (std::uint32_t number = 0; number < 18; ++number) {
            const RegionRef ref(number);
            const auto& regions = definitions.regions;
            const auto first = std::ranges::find(regions, ref, &Region::ref);
            QVERIFY(definitions.find(ref) == (first == regions.end() ? nullptr : &*first));
        }
    }
}

void TestDefinitions::pathJoinsTheSystemTree()
{
    const Definitions definitions = smallTrace();
    QCOMPARE(definitions.pathOf(definitions.locations[0]), std::string("cluster/n1/rank 0/thread"));
}

void TestDefinitions::pathEndsEvenInARingOfParents()
{
    Definitions definitions = smallTrace();
    definitions.systemTreeNodes[0].parent = SystemTreeNodeRef(2);
    QCOMPARE(definitions.pathOf(definitions.locations[0]), std::string("cluster/n1/rank 0/thread"));
}

void TestDefinitions::functionGroups_data()
{
    QTest::addColumn<int>("paradigm");
    QTest::addColumn<int>("role");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("group");
    const auto row = [](const char* name,
                        Paradigm paradigm,
                        RegionRole role,
                        const char* file,
                        const char* group) {
        QTest::newRow(name) << int(paradigm) << int(role) << QString(file) << QString(group);
    };
    row("kernel by file", Paradigm::Cuda, RegionRole::Function, "CUDA_KERNEL", "Kernel");
    row("range of NVTX by file", Paradigm::User, RegionRole::Code, "NVTX_RANGE", "Annotation");
    row("kernel by role", Paradigm::Hip, RegionRole::Kernel, "HIP", "Kernel");
    row("host call", Paradigm::Cuda, RegionRole::Wrapper, "CUDRV", "Device API");
    row("waiting of a device", Paradigm::Cuda, RegionRole::TaskWait, "", "Synchronisation");
    row("tasks of OpenMP", Paradigm::OpenMp, RegionRole::TaskWait, "", "OpenMP");
    row("device allocation", Paradigm::Hip, RegionRole::Allocate, "HIP", "Device API");
    row("MPI file", Paradigm::Mpi, RegionRole::FileIo, "MPI", "I/O");
    row("MPI", Paradigm::Mpi, RegionRole::Barrier, "MPI", "MPI");
    row("SHMEM", Paradigm::Shmem, RegionRole::Rma, "", "MPI");
    row("loop", Paradigm::OpenMp, RegionRole::Loop, "a.c", "OpenMP");
    row("main", Paradigm::Compiler, RegionRole::Function, "a.c", "Application");
    row("malloc", Paradigm::User, RegionRole::Allocate, "", "Memory");
    row("flush", Paradigm::MeasurementSystem, RegionRole::Artificial, "", "Measurement");
    row("device flush", Paradigm::Cuda, RegionRole::Artificial, "CUDA_FLUSH", "Measurement");
    row("device made up", Paradigm::Cuda, RegionRole::Artificial, "CUDA", "Device API");
    row("window flush", Paradigm::Mpi, RegionRole::Artificial, "MPI_FLUSH", "MPI");
    row("copy", Paradigm::Cuda, RegionRole::DataTransfer, "", "Copy");
    row("from the future", static_cast<Paradigm>(99), RegionRole::Function, "", "Unknown");
}

void TestDefinitions::functionGroups()
{
    QFETCH(int, paradigm);
    QFETCH(int, role);
    QFETCH(QString, file);
    QFETCH(QString, group);
    const auto found = functionGroupOf(
        static_cast<Paradigm>(paradigm), static_cast<RegionRole>(role), file.toStdString());
    const auto text = name(found);
    QCOMPARE(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), group);
}

VELLUM_TEST_GUILESS(TestDefinitions)
#include "test_definitions.moc"
