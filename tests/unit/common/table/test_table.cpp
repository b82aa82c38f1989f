#include "common/table/access.h"
#include "common/table/cells.h"
#include "common/table/equal.h"
#include "common/table/merge.h"
#include "common/table/random.h"
#include "tests/support/odd_rows.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <map>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): rows of tests and their table
using tests::KeyedAnswer;
using tests::KeyedRow;
using tests::OddAnswer;
using tests::OddRow;

namespace {

template <typename Row>
Row randomRow(std::mt19937_64& random)
{
    Row row;
    table::fillRandom(Row::kSchema, &row, random);
    return row;
}

template <typename Row>
bool isEqual(const Row& a, const Row& b)
{
    return table::equal(Row::kSchema, &a, &b);
}

bool isWithinItsColumns(const OddRow& row)
{
    return row.colour <= tests::Colour::Blue && row.parts.size() <= 5
           && std::ranges::all_of(row.parts, [](const tests::OddPart& part) {
                  return part.port >= 10 && part.port <= 60'000;
              });
}

/// At the end of its type instead of past it.
std::int64_t slowSum(std::int64_t a, std::int64_t b)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    if (b > 0 && a > kMost - b) {
        return kMost;
    }
    return b < 0 && a < -kMost - 1 - b ? -kMost - 1 : a + b;
}

KeyedAnswer slowlyMerged(const std::vector<KeyedAnswer>& parts)
{
    KeyedAnswer whole;
    for (const KeyedAnswer& part : parts) {
        whole.count += part.count;
        for (const KeyedRow& row : part.rows) {
            const auto found = std::ranges::find_if(whole.rows, [&](const KeyedRow& own) {
                return own.key == row.key && own.word == row.word;
            });
            if (found == whole.rows.end()) {
                whole.rows.push_back(row);
                continue;
            }
            found->sum = slowSum(found->sum, row.sum);
            found->narrow = static_cast<std::uint8_t>(std::min(255, found->narrow + row.narrow));
            found->least = std::min(found->least, row.least);
            found->most = std::max(found->most, row.most);
        }
        whole.spans.insert(whole.spans.end(), part.spans.begin(), part.spans.end());
    }
    return whole;
}

class NoNames : public table::Names {
public:
    [[nodiscard]] std::string nameOf(table::Unit /*unit*/, std::uint64_t number) const override
    {
        return "the " + std::to_string(number) + "th";
    }
    [[nodiscard]] double secondsOf(double ticks) const override { return ticks / 1000; }
};

std::string shown(const table::CellValue& value)
{
    struct Words {
        std::string operator()(std::monostate /*nothing*/) const { return "nothing"; }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(double real) const { return QString::number(real).toStdString(); }
        std::string operator()(std::uint64_t number) const { return std::to_string(number); }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
    };
    return std::visit(Words{}, value);
}

}  // namespace

class TestTable : public QObject {
    Q_OBJECT

private slots:
    void numbersOfAllWidthsKeepTheirSign();
    void rowsAreEqualOnlyInAllThatIsStored();
    void aValueKnowsItsKind();
    void randomRowsKeepWithinTheirColumns();
    void partsAreJoinedAsASlowMergeDoes();
    void aTimeIsTwoCellsAndAReferenceHasAName();
    void whatByMeansIsSaidByTheAnswer();
    void textsThatAreNoValueAreRefused();
};

void TestTable::numbersOfAllWidthsKeepTheirSign()
{
    OddRow row;
    const table::Column& least = *table::find(OddRow::kSchema, "least");
    table::setWhole(least, &row, static_cast<std::uint64_t>(std::int64_t{-7}));
    QCOMPARE(row.least, -7);
    QCOMPARE(static_cast<std::int64_t>(table::wholeAt(least, &row)), -7);
    tests::OddPart part;
    const table::Column& small = *table::find(tests::OddPart::kSchema, "small");
    part.small = -128;
    QCOMPARE(static_cast<std::int64_t>(table::wholeAt(small, &part)), -128);
    QCOMPARE(table::wholeAt(*table::find(tests::OddPart::kSchema, "port"), &part), 80U);
}

void TestTable::rowsAreEqualOnlyInAllThatIsStored()
{
    std::mt19937_64 random(3);
    for (int round = 0; round < 200; ++round) {
        const auto row = randomRow<OddAnswer>(random);
        OddAnswer other = row;
        QVERIFY(isEqual(row, other));
        if (!other.rows.empty()) {
            other.rows.back().span.end ^= 1;
            QVERIFY(!isEqual(row, other));
            other = row;
            other.rows.pop_back();
            QVERIFY(!isEqual(row, other));
        }
        other = row;
        other.note += 'x';
        QVERIFY(!isEqual(row, other));
    }
}

