#include "common/base/number_text.h"

#include <QtTest/QtTest>

#include <cstdint>
#include <limits>
#include <string>

using vellum::byteText;
using vellum::grouped;
using vellum::parseByteSize;

class TestNumberText : public QObject {
    Q_OBJECT

private slots:
    void groupsByThree();
    void saysBytesInUnits();
    void readsSizesInUnitsOf1024();
    void refusesWhatIsNoSize();
};

void TestNumberText::groupsByThree()
{
    QCOMPARE(grouped(0), std::string("0"));
    QCOMPARE(grouped(999), std::string("999"));
    QCOMPARE(grouped(1'000), std::string("1,000"));
    QCOMPARE(grouped(12'345'678), std::string("12,345,678"));
}

void TestNumberText::saysBytesInUnits()
{
    QCOMPARE(byteText(1), std::string("1 byte"));
    QCOMPARE(byteText(8'192), std::string("8,192 bytes"));
    QCOMPARE(byteText(44'136), std::string("43.1 KiB"));
    QCOMPARE(byteText(std::uint64_t{4} << 30U), std::string("4 GiB"));
    QCOMPARE(byteText(std::numeric_limits<std::uint64_t>::max()), std::string("16 EiB"));
}

void TestNumberText::readsSizesInUnitsOf1024()
{
    QCOMPARE(*parseByteSize("4096"), 4096U);
    QCOMPARE(*parseByteSize("3K"), 3072U);
    QCOMPARE(*parseByteSize("64M"), std::uint64_t{64} << 20U);
    QCOMPARE(*parseByteSize("2gib"), std::uint64_t{2} << 30U);
    QCOMPARE(*parseByteSize("1 MB"), std::uint64_t{1} << 20U);
    QCOMPARE(*parseByteSize("17179869183G"), std::uint64_t{17179869183U} << 30U);
}

void TestNumberText::refusesWhatIsNoSize()
{
    for (const char* text :
         {"", "M", "1X", "-1", "1.5M", "17179869184G", " 1", "1MM", "99999999999999999999"}) {
        QVERIFY2(!parseByteSize(text), text);
    }
}

QTEST_APPLESS_MAIN(TestNumberText)
#include "test_number_text.moc"
