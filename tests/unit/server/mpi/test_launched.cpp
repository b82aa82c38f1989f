#include "server/mpi/launched.h"
#include "tests/support/program/test_program.h"

#include <QMap>
#include <QString>

using vellum::server::mpi::launchedTogether;

/// What the environment says of launchers.
class TestLaunched : public QObject {
    Q_OBJECT

private slots:
    void launchersSayHowManyThereAre_data();
    void launchersSayHowManyThereAre();
};

void TestLaunched::launchersSayHowManyThereAre_data()
{
    using Environment = QMap<QString, QString>;
    QTest::addColumn<Environment>("environment");
    QTest::addColumn<unsigned>("processes");
    QTest::newRow("nobody") << Environment{} << 1U;
    QTest::newRow("Open MPI") << Environment{{"OMPI_COMM_WORLD_SIZE", "7"}} << 7U;
    QTest::newRow("PMI") << Environment{{"PMI_SIZE", "4"}, {"PMI_RANK", "0"}} << 4U;
    QTest::newRow("srun with PMIx")
        << Environment{{"PMIX_RANK", "2"}, {"SLURM_STEP_NUM_TASKS", "12"}} << 12U;
    QTest::newRow("a shell in an allocation") << Environment{{"SLURM_STEP_NUM_TASKS", "12"}} << 1U;
    QTest::newRow("one of one") << Environment{{"OMPI_COMM_WORLD_SIZE", "1"}} << 1U;
    QTest::newRow("nonsense") << Environment{{"OMPI_COMM_WORLD_SIZE", "many"}} << 1U;
}

void TestLaunched::launchersSayHowManyThereAre()
{
    using Environment = QMap<QString, QString>;
    QFETCH(const Environment, environment);
    QFETCH(const unsigned, processes);
    for (const char* name :
         {"OMPI_COMM_WORLD_SIZE",
          "PMI_SIZE",
          "PMI_RANK",
          "MPI_LOCALNRANKS",
          "PMIX_RANK",
          "SLURM_STEP_NUM_TASKS"}) {
        qunsetenv(name);
    }
    for (auto entry = environment.begin(); entry != environment.end(); ++entry) {
        qputenv(entry.key().toLatin1().constData(), entry.value().toLatin1());
    }
    QCOMPARE(launchedTogether(), processes);
}

VELLUM_TEST_APPLESS(TestLaunched)
#include "test_launched.moc"