void TestTable::aValueKnowsItsKind()
{
    const auto value = table::Value::of(OddAnswer{.note = "n"});
    QVERIFY(value.as<OddAnswer>() != nullptr);
    QVERIFY(value.as<KeyedAnswer>() == nullptr);
    QVERIFY(value == table::Value::of(OddAnswer{.note = "n"}));
    QVERIFY(value != table::Value::of(OddAnswer{.note = "m"}));
    QVERIFY(value != table::Value::of(KeyedAnswer{}));
    QVERIFY(table::Value() == table::Value() && table::Value() != value);
}

void TestTable::randomRowsKeepWithinTheirColumns()
{
    std::mt19937_64 random(5);
    bool hasBlue = false;
    for (int round = 0; round < 500; ++round) {
        const auto answer = randomRow<OddAnswer>(random);
        QVERIFY(std::ranges::all_of(answer.rows, isWithinItsColumns));
        hasBlue = hasBlue || std::ranges::any_of(answer.rows, [](const OddRow& row) {
                      return row.colour == tests::Colour::Blue;
                  });
    }
    QVERIFY(hasBlue);
}

void TestTable::partsAreJoinedAsASlowMergeDoes()
{
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<KeyedAnswer> parts(1 + random() % 4);
        for (KeyedAnswer& part : parts) {
            part.count = random() % 1000;
            std::map<std::pair<std::uint32_t, std::string>, KeyedRow> rows;
            for (std::uint64_t i = random() % 20; i > 0; --i) {
                auto row = randomRow<KeyedRow>(random);
                row.key = static_cast<std::uint32_t>(random() % 6);
                row.word = random() % 2 == 0 ? "a" : "b";
                row.least = static_cast<double>(row.sum);
                rows[{row.key, row.word}] = row;
            }
            for (const auto& [keys, row] : rows) {
                part.rows.push_back(row);
            }
            part.spans.resize(random() % 3);
        }
        KeyedAnswer whole = parts.front();
        for (std::size_t i = 1; i < parts.size(); ++i) {
            table::merge(KeyedAnswer::kSchema, &whole, &parts[i]);
        }
        QVERIFY(isEqual(whole, slowlyMerged(parts)));
    }
}

void TestTable::aTimeIsTwoCellsAndAReferenceHasAName()
{
    const auto cells = table::cellsOf(OddRow::kSchema);
    std::string keys;
    for (const table::Cell& cell : cells) {
        keys += cell.key + ' ';
    }
    QCOMPARE(
        QString::fromStdString(keys),
        QStringLiteral("name location location_name colour sum sum_name least "
                       "most_bytes_per_second span_begin_ticks span_begin_seconds span_end_ticks "
                       "span_end_seconds doubled "));
    const OddRow row{
        .name = "n",
        .location = LocationRef(4),
        .colour = tests::Colour::Green,
        .sum = 21,
        .least = -3,
        .most = 2.5,
        .span = {.begin = -500, .end = 1500},
        .parts = {}};
    std::string values;
    for (const table::Cell& cell : cells) {
        values += shown(table::valueOf(cell, &row, table::Unit::Location, NoNames())) + '|';
    }
    QCOMPARE(
        QString::fromStdString(values),
        QStringLiteral("n|4|the 4th|green|21|the 21th|-3|2500|-500|-0.5|1500|1.5|42|"));
    const OddRow none{.most = std::numeric_limits<double>::infinity()};
    QCOMPARE(shown(table::valueOf(cells.back(), &none, table::Unit::None, NoNames())), "nothing");
    QCOMPARE(shown(table::valueOf(cells[7], &none, table::Unit::None, NoNames())), "nothing");
}

void TestTable::whatByMeansIsSaidByTheAnswer()
{
    const OddAnswer bySize{.by = tests::Colour::Red};
    const OddAnswer byLocation{.by = tests::Colour::Green};
    QVERIFY(table::unitOfBy(OddAnswer::kSchema, &bySize) == table::Unit::Bytes);
    QVERIFY(table::unitOfBy(OddAnswer::kSchema, &byLocation) == table::Unit::Location);
    const KeyedAnswer without;
    QVERIFY(table::unitOfBy(KeyedAnswer::kSchema, &without) == table::Unit::None);
}

void TestTable::textsThatAreNoValueAreRefused()
{
    OddRow row;
    const table::Column& colour = *table::find(OddRow::kSchema, "colour");
    QCOMPARE(table::setFromText(colour, &row, "blue"), "");
    QVERIFY(row.colour == tests::Colour::Blue);
    QCOMPARE(table::setFromText(colour, &row, "pink"), "is one of red, green, blue, not 'pink'");
    tests::OddPart part;
    const table::Column& port = *table::find(tests::OddPart::kSchema, "port");
    QCOMPARE(table::setFromText(port, &part, "443"), "");
    QCOMPARE(part.port, std::uint16_t{443});
    for (const char* wrong : {"", "9", "60001", "-1", "12x", "99999999999999999999999"}) {
        QCOMPARE(
            table::setFromText(port, &part, wrong),
            "is a number from 10 to 60000, not '" + std::string(wrong) + "'");
    }
    QCOMPARE(part.port, std::uint16_t{443});
}

VELLUM_TEST_APPLESS(TestTable)
#include "test_table.moc"
