// What the function groups of a trace are called in the window.

#include "gui/data/group_names.h"
#include "tests/support/program/test_program.h"

#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::data::groupNames;
using gui::data::nameOf;

namespace {

struct One {
    const char* name;
    Paradigm paradigm;
    RegionRole role;
    FunctionGroup group;
};

Definitions definitionsOf(std::initializer_list<One> all)
{
    Definitions definitions;
    for (const One& one : all) {
        definitions.regions.push_back(
            {.name = one.name, .role = one.role, .paradigm = one.paradigm, .group = one.group});
    }
    return definitions;
}

}  // namespace

class TestGroupNames : public QObject {
    Q_OBJECT

private slots:
    static void withoutFunctionsTheyAreThoseOfAllTraces()
    {
        const auto names = groupNames({});
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto group = static_cast<FunctionGroup>(i);
            QCOMPARE(names.at(i).toStdString(), std::string(name(group)));
            QCOMPARE(nameOf(names, group), names.at(i));
        }
    }

    static void whatWaitsForOtherRanksIsNamed()
    {
        const One kernel{
            "ncclDevKernel_AllReduce", Paradigm::Cuda, RegionRole::Kernel, FunctionGroup::Mpi};
        const One call{"MPI_Send", Paradigm::Mpi, RegionRole::Unknown, FunctionGroup::Mpi};
        const auto mpiOf = [](std::initializer_list<One> all) {
            return nameOf(groupNames(definitionsOf(all)), FunctionGroup::Mpi);
        };
        QCOMPARE(mpiOf({kernel}), QString("NCCL"));
        QCOMPARE(mpiOf({call}), QString("MPI"));
        QCOMPARE(mpiOf({kernel, call, kernel}), QString("MPI, NCCL"));
        const One shmem{"shmem_put", Paradigm::Shmem, RegionRole::Unknown, FunctionGroup::Mpi};
        const One upc{"upc_barrier", Paradigm::Upc, RegionRole::Unknown, FunctionGroup::Mpi};
        QCOMPARE(mpiOf({kernel, call, shmem, upc}), QString("MPI"));  // too many to be listed
    }

    static void operatorsAndCallsOfADeviceAreNamed()
    {
        const auto names = groupNames(definitionsOf({
            {"aten::mm", Paradigm::PyTorch, RegionRole::Function, FunctionGroup::Annotation},
            {"step 3", Paradigm::PyTorch, RegionRole::Code, FunctionGroup::Annotation},
            {"Stream Sync", Paradigm::Hip, RegionRole::TaskWait, FunctionGroup::Synchronisation},
            {"hipMemcpy", Paradigm::Hip, RegionRole::Wrapper, FunctionGroup::DeviceApi},
            {"sem_wait", Paradigm::Pthread, RegionRole::Unknown, FunctionGroup::OpenMp},
        }));
        QCOMPARE(nameOf(names, FunctionGroup::Annotation), QString("Operator, annotation"));
        QCOMPARE(nameOf(names, FunctionGroup::Synchronisation), QString("Synchronisation"));
        QCOMPARE(nameOf(names, FunctionGroup::DeviceApi), QString("HIP API"));
        QCOMPARE(nameOf(names, FunctionGroup::OpenMp), QString("Pthreads"));
    }
};

VELLUM_TEST_APPLESS(TestGroupNames)
#include "test_group_names.moc"
