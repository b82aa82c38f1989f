// Binary payloads of NVTX that fit no schema, schemas that contradict themselves, and the end of all work.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/payload_text.h"

#include <limits>
#include <random>
#include <string>

using namespace vellum::server::reader::nsys;  // NOLINT(google-build-using-namespace): a test
using namespace vellum::tests;                 // NOLINT(google-build-using-namespace)

namespace {

/// Schemas inside of each other, the innermost with a number.
PayloadBook chain(std::uint64_t depth, bool isUpwards)
{
    const auto id = [isUpwards](std::uint64_t level) {
        return isUpwards || level == 0 ? kSchema + level : kSchema + 100 - level;
    };
    PayloadBook book;
    for (std::uint64_t i = 0; i < depth; ++i) {
        add(book, id(i), {field(i + 1 < depth ? id(i + 1) : kUint8, "a")});
    }
    return book;
}

}  // namespace

class TestPayloadLimits : public QObject {
    Q_OBJECT

private slots:
    static void whatCannotBeReadIsSaid();
    static void theRestIsReadAllTheSame();
    static void contradictorySchemasAreNotBelieved();
    static void nestingHasAnEnd();
    static void workHasAnEnd();
    static void anyBytesAndSchemasAreAnswered();
};

void TestPayloadLimits::whatCannotBeReadIsSaid()
{
    const std::string bytes(16, '\x01');
    QCOMPARE(decoded(PayloadBook(), blob(bytes)), std::string("!1 schema 16777216 of domain 3; "));
    QCOMPARE(
        decoded({field(kUint64, "a"), field(kUint64, "b"), field(kUint8, "c")}, bytes),
        std::string("a=72340172838076673u; b=72340172838076673u; !2 c; "));
    QCOMPARE(decoded({field(kLongDouble, "a")}, bytes), std::string("!3 a; "));
    QCOMPARE(decoded({field(999, "a")}, bytes), std::string("!3 a; "));
    QCOMPARE(decoded({field(kUint8, "a", payload_flag::kPointer)}, bytes), std::string("!4 a; "));
    QCOMPARE(decoded({field(kUint8, "a", 1U << 2U)}, bytes), std::string("!4 a; "));
    QCOMPARE(
        decoded({field(kUint8, "a", 4U << 4U)}, bytes),
        std::string("!3 a, an array of a kind that is not known; "));
    QCOMPARE(
        decoded({field(kUint64, "a", payload_flag::kFixedArray, 3)}, bytes), std::string("!2 a; "));
    QCOMPARE(
        decoded({field(kUint64, "a", payload_flag::kFixedArray, std::uint64_t(1) << 61U)}, bytes),
        std::string("!2 a; "));
    PayloadField far = field(kUint8, "a");
    far.offset = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(decoded({far}, bytes), std::string("!2 a; "));
}

/// A field that is not known, as an enumeration that the export lacks, hides no other whose place is known.
void TestPayloadLimits::theRestIsReadAllTheSame()
{
    PayloadField last = field(kUint8, "c");
    last.offset = 12;
    const std::string bytes("\x05\0\0\0\0\0\0\0\x09\0\0\0\x07\0\0\0", 16);
    QCOMPARE(
        decoded({field(kUint32, "a"), field(kEnum, "b"), last, field(kUint8, "d")}, bytes),
        std::string("a=5u; c=7u; d=0u; !3 b; "));
    QCOMPARE(
        decoded(
            {field(kUint32, "a"), field(kUint8, "b", payload_flag::kPointer), field(kUint8, "c")},
            bytes + "\x08"),
        std::string("a=5u; c=8u; !4 b; "));
}

void TestPayloadLimits::contradictorySchemasAreNotBelieved()
{
    const std::string none = "!1 schema 16777216 of domain 3; ";
    const PayloadBook::Key key{.domain = kDomain, .id = kSchema};
    PayloadBook same;
    add(same, kSchema, {field(kUint8, "a")});
    add(same, kSchema, {field(kUint8, "a")});  // once for each process
    QCOMPARE(decoded(same, blob("\x05")), std::string("a=5u; "));
    PayloadBook other = same;
    other.addField(key, 0, field(kUint8, "b"));
    QCOMPARE(decoded(other, blob("\x05")), none);
    PayloadBook size = same;
    size.addSchema(key, {.bytes = 4, .fieldCount = 1});
    QCOMPARE(decoded(size, blob("\x05")), none);
    PayloadBook gap = same;
    gap.addField(key, 2, field(kUint8, "c"));
    QCOMPARE(decoded(gap, blob("\x05")), none);
    PayloadBook many = same;
    many.addField(key, PayloadBook::kMostFields, field(kUint8, "c"));
    QCOMPARE(decoded(many, blob("\x05")), none);
    PayloadBook few;
    few.addSchema(key, {.fieldCount = 2});
    few.addField(key, 0, field(kUint8, "a"));
    QCOMPARE(decoded(few, blob("\x05")), none);
    PayloadBook elsewhere;
    elsewhere.addSchema({.domain = kDomain + 1, .id = kSchema}, {.fieldCount = 1});
    elsewhere.addField({.domain = kDomain + 1, .id = kSchema}, 0, field(kUint8, "a"));
    QCOMPARE(decoded(elsewhere, blob("\x05")), none);
}

