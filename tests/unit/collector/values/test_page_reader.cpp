#include "collector/values/analysis/page_reader.h"
#include "collector/values/pages/page_watch.h"
#include "tests/support/program/test_program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <set>
#include <vector>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): all of it
using vellum::values::Interval;

namespace {

constexpr std::uint64_t kPage = PageReader::kPage;
constexpr std::uint64_t kPages = 300;

/// Pages of our own that are watched.
class Watched {
public:
    Watched()
        : m_memory(static_cast<std::byte*>(::mmap(
            nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)))
        , m_mechanism(m_watch.start())
        , m_reader(::getpid(), m_mechanism)
    {
    }
    ~Watched() { ::munmap(m_memory, kPages * kPage); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    [[nodiscard]] bool begin()
    {
        return m_mechanism != PageMechanism::None && m_watch.watch(all().begin, all().end) == 0;
    }
    [[nodiscard]] std::byte* page(std::uint64_t number) { return m_memory + number * kPage; }
    [[nodiscard]] Interval all() const
    {
        const auto begin = reinterpret_cast<std::uint64_t>(m_memory);
        return {.begin = begin, .end = begin + kPages * kPage};
    }
    [[nodiscard]] PageReader& reader() { return m_reader; }

    [[nodiscard]] std::set<std::uint64_t> numbers(const std::vector<Interval>& intervals) const
    {
        std::set<std::uint64_t> pages;
        for (const Interval& interval : intervals) {
            for (std::uint64_t at = interval.begin; at < interval.end; at += kPage) {
                pages.insert((at - all().begin) / kPage);
            }
        }
        return pages;
    }

private:
    std::byte* m_memory;
    PageWatch m_watch;
    PageMechanism m_mechanism;
    PageReader m_reader;
};

/// Writes to some pages in one of the ways in which programs do; some of these write what is there.
void writeSomehow(Watched& memory, std::uint64_t page, unsigned how)
{
    std::byte* const bytes = memory.page(page);
    if (how == 0) {
        *static_cast<volatile std::byte*>(bytes + 17) = bytes[17];
    } else if (how == 1) {
        std::memset(bytes, 5, kPage);
    } else {
        const int zeros = ::open("/dev/zero", O_RDONLY | O_CLOEXEC);
        QCOMPARE(::read(zeros, bytes + 100, 8), 8);  // the kernel writes
        ::close(zeros);
    }
}

class TestPageReader : public QObject {
    Q_OBJECT

private slots:
    void pagesThatWereWrittenAreThoseThatAreTaken()
    {
        Watched memory;
        if (!memory.begin()) {
            QSKIP("this kernel has no way to watch pages");
        }
        std::mt19937_64 random(11);
        for (int slice = 0; slice < 40; ++slice) {
            std::set<std::uint64_t> written;
            const std::uint64_t writes = random() % 60;
            for (std::uint64_t i = 0; i < writes; ++i) {
                const std::uint64_t page = random() % kPages;
                written.insert(page);
                writeSomehow(memory, page, static_cast<unsigned>(random() % 3));
                // Who only reads is not told of.
                (void)*static_cast<volatile std::byte*>(memory.page(random() % kPages));
            }
            const auto peeked = memory.numbers(memory.reader().peek(memory.all()));
            const auto taken = memory.numbers(memory.reader().take(memory.all()));
            memory.reader().endTaking();
            QCOMPARE(peeked == written, true);
            QCOMPARE(taken == written, true);
            QCOMPARE(memory.reader().failure(), 0);
        }
    }

    void aPartIsTakenAloneAndTheRestStays()
    {
        Watched memory;
        if (!memory.begin()) {
            QSKIP("this kernel has no way to watch pages");
        }
        for (std::uint64_t page = 0; page < kPages; page += 2) {
            writeSomehow(memory, page, 1);
        }
        Interval half = memory.all();
        half.end = half.begin + kPages / 2 * kPage;
        QCOMPARE(memory.numbers(memory.reader().take(half)).size(), kPages / 4);
        QCOMPARE(memory.numbers(memory.reader().take(memory.all())).size(), kPages / 4);
    }

    void memoryThatNobodyWatchesIsAFailure()
    {
        Watched memory;
        PageReader reader(::getpid(), PageMechanism::Userfaultfd);
        QVERIFY(reader.take(memory.all()).empty());
        QVERIFY(reader.failure() != 0);
    }

    void aProcessThatIsGoneIsAFailure()
    {
        constexpr pid_t kNobody = 0x7ffffff0;
        PageReader reader(kNobody, PageMechanism::SoftDirty);
        QVERIFY(reader.failure() != 0);
        QVERIFY(reader.take({.begin = kPage, .end = 2 * kPage}).empty());
        std::vector<std::byte> bytes(8);
        QVERIFY(!reader.read(kPage, bytes));
    }
};

}  // namespace

VELLUM_TEST_APPLESS(TestPageReader)
#include "test_page_reader.moc"
