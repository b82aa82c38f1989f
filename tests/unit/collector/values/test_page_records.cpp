#include "collector/values/analysis/page_records.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): all of it
namespace sidecar = vellum::values::sidecar;
using sidecar::PageState;

namespace {

constexpr std::uint64_t kPage = PageRecords::kPage;
constexpr std::uint64_t kPages = 6;
constexpr std::uint64_t kObjects = 4;

using Content = std::vector<std::byte>;

/// Objects in memory that somebody writes to, page by page, and what is known of them.
class Run {
public:
    Run() : m_records(m_lists)
    {
        for (std::uint64_t i = 0; i < kObjects; ++i) {
            ValueObject object;
            object.record.size = kPages * kPage;
            m_snapshots.allocate(m_lists.objects.add(object), kPages * kPage);
            m_contents.emplace_back(kPages * kPage);
            m_isWritten.emplace_back(kPages, false);
        }
    }

    /// A slice in which these pages get these values; \return what a slow eye sees: state by object and page
    std::map<std::pair<std::uint64_t, std::uint64_t>, PageState> slice(
        const std::map<std::pair<std::uint64_t, std::uint64_t>, unsigned>& writes)
    {
        std::map<std::pair<std::uint64_t, std::uint64_t>, PageState> states;
        std::map<std::uint64_t, WrittenObject> written;
        for (const auto& [place, value] : writes) {
            const auto [object, page] = place;
            std::byte* const bytes = m_contents[object - 1].data() + page * kPage;
            const Content before(bytes, bytes + kPage);
            std::fill_n(bytes, kPage / 2, std::byte(value));
            const bool isSame = std::equal(before.begin(), before.end(), bytes);
            const bool isKnown = m_isWritten[object - 1][page];
            m_isWritten[object - 1][page] = true;
            states[place] = !isKnown ? PageState::First
                            : isSame ? PageState::Unchanged
                                     : PageState::Changed;
            const vellum::values::Fragment fragment{
                .offset = page * kPage, .bytes = {bytes, kPage}};
            const auto counts = m_snapshots.write(object, {&fragment, 1});
            written[object].object = object;
            written[object].pages.push_back(
                {.offset = page * kPage,
                 .state = states[place],
                 .changed = counts.written - counts.unchanged - counts.undefined});
        }
        std::vector<WrittenObject> all;
        for (auto& [number, object] : written) {
            all.push_back(std::move(object));
        }
        const std::uint64_t tick = 10 * ++m_slices;
        m_records.add({.begin = tick, .end = tick + 10}, all, m_snapshots);
        return states;
    }

    /// Pairs of objects that are whole and equal, one of which is among \p changed.
    [[nodiscard]] std::set<std::pair<std::uint64_t, std::uint64_t>> equalPairs(
        const std::set<std::uint64_t>& changed) const
    {
        std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
        for (std::uint64_t a = 1; a <= kObjects; ++a) {
            for (std::uint64_t b = a + 1; b <= kObjects; ++b) {
                if ((changed.contains(a) || changed.contains(b)) && isWhole(a) && isWhole(b)
                    && m_contents[a - 1] == m_contents[b - 1]) {
                    pairs.emplace(a, b);
                }
            }
        }
        return pairs;
    }

    [[nodiscard]] const RecordingLists& lists() const { return m_lists; }

private:
    [[nodiscard]] bool isWhole(std::uint64_t object) const
    {
        return std::ranges::find(m_isWritten[object - 1], false) == m_isWritten[object - 1].end();
    }

    RecordingLists m_lists;
    PageRecords m_records;
    vellum::values::Snapshots m_snapshots{1U << 20U};
    std::vector<Content> m_contents;
    std::vector<std::vector<bool>> m_isWritten;
    std::uint64_t m_slices = 0;
};

/// The pages of the last slice's runs, one by one.
std::map<std::pair<std::uint64_t, std::uint64_t>, PageState> pagesOf(
    const std::vector<sidecar::PageRunRecord>& runs, std::uint64_t op)
{
    std::map<std::pair<std::uint64_t, std::uint64_t>, PageState> pages;
    for (const sidecar::PageRunRecord& run : runs) {
        for (std::uint64_t at = 0; run.op == op && at < run.bytes; at += kPage) {
            pages[{run.object, (run.offset + at) / kPage}] = run.state;
        }
    }
    return pages;
}

std::set<std::pair<std::uint64_t, std::uint64_t>> duplicatesOf(
    const std::vector<sidecar::DuplicateRecord>& duplicates, std::uint64_t op)
{
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const sidecar::DuplicateRecord& duplicate : duplicates) {
        if (duplicate.op == op) {
            pairs.emplace(duplicate.object, duplicate.otherObject);
        }
    }
    return pairs;
}

class TestPageRecords : public QObject {
    Q_OBJECT

    static void oneRun(std::mt19937_64& random)
    {
        Run run;
        for (std::uint64_t op = 1; op <= 30; ++op) {
            std::map<std::pair<std::uint64_t, std::uint64_t>, unsigned> writes;
            for (std::uint64_t i = 0; i <= random() % 20; ++i) {
                writes[{1 + random() % kObjects, random() % kPages}] =
                    static_cast<unsigned>(random() % 2);
            }
            const auto states = run.slice(writes);
            std::set<std::uint64_t> changed;
            for (const auto& [place, state] : states) {
                if (state != PageState::Unchanged) {
                    changed.insert(place.first);
                }
            }
            QCOMPARE(pagesOf(run.lists().watched.runs, op) == states, true);
            QCOMPARE(
                duplicatesOf(run.lists().watched.duplicates, op) == run.equalPairs(changed), true);
        }
    }

private slots:
    void runsAndDuplicatesAreThoseThatASlowEyeSees()
    {
        std::mt19937_64 random(5);
        for (int run = 0; run < 20; ++run) {
            oneRun(random);
        }
    }

    void accessesOfAnOperationAreThoseOfItsRows()
    {
        Run run;
        run.slice({{{1, 0}, 1}, {{1, 1}, 1}, {{2, 5}, 3}});
        run.slice({{{1, 0}, 1}, {{1, 1}, 2}});
        const auto& accesses = run.lists().watched.accesses;
        QCOMPARE(accesses.size(), 3U);
        QCOMPARE(accesses[0].undefined, 2 * kPage);
        QCOMPARE(accesses[2].unchanged, kPage);
        QCOMPARE(accesses[2].bytes, 2 * kPage);
        QCOMPARE(run.lists().operations.operations[0].record.accesses, 3U);
        QCOMPARE(run.lists().operations.operations[1].record.bytes, 2 * kPage);
    }

    void whatIsMostlyUnchangedIsRedundant()
    {
        Run run;
        run.slice({{{1, 0}, 1}, {{1, 1}, 1}, {{1, 2}, 1}});
        QVERIFY(run.lists().watched.patterns.empty());  // the first time is no waste
        run.slice({{{1, 0}, 1}, {{1, 1}, 1}, {{1, 2}, 9}});
        QCOMPARE(run.lists().watched.patterns.size(), 1U);
        const sidecar::PatternRecord& pattern = run.lists().watched.patterns[0];
        QCOMPARE(pattern.pattern, sidecar::PatternKind::RedundantValues);
        QCOMPARE(pattern.items, 3U);
        QCOMPARE(pattern.uniqueItems, 2U);
    }
};

}  // namespace

VELLUM_TEST_APPLESS(TestPageRecords)
#include "test_page_records.moc"
