#include "collector/launch/mpi_job.h"
#include "tests/support/program/test_program.h"

#include <map>
#include <optional>
#include <string>

using vellum::collector::launch::findMpiJob;
using vellum::collector::launch::MpiJob;

class TestMpiJob : public QObject {
    Q_OBJECT

private slots:
    void readsWhatEachStarterSets();
    void isNoRankInABatchScript();
    void takesNoNumbersThatAreNone();
    void makesIdsThatFilesMayHave();
};

namespace {

using Environment = std::map<std::string, std::string>;

std::optional<MpiJob> jobIn(const Environment& environment)
{
    return findMpiJob([&](const char* name) -> const char* {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
    });
}

QString textOf(const std::optional<MpiJob>& job)
{
    return job ? QStringLiteral("%1 of %2 in %3")
                     .arg(job->rank)
                     .arg(job->size)
                     .arg(QString::fromStdString(job->id))
               : QStringLiteral("none");
}

}  // namespace

void TestMpiJob::readsWhatEachStarterSets()
{
    QCOMPARE(
        textOf(jobIn(
            {{"OMPI_COMM_WORLD_RANK", "3"},
             {"OMPI_COMM_WORLD_SIZE", "4"},
             {"PMIX_NAMESPACE", "1836843009"}})),
        QStringLiteral("3 of 4 in 1836843009"));
    QCOMPARE(
        textOf(jobIn({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}})), QStringLiteral("0 of 2 in job"));
    QCOMPARE(
        textOf(jobIn(
            {{"SLURM_PROCID", "7"},
             {"SLURM_STEP_NUM_TASKS", "8"},
             {"SLURM_JOB_ID", "41"},
             {"SLURM_STEP_ID", "2"}})),
        QStringLiteral("7 of 8 in 41.2"));
}

void TestMpiJob::isNoRankInABatchScript()
{
    QCOMPARE(textOf(jobIn({})), QStringLiteral("none"));
    QCOMPARE(
        textOf(jobIn({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "41"}})),
        QStringLiteral("none"));
}

void TestMpiJob::takesNoNumbersThatAreNone()
{
    for (const char* rank : {"", "-1", "one", "4", "1x", "99999999999999999999"}) {
        const Environment environment{
            {"OMPI_COMM_WORLD_RANK", rank}, {"OMPI_COMM_WORLD_SIZE", "4"}};
        QVERIFY2(!jobIn(environment), rank);
    }
}

void TestMpiJob::makesIdsThatFilesMayHave()
{
    const auto job = jobIn(
        {{"OMPI_COMM_WORLD_RANK", "0"},
         {"OMPI_COMM_WORLD_SIZE", "1"},
         {"PMIX_NAMESPACE", "prterun-host-12@1/../x"}});
    QCOMPARE(textOf(job), QStringLiteral("0 of 1 in prterun-host-12-1-..-x"));
}

VELLUM_TEST_GUILESS(TestMpiJob)
#include "test_mpi_job.moc"
