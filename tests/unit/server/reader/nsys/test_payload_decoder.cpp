// Binary payloads of NVTX: what C structs hold, taken apart by their schemas.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/payload_text.h"

#include <array>
#include <cstring>
#include <string>

using namespace vellum::server::reader::nsys;  // NOLINT(google-build-using-namespace): a test
using namespace vellum::tests;                 // NOLINT(google-build-using-namespace)

class TestPayloadDecoder : public QObject {
    Q_OBJECT

private slots:
    static void offsetsThatAreNotGivenAreThoseOfC();
    static void offsetsThatAreGivenCount();
    static void packedStructsAreNotAligned();
    static void theHeadEndsWithBeginOrEndOfThePayload();
    static void severalPayloadsAreAllRead();
    static void nestedStructsNameTheirFields();
    static void arraysAreTexts();
    static void countedArraysTakeTheirLengthFromAField();
    static void textsHaveALengthOrAnEnd();
    static void enumerationsAreNamed();
    static void unionsHoldWhatAnotherFieldSays();
    static void smallFloatsAreNumbers();
    static void predefinedTypesNeedNoSchema();
    static void hiddenFieldsCountAndAreNotShown();
};

void TestPayloadDecoder::offsetsThatAreNotGivenAreThoseOfC()
{
    struct Sample {
        char letter = 'x';
        std::int32_t number = -7;
        std::uint8_t small = 200;
        double real = 0.1;
        std::uint16_t last = 65535;
    };
    QCOMPARE(
        decoded(
            {field(kChar, "letter"),
             field(kInt, "number"),
             field(kUint8, "small"),
             field(kDouble, "real"),
             field(kUint16, "last")},
            bytesOf(Sample{})),
        std::string("letter='x'; number=-7; small=200u; real=0.10000000000000001f; last=65535u; "));
}

/// As NCCL describes a call: 64 bits at 0, then offsets.
void TestPayloadDecoder::offsetsThatAreGivenCount()
{
    struct Call {
        std::uint64_t communicator = 0xabc;
        std::int32_t ranks = 2;
        std::int32_t rank = 1;
        std::int32_t device = -1;
        std::int32_t unused = 99;
    };
    std::vector<PayloadField> fields{
        field(kUint64, "NCCL communicator ID"),
        field(kInt, "No. of ranks"),
        field(kInt, "Rank"),
        field(kInt, "CUDA device")};
    fields[1].offset = 8;
    fields[2].offset = 12;
    fields[3].offset = 16;
    QCOMPARE(
        decoded(fields, bytesOf(Call{}), {.bytes = 24}),
        std::string("NCCL communicator ID=2748u; No. of ranks=2; Rank=1; CUDA device=-1; "));
    std::swap(fields[1].offset, fields[3].offset);  // in any order
    QCOMPARE(
        decoded(fields, bytesOf(Call{}), {.bytes = 24}),
        std::string("NCCL communicator ID=2748u; No. of ranks=-1; Rank=1; CUDA device=2; "));
}

void TestPayloadDecoder::packedStructsAreNotAligned()
{
    const std::string bytes = std::string("\x01\x02\0\0\0\x03\0", 7);
    const std::vector<PayloadField> fields{
        field(kUint8, "a"), field(kUint32, "b"), field(kInt16, "c")};
    QCOMPARE(decoded(fields, bytes, {.packing = 1}), std::string("a=1u; b=2u; c=3; "));
    const std::string two = std::string("\x01\0\x02\0\0\0\x03\0", 8);
    QCOMPARE(decoded(fields, two, {.packing = 2}), std::string("a=1u; b=2u; c=3; "));
}

