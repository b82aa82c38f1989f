#include "collector/sources/counters/process_counters.h"
#include "tests/support/program/test_program.h"

#include <sys/resource.h>

#include <cstdint>
#include <string>

using namespace vellum::collector::counters;  // NOLINT(google-build-using-namespace): a test

/// What the system says of this very process.
class TestProcessCounters : public QObject {
    Q_OBJECT

private slots:
    void addsInterfacesButTheMachinesOwn();
    void countsNothingOfBrokenLines();
    void liesBetweenTwoReadingsOfGetrusage();
};

namespace {

std::string texts(const NetworkBytes& bytes)
{
    return std::to_string(bytes.received) + " " + std::to_string(bytes.sent);
}

std::uint64_t valueOf(const Sample& sample, Counter counter)
{
    return sample.values.at(static_cast<std::size_t>(counter));
}

rusage usage()
{
    rusage now{};
    ::getrusage(RUSAGE_SELF, &now);
    return now;
}

}  // namespace

void TestProcessCounters::addsInterfacesButTheMachinesOwn()
{
    const char* const text =
        "Inter-|   Receive                                                |  Transmit\n"
        " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs\n"
        "    lo: 900 9 0 0 0 0 0 0 900 9 0 0 0 0 0 0\n"
        "  eth0: 1000 10 0 0 0 0 0 0 2000 20 0 0 0 0 0 0\n"
        "wlan0:5 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0\n"
        "  glo1: 30 1 0 0 0 0 0 0 40 1 0 0 0 0 0 0\n";
    QCOMPARE(texts(parseNetwork(text)), std::string("1035 2047"));
}

void TestProcessCounters::countsNothingOfBrokenLines()
{
    QCOMPARE(texts(parseNetwork("")), std::string("0 0"));
    QCOMPARE(texts(parseNetwork("eth0: 1 1 0 0 0 0 0 0 2 1 0 0 0 0 0 0")), std::string("0 0"));
    QCOMPARE(texts(parseNetwork("eth0:\neth1: 3\neth2: 1 1 0 0 0 0 0 0 2\n")), std::string("1 2"));
}

void TestProcessCounters::liesBetweenTwoReadingsOfGetrusage()
{
    Sample sample;
    sample.values.fill(kNotCounted);
    const rusage before = usage();
    readProcessCounters(sample);
    const rusage after = usage();
    const std::uint64_t faults = valueOf(sample, Counter::MinorFaults);
    QVERIFY(faults >= static_cast<std::uint64_t>(before.ru_minflt));
    QVERIFY(faults <= static_cast<std::uint64_t>(after.ru_minflt));
    const std::uint64_t resident = valueOf(sample, Counter::ResidentBytes);
    QVERIFY(resident > 0 && resident <= static_cast<std::uint64_t>(after.ru_maxrss) * 1024 * 2);
    Sample alone;
    alone.values.fill(kNotCounted);
    readResidentMemory(alone);
    QVERIFY(valueOf(alone, Counter::ResidentBytes) != kNotCounted);
    QVERIFY(valueOf(alone, Counter::MinorFaults) == kNotCounted);
}

VELLUM_TEST_GUILESS(TestProcessCounters)
#include "test_process_counters.moc"