void TestPayloadLimits::nestingHasAnEnd()
{
    const std::string none = "!1 schema 16777216 of domain 3; ";
    PayloadBook circle;
    add(circle, kSchema, {field(kInner, "a")});
    add(circle, kInner, {field(kSchema, "b")});
    QCOMPARE(decoded(circle, blob("\x05")), none);
    PayloadBook self;
    add(self, kSchema, {field(kSchema, "a")});
    QCOMPARE(decoded(self, blob("\x05")), none);
    // Whichever way the ids run.
    for (const bool isUpwards : {true, false}) {
        QCOMPARE(
            decoded(chain(PayloadBook::kMostNesting, isUpwards), blob("\x05")),
            std::string("a.a.a.a.a.a.a.a=5u; "));
        QCOMPARE(decoded(chain(PayloadBook::kMostNesting + 1, isUpwards), blob("\x05")), none);
    }
}

/// Schemas whose fields are 1,024 of the next each: 1,024 to the eighth fields in an empty payload.
void TestPayloadLimits::workHasAnEnd()
{
    PayloadBook book;
    for (std::uint64_t depth = 0; depth < PayloadBook::kMostNesting; ++depth) {
        const bool isLast = depth + 1 == PayloadBook::kMostNesting;
        const std::vector<PayloadField> fields(
            PayloadBook::kMostFields,
            isLast ? field(kUint8, "a", payload_flag::kFixedArray, 0)
                   : field(kSchema + depth + 1, "a"));
        add(book, kSchema + depth, fields);
    }
    book.close();
    const DecodedPayload payload = decodePayload(book, blob({}));
    QCOMPARE(payload.values.size(), payload_limit::kMostValues);
    QCOMPARE(payload.problems.size(), std::size_t{1});
    QCOMPARE(payload.problems[0].flaw, PayloadFlaw::TooMuch);
}

void TestPayloadLimits::anyBytesAndSchemasAreAnswered()
{
    std::mt19937_64 random(5);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    const auto number = [&] { return below(10) == 0 ? random() : below(20); };
    std::size_t values = 0;
    for (int round = 0; round < 3000; ++round) {
        PayloadBook book;
        for (std::uint64_t id = 0; id < 6; ++id) {
            std::vector<PayloadField> fields(1 + below(6));
            for (PayloadField& one : fields) {
                // Now and then in a circle.
                one.type = below(3) != 0    ? below(below(2) == 0 ? 102 : 28)
                           : below(20) == 0 ? kSchema + below(8)
                                            : kSchema + id + 1 + below(2);
                one.flags = below(2) == 0 ? 0 : below(64) << 4U;
                one.detail = number();
                one.offset = below(2) == 0 ? 0 : number();
            }
            add(book,
                kSchema + id,
                fields,
                {.type = 1 + below(4),
                 .bytes = below(20) == 0 ? random() : below(20),
                 .packing = below(2) == 0 ? 0 : number()});
        }
        book.addEnum({.domain = kDomain, .id = kSchema + 6}, below(10));
        book.close();
        std::string bytes(below(100), '\0');
        for (char& byte : bytes) {
            byte = static_cast<char>(below(2) == 0 ? below(256) : 0);
        }
        const DecodedPayload payload = decodePayload(book, blob(bytes, kSchema + below(6)));
        values += payload.values.size();
        QVERIFY(payload.values.size() <= payload_limit::kMostValues);
        QVERIFY(payload.problems.size() <= 2 * payload_limit::kMostSteps);
        std::string cut = blob(bytes, kSchema);
        cut.resize(below(cut.size()));
        QCOMPARE(decodePayload(book, cut).values.size(), std::size_t{0});
    }
    QVERIFY(values > 1000);  // it is not all refused
}

VELLUM_TEST_APPLESS(TestPayloadLimits)
#include "test_payload_limits.moc"