void TestPayloadDecoder::theHeadEndsWithBeginOrEndOfThePayload()
{
    PayloadBook book;
    add(book, kSchema, {field(kUint32, "a")});
    const auto withLast = [&](std::uint64_t size, std::uint64_t last) {
        return decoded(
            book,
            bytesOf(std::array<std::uint64_t, 4>{kDomain, kSchema, size, last})
                + std::string("\x05\0\0\0", 4));
    };
    QCOMPARE(withLast(4, 32), std::string("a=5u; "));
    QCOMPARE(withLast(4, 36), std::string("a=5u; "));
    QCOMPARE(withLast(4, 33), std::string("!0 ; "));
    QCOMPARE(withLast(5, 32), std::string("!0 ; "));
    QCOMPARE(withLast(std::numeric_limits<std::uint64_t>::max(), 31), std::string("!0 ; "));
    QCOMPARE(decoded(book, std::string(31, '\0')), std::string("!0 ; "));
    QCOMPARE(decoded(book, {}), std::string("!0 ; "));
}

void TestPayloadDecoder::severalPayloadsAreAllRead()
{
    PayloadBook book;
    add(book, kSchema, {field(kUint32, "a")});
    add(book, kInner, {field(kUint64, "b")});
    const std::string four("\x05\0\0\0", 4);
    const std::string eight("\x07\0\0\0\0\0\0\0", 8);
    const auto words = [](const std::vector<std::uint64_t>& all) {
        std::string bytes;
        for (const std::uint64_t word : all) {
            bytes += bytesOf(word);
        }
        return bytes;
    };
    // Each behind its own head; places count from it or from the begin of all.
    const std::string first = blob(four);
    QCOMPARE(decoded(book, first + blob(eight, kInner)), std::string("a=5u; b=7u; "));
    QCOMPARE(
        decoded(book, first + words({kDomain, kInner, 8, 36 + 32 + 8}) + eight),
        std::string("a=5u; b=7u; "));
    // All heads first, the payloads in any order behind them.
    const std::string heads = words({kDomain, kSchema, 4, 80, kInner, 8, 88, kSchema, 4, 84});
    QCOMPARE(
        decoded(book, heads + four + std::string("\x06\0\0\0", 4) + eight),
        std::string("a=5u; b=7u; a=6u; "));
    // What belongs to none is said; a little padding is nothing.
    QCOMPARE(decoded(book, first + std::string(7, '\0')), std::string("a=5u; "));
    QCOMPARE(decoded(book, first + eight), std::string("a=5u; !6 8 bytes; "));
    QCOMPARE(decoded(book, heads.substr(0, 79) + "x"), std::string("!0 ; "));
    // The places of a table lie behind its heads and in the bytes.
    QCOMPARE(
        decoded(book, words({kDomain, kSchema, 4, 56, kInner, 8, 48}) + eight + eight),
        std::string("!0 ; "));
    QCOMPARE(
        decoded(book, words({kDomain, kSchema, 4, 56, kInner, 8, 65}) + eight + eight),
        std::string("!0 ; "));
}

void TestPayloadDecoder::nestedStructsNameTheirFields()
{
    struct Inner {
        std::uint8_t rows = 1;
        double scale = 2;
    };
    struct Outer {
        std::uint8_t first = 3;
        Inner shape;
        std::array<Inner, 2> more;
        std::uint8_t last = 4;
    };
    Outer outer;
    outer.more[1].rows = 9;
    PayloadBook book;
    add(book,
        kSchema,
        {field(kUint8, "first"),
         field(kInner, "shape"),
         field(kInner, "more", payload_flag::kFixedArray, 2),
         field(kUint8, "")});
    add(book, kInner, {field(kUint8, "rows"), field(kDouble, "scale")});
    QCOMPARE(
        decoded(std::move(book), blob(bytesOf(outer))),
        std::string("first=3u; shape.rows=1u; shape.scale=2f; more[0].rows=1u; more[0].scale=2f; "
                    "more[1].rows=9u; more[1].scale=2f; field 3=4u; "));
}

