// What two sequences have in common, against a table of all lengths.
#include "server/join/sequence_match.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

using namespace vellum::server::join;  // NOLINT(google-build-using-namespace): of the room it tests

namespace {

using Sequence = std::vector<std::uint32_t>;

Sequence randomSequence(std::mt19937& random, std::size_t length, std::uint32_t letters)
{
    Sequence sequence(length);
    std::ranges::generate(sequence, [&] { return static_cast<std::uint32_t>(random() % letters); });
    return sequence;
}

/// The length of a longest common subsequence, by the table of the textbook.
std::size_t slowLength(const Sequence& first, const Sequence& second)
{
    std::vector<std::size_t> above(second.size() + 1);
    for (const std::uint32_t element : first) {
        std::vector<std::size_t> row(second.size() + 1);
        for (std::size_t j = 0; j < second.size(); ++j) {
            row[j + 1] = element == second[j] ? above[j] + 1 : std::max(above[j + 1], row[j]);
        }
        above = std::move(row);
    }
    return above.back();
}

/// How many pairs; of a match that is none too many.
std::size_t checkedPairs(const SequenceMatch& match, const Sequence& first, const Sequence& second)
{
    constexpr std::size_t kWrong = 1'000'000'000;
    std::size_t pairs = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < match.places.size(); ++i) {
        const std::size_t place = match.places[i];
        if (place == kNoPlace) {
            continue;
        }
        if (place < next || place >= second.size() || first[i] != second[place]) {
            return kWrong;
        }
        next = place + 1;
        ++pairs;
    }
    return match.places.size() == first.size() ? pairs : kWrong;
}

/// Some elements less, some more, some others.
Sequence changed(std::mt19937& random, Sequence sequence, std::size_t changes)
{
    for (std::size_t i = 0; i < changes && !sequence.empty(); ++i) {
        const auto at = sequence.begin() + static_cast<std::ptrdiff_t>(random() % sequence.size());
        if (random() % 2 == 0) {
            sequence.erase(at);
        } else {
            sequence.insert(at, static_cast<std::uint32_t>(random() % 5));
        }
    }
    return sequence;
}

}  // namespace

class TestSequenceMatch : public QObject {
    Q_OBJECT

private slots:
    void aLongestOneIsFound();
    void fewChangesOfManyAreFound();
    void thereIsAnEndToDifferences();
    void whatAgreesIsCounted();
};

void TestSequenceMatch::aLongestOneIsFound()
{
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        const auto letters = static_cast<std::uint32_t>(1 + random() % 6);
        const Sequence first = randomSequence(random, random() % 40, letters);
        const Sequence second = randomSequence(random, random() % 40, letters);
        const SequenceMatch match = matchSequences(first, second);
        QCOMPARE(checkedPairs(match, first, second), slowLength(first, second));
    }
}

void TestSequenceMatch::fewChangesOfManyAreFound()
{
    std::mt19937 random(2);
    for (int i = 0; i < 20; ++i) {
        const Sequence first = randomSequence(random, 2000, 5);
        const Sequence second = changed(random, first, random() % 200);
        const SequenceMatch match = matchSequences(first, second);
        QCOMPARE(checkedPairs(match, first, second), slowLength(first, second));
    }
}

/// More than one stretch: still pairs, and not much fewer than there could be.
void TestSequenceMatch::thereIsAnEndToDifferences()
{
    std::mt19937 random(3);
    const Sequence first = randomSequence(random, 4000, 40);
    const Sequence second = randomSequence(random, 4000, 40);
    const std::size_t pairs = checkedPairs(matchSequences(first, second), first, second);
    const std::size_t most = slowLength(first, second);
    QVERIFY2(pairs <= most && pairs > most * 8 / 10, qPrintable(QString::number(pairs)));
    const Sequence others(100'000, 41);
    QCOMPARE(checkedPairs(matchSequences(first, others), first, others), std::size_t{0});
    QCOMPARE(checkedPairs(matchSequences(others, first), others, first), std::size_t{0});
}

void TestSequenceMatch::whatAgreesIsCounted()
{
    const Sequence first{1, 2, 3, 4, 5};
    QCOMPARE(matchSequences(first, first).agreed, std::size_t{5});
    QCOMPARE(matchSequences(first, Sequence{1, 2, 9, 3, 4, 5}).agreed, std::size_t{2});
    QCOMPARE(matchSequences(first, {}).agreed, std::size_t{0});
    QVERIFY(matchSequences({}, first).places.empty());
}

VELLUM_TEST_APPLESS(TestSequenceMatch)
#include "test_sequence_match.moc"
