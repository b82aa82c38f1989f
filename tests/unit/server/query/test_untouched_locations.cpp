// What is not asked about is not read: an index is mapped, and looked at, only where an answer needs it.

#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <memory>
#include <mutex>
#include <set>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TraceStore;

namespace {

/// Notes which locations are looked at, and finds nothing wrong.
class Watch : public server::store::LocationCheck {
public:
    [[nodiscard]] bool isSound(LocationIndex location) const override
    {
        const std::lock_guard lock(m_mutex);
        m_touched.insert(location.value());
        return true;
    }
    [[nodiscard]] bool areTablesSound() const override { return true; }
    [[nodiscard]] bool isDamaged() const override { return false; }

    [[nodiscard]] std::set<std::uint32_t> touched() const { return m_touched; }

private:
    mutable std::mutex m_mutex;
    mutable std::set<std::uint32_t> m_touched;
};

/// A message from 0 to 1, and a sample on 1.
constexpr const char* kTrace = R"(
length 999
location 0 "a"
location 1 "b"
metric 7 power unit W
enter 0 @0 main
send 0 @400 to 1 tag 1 bytes 8
leave 0 @900 main
recv 1 @500 from 0 tag 1 bytes 8
event 1 @600 Metric 7 4 10
)";

std::set<std::uint32_t> touchedBy(const query::Request& request)
{
    auto trace = std::make_shared<TraceStore>(*tests::traceFromText(kTrace));
    const auto watch = std::make_shared<Watch>();
    trace->check = watch;
    const auto answer = server::query::execute(*trace, request, {});
    return answer.isOk() ? watch->touched() : std::set<std::uint32_t>{99};
}

const query::Scope kAll{.window = {.begin = 0, .end = 1'000}};

}  // namespace

class TestUntouchedLocations : public QObject {
    Q_OBJECT

private slots:
    static void listsOfTheTraceNeedNoLocation()
    {
        const std::set<std::uint32_t> none;
        QCOMPARE(touchedBy(query::InfoRequest{}), none);
        QCOMPARE(touchedBy(query::LocationsRequest{}), none);
        QCOMPARE(touchedBy(query::MessagesRequest{.scope = kAll, .limit = 5}), none);
        QCOMPARE(touchedBy(query::MatrixRequest{.scope = kAll}), none);
        QCOMPARE(touchedBy(query::LaunchesRequest{.scope = kAll, .limit = 5}), none);
        QCOMPARE(touchedBy(query::CollectivesRequest{.scope = kAll, .limit = 5}), none);
    }

    static void whatALocationHasNotIsNotLookedForInIt()
    {
        const std::set<std::uint32_t> none;
        QCOMPARE(touchedBy(query::MarkersRequest{.scope = kAll, .limit = 5}), none);
        QCOMPARE(touchedBy(query::IoRequest{.scope = kAll, .limit = 5}), none);
        QCOMPARE(
            touchedBy(query::CountersRequest{.scope = kAll, .columns = 5}),
            std::set<std::uint32_t>{1});
    }

    static void othersThanAskedForAreNotRead()
    {
        query::ProfileRequest request{.scope = kAll};
        QCOMPARE(touchedBy(request), (std::set<std::uint32_t>{0, 1}));
        request.scope.locations = {LocationRef(1)};
        QCOMPARE(touchedBy(request), std::set<std::uint32_t>{1});
    }
};

VELLUM_TEST_GUILESS(TestUntouchedLocations)
#include "test_untouched_locations.moc"
