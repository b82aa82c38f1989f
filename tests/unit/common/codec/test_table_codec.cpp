#include "common/codec/table_codec.h"
#include "common/query/questions.h"
#include "common/table/equal.h"
#include "common/table/random.h"
#include "tests/support/odd_rows.h"
#include "tests/support/program/test_program.h"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>

#include <QByteArray>

#include <functional>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): rows of tests and their codec
using protocol::Rows;
using tests::OddAnswer;
using tests::OddRow;

namespace {

std::unique_ptr<capnp::MallocMessageBuilder> written(const table::Schema& schema, const void* row)
{
    auto message = std::make_unique<capnp::MallocMessageBuilder>();
    codec::write(message->initRoot<Rows>(), schema, row);
    return message;
}

table::Value randomValue(const table::Schema& schema, std::mt19937_64& random, std::size_t longest)
{
    std::shared_ptr<void> row = schema.make();
    table::fillRandom(schema, row.get(), random, longest);
    return {schema, std::move(row)};
}

bool comesBack(const table::Value& value)
{
    const auto message = written(value.schema(), value.row());
    const auto read = codec::read(message->getRoot<Rows>().asReader(), value.schema());
    return read.isOk() && read.value() == value;
}

enum class Fate { Refused, WellFormed, Malformed };

/// Of a message that may be damaged.
Fate fateOf(kj::ArrayPtr<const capnp::word> words)
{
    Fate fate = Fate::Refused;
    // Cap'n Proto's own refusals are exceptions, which message_codec turns into errors.
    static_cast<void>(kj::runCatchingExceptions([&] {
        capnp::FlatArrayMessageReader reader(words);
        const auto read = codec::read(reader.getRoot<Rows>(), OddAnswer::kSchema);
        if (read.isOk()) {
            fate = comesBack(read.value()) ? Fate::WellFormed : Fate::Malformed;
        }
    }));
    return fate;
}

OddAnswer threeRows()
{
    OddAnswer answer{.by = tests::Colour::Blue, .note = "note"};
    for (std::uint64_t i = 0; i < 3; ++i) {
        answer.rows.push_back(
            {.name = std::string(i, 'n'), .sum = i, .parts = std::vector<tests::OddPart>(i)});
    }
    return answer;
}

/// What is said of the three rows after \p spoil; "" if they are read.
std::string refusalAfter(const std::function<void(Rows::Builder answer, Rows::Builder rows)>& spoil)
{
    const OddAnswer answer = threeRows();
    const auto message = written(OddAnswer::kSchema, &answer);
    auto root = message->getRoot<Rows>();
    spoil(root, root.getColumns()[2].getRows());
    const auto read = codec::read(root.asReader(), OddAnswer::kSchema);
    return read.isOk() ? "" : read.error().message;
}

}  // namespace

class TestTableCodec : public QObject {
    Q_OBJECT

private slots:
    void everyQuestionAndAnswerComesBackEqual();
    void rowsOfAllTypesComeBackEqual();
    void tablesOfManyBlocksComeBackEqual();
    void columnsOfOneValueTakeNoBytes();
    void aColumnTooManyIsIgnoredAndOrderIsFree();
    void aMissingColumnIsOfAnotherVersion();
    void whatDoesNotAddUpIsRefused();
    void numbersOutsideTheirColumnAreRefused();
    void aSmallMessageCannotClaimManyRows();
    void damagedTablesAreRefusedOrWellFormed();
    void anUnknownQuestionIsUnimplemented();
};

void TestTableCodec::everyQuestionAndAnswerComesBackEqual()
{
    std::mt19937_64 random(1);
    QVERIFY(!query::tableQuestions().empty());
    for (const table::Schema* question : query::tableQuestions()) {
        QCOMPARE(
            QByteArray::fromStdString(std::string(question->name)),
            QByteArray::fromStdString(std::string(question->answer->name)));
        for (int round = 0; round < 200; ++round) {
            QVERIFY(comesBack(randomValue(*question, random, 6)));
            QVERIFY(comesBack(randomValue(*question->answer, random, 30)));
        }
    }
}

void TestTableCodec::rowsOfAllTypesComeBackEqual()
{
    std::mt19937_64 random(2);
    for (int round = 0; round < 500; ++round) {
        QVERIFY(comesBack(randomValue(OddAnswer::kSchema, random, 6)));
        QVERIFY(comesBack(randomValue(tests::KeyedAnswer::kSchema, random, 6)));
    }
}

void TestTableCodec::tablesOfManyBlocksComeBackEqual()
{
    std::mt19937_64 random(4);
    for (int round = 0; round < 10; ++round) {
        QVERIFY(comesBack(randomValue(OddAnswer::kSchema, random, 3000)));
    }
}

void TestTableCodec::columnsOfOneValueTakeNoBytes()
{
    OddAnswer answer;
    answer.rows.resize(1000);
    for (OddRow& row : answer.rows) {
        row.sum = 77;
    }
    const auto message = written(OddAnswer::kSchema, &answer);
    QVERIFY(message->sizeInWords() < 400);
    QVERIFY(comesBack(table::Value::of(answer)));
}

void TestTableCodec::aColumnTooManyIsIgnoredAndOrderIsFree()
{
    const OddAnswer answer = threeRows();
    const auto message = written(OddAnswer::kSchema, &answer);
    const auto old = message->getRoot<Rows>().asReader().getColumns();
    capnp::MallocMessageBuilder other;
    auto root = other.initRoot<Rows>();
    root.setCount(1);
    auto columns = root.initColumns(4);
    columns.setWithCaveats(0, old[2]);
    columns[1].setName("from_the_future");
    columns[1].setWidth(200);
    columns.setWithCaveats(2, old[1]);
    columns.setWithCaveats(3, old[0]);
    const auto read = codec::read(root.asReader(), OddAnswer::kSchema);
    QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
    QVERIFY(read.value() == table::Value::of(answer));
}