void TestPayloadDecoder::arraysAreTexts()
{
    struct Sample {
        std::array<std::int16_t, 3> numbers{1, -2, 3};
        std::array<char, 6> name{"rank"};
        std::array<unsigned char, 3> bytes{0xde, 0xad, 0};
        std::array<double, 2> reals{0.5, 2};
    };
    QCOMPARE(
        decoded(
            {field(kInt16, "numbers", payload_flag::kFixedArray, 3),
             field(kChar, "name", payload_flag::kFixedArray, 6),
             field(kByte, "bytes", payload_flag::kFixedArray, 3),
             field(kDouble, "reals", payload_flag::kFixedArray, 2)},
            bytesOf(Sample{})),
        std::string("numbers='[1, -2, 3]'; name='rank'; bytes='de ad 00'; reals='[0.5, 2]'; "));
    const std::string all = decoded(
        {field(kUint8, "many", payload_flag::kFixedArray, 1000)}, std::string(1000, '\x01'));
    QVERIFY2(all.ends_with("1, 1, … (1,000 bytes)]'; "), all.c_str());
    QCOMPARE(std::count(all.begin(), all.end(), '1'), std::ptrdiff_t{64 + 1});
}

void TestPayloadDecoder::countedArraysTakeTheirLengthFromAField()
{
    const PayloadSchema dynamic{.type = PayloadSchema::kDynamic};
    const auto counted = payload_flag::kCountedArray;
    const std::string bytes = std::string("\x02\0\0\0\x07\0\0\0\x08\0\0\0\x09", 13);
    const std::vector<PayloadField> fields{
        field(kInt, "size"), field(kUint32, "data", counted, 0), field(kUint8, "behind")};
    QCOMPARE(decoded(fields, bytes, dynamic), std::string("size=2; data='[7, 8]'; behind=9u; "));
    // A negative length is none.
    QCOMPARE(
        decoded(fields, std::string("\xff\xff\xff\xff\x09", 5), dynamic),
        std::string("size=-1; data='[]'; behind=9u; "));
    QCOMPARE(
        decoded(fields, std::string("\xff\xff\xff\x7f\x09", 5), dynamic),
        std::string(
            "size=2147483647; !2 data; !3 behind, which stands behind one of unknown length; "));
    // Rows and columns.
    QCOMPARE(
        decoded(
            {field(kUint8, "shape", payload_flag::kFixedArray, 2),
             field(kUint8, "data", counted, 0)},
            std::string("\x02\x03\x01\x02\x03\x04\x05\x06", 8),
            dynamic),
        std::string("shape='[2, 3]'; data='[1, 2, 3, 4, 5, 6]'; "));
    // Of a field that comes later, or that is none.
    for (const std::uint64_t wrong : {1U, 2U, 77U}) {
        QCOMPARE(
            decoded({field(kInt, "size"), field(kUint32, "data", counted, wrong)}, bytes, dynamic),
            std::string("size=2; !3 data, whose length no field before it says; "));
    }
}

void TestPayloadDecoder::textsHaveALengthOrAnEnd()
{
    const PayloadSchema dynamic{.type = PayloadSchema::kDynamic};
    const auto ended = payload_flag::kTerminatedArray;
    QCOMPARE(
        decoded(
            {field(kText, "a", 0, 4),
             field(kText, "b", payload_flag::kFixedArray, 2),
             field(kUint8, "c")},
            std::string("ab\0dxy\x05", 7)),
        std::string("a='ab'; b='xy'; c=5u; "));
    QCOMPARE(
        decoded(
            {field(kText, "a", ended), field(kText, "b", ended), field(kUint8, "c")},
            std::string("one\0\0\x05", 6),
            dynamic),
        std::string("a='one'; b=''; c=5u; "));
    QCOMPARE(
        decoded(
            {field(kUint8, "n"), field(kText, "a", payload_flag::kCountedArray, 0)},
            std::string("\x03"
                        "abcdef"),
            dynamic),
        std::string("n=3u; a='abc'; "));
    QCOMPARE(
        decoded(
            {field(kText16, "a", ended), field(kText32, "b", 0, 1)},
            std::string("\xe4\0\x3d\xd8\0\xde\0\xd8\0\0\0\0\x42\0\0\0", 16),
            dynamic),
        std::string("a='\u00e4\U0001F600'; b='B'; "));
    QCOMPARE(decoded({field(kText, "a", ended)}, "never", dynamic), std::string("!2 a; "));
    // Its length is not said: an address.
    QCOMPARE(
        decoded({field(kText, "a"), field(kUint8, "b")}, std::string("12345678\x05", 9)),
        std::string("b=5u; !4 a; "));
    const std::string shortened = decoded({field(kText, "a", 0, 5000)}, std::string(5000, 'x'));
    QCOMPARE(shortened.size(), std::string("a='…'; ").size() + 4096);
}

