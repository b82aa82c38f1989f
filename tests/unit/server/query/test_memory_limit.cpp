#include "server/query/memory_limit.h"
#include "server/query/workers.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of one room
using server::query::MemoryLimit;

namespace {

constexpr std::uint64_t kPiece = AllocationWatch::kPiece;

/// Asks for \p count blocks that stay, each of \p bytes.
void take(std::size_t count, std::size_t bytes)
{
    std::vector<std::unique_ptr<std::byte[]>> blocks(count);
    std::ranges::generate(
        blocks, [&] { return std::unique_ptr<std::byte[]>(new std::byte[bytes]); });
}

/// Whether it was refused.
template <typename Work>
bool isRefused(const Work& work)
{
    try {
        work();
        return false;
    } catch (const std::bad_alloc&) {
        return true;
    }
}

}  // namespace

class TestMemoryLimit : public QObject {
    Q_OBJECT

private slots:
    void aLargeBlockIsAskedForByItsSize();
    void smallBlocksAreAskedForByThePiece();
    void whatIsRefusedIsNotAllocated();
    void whoAsksWithoutExceptionsGetsNothing();
    void helpersAreWatchedToo();
    void nobodyIsAskedAfterwards();
    void theSentenceHasAllNumbers();
    void otherErrorsAreLeftAlone();
    void withoutALimitNothingIsRefused();
};

void TestMemoryLimit::aLargeBlockIsAskedForByItsSize()
{
    std::vector<std::uint64_t> asked;
    const AllocationWatch watch([&](std::uint64_t bytes) {
        asked.push_back(bytes);
        return true;
    });
    const std::vector<char> large(3 * kPiece);
    QCOMPARE(asked, (std::vector<std::uint64_t>{3 * kPiece}));
}

void TestMemoryLimit::smallBlocksAreAskedForByThePiece()
{
    std::size_t questions = 0;
    const AllocationWatch watch([&](std::uint64_t bytes) {
        questions += bytes == 0 ? 1 : 1000;
        return true;
    });
    constexpr std::size_t kSmall = 1024;
    take(10 * kPiece / kSmall, kSmall);
    QVERIFY2(questions == 10 || questions == 11, qPrintable(QString::number(questions)));
}

void TestMemoryLimit::whatIsRefusedIsNotAllocated()
{
    const std::uint64_t before = residentBytes();
    {
        const AllocationWatch watch([](std::uint64_t bytes) { return bytes <= 8 * kPiece; });
        QVERIFY(!isRefused([] { take(1, 8 * kPiece); }));
        QVERIFY(isRefused([] { take(1, 800 * kPiece); }));
        QVERIFY(isRefused([] { const std::vector<char> large(800 * kPiece); }));
        struct alignas(64) Line {
            std::byte bytes[64];
        };
        QVERIFY(isRefused([] { const std::vector<Line> lines(100 * kPiece); }));
    }
    QVERIFY(residentBytes() < before + 800 * kPiece);
}

void TestMemoryLimit::whoAsksWithoutExceptionsGetsNothing()
{
    const AllocationWatch watch([](std::uint64_t /*bytes*/) { return false; });
    const std::unique_ptr<std::byte[]> block(new (std::nothrow) std::byte[2 * kPiece]);
    QVERIFY(block == nullptr);
}

void TestMemoryLimit::helpersAreWatchedToo()
{
    for (const unsigned threads : {1U, 2U, 5U}) {
        const AllocationWatch watch([](std::uint64_t /*bytes*/) { return false; });
        const auto done = server::query::forEach(
            20, {.threads = threads, .cancel = {}}, [](std::size_t) { take(1, 2 * kPiece); });
        QVERIFY(!done.isOk());
        QCOMPARE(done.error().kind, ErrorKind::ResourceExhausted);
    }
}

void TestMemoryLimit::nobodyIsAskedAfterwards()
{
    {
        const AllocationWatch outer([](std::uint64_t /*bytes*/) { return true; });
        std::optional<AllocationWatch> inner(
            std::in_place, [](std::uint64_t /*bytes*/) { return false; });
        QVERIFY(isRefused([] { take(1, 2 * kPiece); }));
        inner.reset();
        QVERIFY(!isRefused([] { take(1, 2 * kPiece); }));
        QVERIFY(AllocationWatch::current() == &outer);
    }
    QVERIFY(AllocationWatch::current() == nullptr);
}

void TestMemoryLimit::theSentenceHasAllNumbers()
{
    const MemoryLimit limit(3 * kPiece, "the server", [] { return kPiece; });
    const auto within = [&](std::size_t bytes) {
        return limit.within("the answer", "ask for less", [&]() -> Result<void> {
            take(1, bytes);
            return {};
        });
    };
    QVERIFY(within(2 * kPiece).isOk());
    const auto refused = within(3 * kPiece);
    QVERIFY(!refused.isOk());
    QCOMPARE(refused.error().kind, ErrorKind::ResourceExhausted);
    QCOMPARE(
        refused.error().message,
        std::string(
            "with the answer the server would hold 1 MiB of memory or more, and --memory allows "
            "768 KiB; ask for less"));
}

void TestMemoryLimit::otherErrorsAreLeftAlone()
{
    const MemoryLimit limit(1, "the server", [] { return std::uint64_t{2}; });
    for (const ErrorKind kind : {ErrorKind::Cancelled, ErrorKind::ResourceExhausted}) {
        const auto result = limit.within("the answer", "ask for less", [&]() -> Result<void> {
            return Error{.kind = kind, .message = "too many call paths"};
        });
        QCOMPARE(result.error().message, std::string("too many call paths"));
    }
    QVERIFY(isRefused(
        [&] { (void)limit.within("", "", []() -> Result<void> { throw std::bad_alloc(); }); }));
}

void TestMemoryLimit::withoutALimitNothingIsRefused()
{
    const MemoryLimit none(0, "the server", [] { return std::uint64_t{1} << 60U; });
    QVERIFY(!none.isPassed());
    QVERIFY(none.within(
                    "",
                    "",
                    []() -> Result<void> {
                        take(1, 4 * kPiece);
                        return {};
                    })
                .isOk());
}

VELLUM_TEST_APPLESS(TestMemoryLimit)
#include "test_memory_limit.moc"