void TestTableCodec::aMissingColumnIsOfAnotherVersion()
{
    const std::string said =
        refusalAfter([](Rows::Builder /*answer*/, Rows::Builder rows) { rows.initColumns(0); });
    QCOMPARE(said, "row: column 'name' is missing: the other side is of another version");
    const std::string inner = refusalAfter([](Rows::Builder /*answer*/, Rows::Builder rows) {
        for (auto column : rows.getColumns()) {
            if (std::string(column.getName().cStr()) == "span.end") {
                column.setName("span.end2");
            }
        }
    });
    QCOMPARE(inner, "row: column 'span.end' is missing: the other side is of another version");
}

void TestTableCodec::whatDoesNotAddUpIsRefused()
{
    using Builder = Rows::Builder;
    QCOMPARE(refusalAfter([](Builder /*answer*/, Builder /*rows*/) {}), "");
    QCOMPARE(
        refusalAfter([](Builder answer, Builder /*rows*/) { answer.setCount(2); }),
        "odd: 2 rows where there is one");
    QCOMPARE(
        refusalAfter([](Builder /*answer*/, Builder rows) { rows.getColumns()[0].setWidth(3); }),
        "row: column 'name' has entries of 3 bytes");
    QCOMPARE(
        refusalAfter([](Builder /*answer*/, Builder rows) { rows.getColumns()[0].setWidth(2); }),
        "row: column 'name' has 3 bytes for 3 rows");
    QCOMPARE(
        refusalAfter([](Builder /*answer*/, Builder rows) { rows.getColumns()[0].setBase(1); }),
        "row: column 'name' has texts of more bytes than came");
    QCOMPARE(
        refusalAfter([](Builder /*answer*/, Builder rows) { rows.getColumns()[0].initTexts(9); }),
        "row: column 'name' has 6 bytes of no text");
    QCOMPARE(
        refusalAfter([](Builder answer, Builder /*rows*/) { answer.getColumns()[2].setBase(2); }),
        "odd: column 'rows' has 1 rows of no list");
    QCOMPARE(
        refusalAfter([](Builder answer, Builder /*rows*/) { answer.getColumns()[2].setBase(4); }),
        "odd: column 'rows' has lists of more rows than came");
}

void TestTableCodec::numbersOutsideTheirColumnAreRefused()
{
    using Builder = Rows::Builder;
    QCOMPARE(
        refusalAfter([](Builder answer, Builder /*rows*/) { answer.getColumns()[0].setBase(3); }),
        "odd: column 'by' has a number outside of 0 … 2");
    const auto portOf = [](Builder rows) { return rows.getColumns()[8].getRows().getColumns()[1]; };
    QCOMPARE(
        refusalAfter([&](Builder /*answer*/, Builder rows) { portOf(rows).setBase(9); }),
        "part: column 'port' has a number outside of 10 … 60000");
    QCOMPARE(
        refusalAfter([&](Builder /*answer*/, Builder rows) { portOf(rows).setBase(65'536 + 80); }),
        "part: column 'port' has a number outside of 10 … 60000");
    QCOMPARE(
        refusalAfter([](Builder /*answer*/, Builder rows) {
            rows.getColumns()[8].setBase(~std::uint64_t{0});  // lengths that wrap around
        }),
        "row: column 'parts' has a number outside of 0 … 5");
}

void TestTableCodec::aSmallMessageCannotClaimManyRows()
{
    const std::string said = refusalAfter([](Rows::Builder answer, Rows::Builder rows) {
        answer.getColumns()[2].setBase(100'000);
        rows.setCount(100'000);
        for (auto column : rows.getColumns()) {
            column.setWidth(0);
            column.setBase(0);
            column.initEntries(0);
            column.initTexts(0);
        }
    });
    QCOMPARE(said, "odd: column 'rows' has 100000 rows, more than a message of this size may have");
}

void TestTableCodec::damagedTablesAreRefusedOrWellFormed()
{
    std::mt19937_64 random(6);
    int refused = 0;
    for (int round = 0; round < 4000; ++round) {
        const auto value = randomValue(OddAnswer::kSchema, random, 6);
        const auto message = written(value.schema(), value.row());
        kj::Array<capnp::word> words = capnp::messageToFlatArray(*message);
        auto bytes = words.asBytes();
        for (std::uint64_t flips = 1 + random() % 6; flips > 0; --flips) {
            bytes[random() % bytes.size()] ^= static_cast<kj::byte>(1U << (random() % 8));
        }
        const Fate fate = fateOf(words);
        QVERIFY(fate != Fate::Malformed);
        refused += fate == Fate::Refused ? 1 : 0;
    }
    QVERIFY(refused > 1000);
}

void TestTableCodec::anUnknownQuestionIsUnimplemented()
{
    capnp::MallocMessageBuilder message;
    auto request = message.initRoot<protocol::TableRequest>();
    request.setName("weather");
    const auto read = codec::read(request.asReader());
    QVERIFY(!read.isOk());
    QVERIFY(read.error().kind == ErrorKind::Unimplemented);
    QCOMPARE(read.error().message, "the question 'weather' is unknown to this version");
}

VELLUM_TEST_APPLESS(TestTableCodec)
#include "test_table_codec.moc"