void TestPayloadDecoder::enumerationsAreNamed()
{
    PayloadBook book;
    book.addEnum({.domain = kDomain, .id = kEnum}, 2);
    book.addValue({.domain = kDomain, .id = kEnum}, 0, {.name = "Sum"});
    book.addValue({.domain = kDomain, .id = kEnum}, 4, {.name = "async", .isFlag = true});
    book.addValue({.domain = kDomain, .id = kEnum}, 8, {.name = "pinned", .isFlag = true});
    book.addValue({.domain = kDomain, .id = kEnum}, 9, {.name = "one"});
    book.addValue({.domain = kDomain, .id = kEnum}, 9, {.name = "another"});
    add(book, kSchema, {field(kEnum, "all", payload_flag::kFixedArray, 5), field(kEnum, "last")});
    QCOMPARE(
        decoded(std::move(book), blob(std::string("\0\0\x04\0\x0c\0\x0d\0\x09\0\x08\0", 12))),
        std::string("all='[Sum, async, async | pinned, 13, 9]'; last='pinned'; "));
}

void TestPayloadDecoder::unionsHoldWhatAnotherFieldSays()
{
    PayloadBook book;
    add(book,
        kInner,
        {field(kUint64, "whole"), field(kUint16, "part")},
        {.type = PayloadSchema::kUnion});
    add(book,
        kSchema,
        {field(kUint8, "which"), field(kInner, "value", 0, 0), field(kUint8, "last")});
    const auto with = [&](char which) {
        std::string bytes(17, '\0');
        bytes[0] = which;
        bytes[8] = 7;
        bytes[10] = 1;
        bytes[16] = 5;
        return decoded(book, blob(bytes));
    };
    QCOMPARE(with(0), std::string("which=0u; value.whole=65543u; last=5u; "));
    QCOMPARE(with(1), std::string("which=1u; value.part=7u; last=5u; "));
    QCOMPARE(
        with(2),
        std::string("which=2u; last=5u; !3 value, a union of which no field says what it holds; "));
}

void TestPayloadDecoder::smallFloatsAreNumbers()
{
    constexpr std::uint64_t kHalf = 42;
    constexpr std::uint64_t kBrain = 50;
    constexpr std::uint64_t kTf32 = 52;
    QCOMPARE(
        decoded(
            {field(kHalf, "one"),
             field(kHalf, "least"),
             field(kHalf, "minus"),
             field(kBrain, "brain"),
             field(kTf32, "tensor")},
            std::string("\0\x3c\x01\0\x66\xc2\x40\x40\0\0\xc0\x3f", 12)),
        std::string(
            "one=1f; least=5.9604644775390625e-08f; minus=-3.19921875f; brain=3f; tensor=1.5f; "));
}

void TestPayloadDecoder::predefinedTypesNeedNoSchema()
{
    const PayloadBook none;
    QCOMPARE(decoded(none, blob(std::string("\x05\0\0\0", 4), kUint32)), std::string("=5u; "));
    QCOMPARE(
        decoded(none, blob(std::string("\x05\0\0\0\x06\0\0\0\x07", 9), kUint32)),
        std::string("='[5, 6]'; "));
    QCOMPARE(decoded(none, blob("hello", kText)), std::string("='hello'; "));
    QCOMPARE(decoded(none, blob("\x01\x02", 1023)), std::string("='01 02'; "));
    QCOMPARE(decoded(none, blob("\x01\x02", 1022)), std::string());
}

void TestPayloadDecoder::hiddenFieldsCountAndAreNotShown()
{
    QCOMPARE(
        decoded(
            {field(kUint8, "n", payload_flag::kHidden),
             field(kUint8, "data", payload_flag::kCountedArray, 0)},
            std::string("\x01\x02", 2),
            {.type = PayloadSchema::kDynamic}),
        std::string("data='[2]'; "));
}

VELLUM_TEST_APPLESS(TestPayloadDecoder)
#include "test_payload_decoder.moc"
