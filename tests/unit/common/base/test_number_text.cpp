#include "common/base/number_text.h"
#include "tests/support/program/test_program.h"

#include <cstdint>
#include <limits>
#include <string>

using vellum::byteText;
using vellum::grouped;
using vellum::parseByteSize;
using vellum::percentText;
using vellum::quantityText;

class TestNumberText : public QObject {
    Q_OBJECT

private slots:
    void groupsByThree();
    void saysBytesInUnits();
    void saysQuantitiesInTheirUnits();
    void saysSharesInPercent();
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

void TestNumberText::saysQuantitiesInTheirUnits()
{
    QCOMPARE(quantityText(0, "W"), std::string("0 W"));
    QCOMPARE(quantityText(0, ""), std::string("0"));
    QCOMPARE(quantityText(7, "#"), std::string("7"));
    QCOMPARE(quantityText(-1302, "MHz"), std::string("-1,302 MHz"));
    QCOMPARE(quantityText(1302.4, "MHz"), std::string("1,302 MHz"));
    QCOMPARE(quantityText(0.0625, "%"), std::string("0.062 %"));
    QCOMPARE(quantityText(12.34, "%"), std::string("12.3 %"));
    QCOMPARE(quantityText(84'530'000, "#"), std::string("84.5 M"));
    QCOMPARE(quantityText(2.5e9, "Hz"), std::string("2.50 GHz"));
    QCOMPARE(quantityText(12'345'678, "us"), std::string("12,345,678 us"));
    QCOMPARE(quantityText(13.0 * 1024 * 1024 * 1024, "Bytes/s"), std::string("13 GiB/s"));
    QCOMPARE(quantityText(20'000, "B"), std::string("19.5 KiB"));
    QCOMPARE(quantityText(1e-7, "s"), std::string("1e-07 s"));
    QCOMPARE(quantityText(1e300, "x"), std::string("1e+300 x"));
    QCOMPARE(quantityText(1e300, "W").find("1e+") == 0, true);
}

void TestNumberText::saysSharesInPercent()
{
    QCOMPARE(percentText(0.9336), std::string("93.4 %"));
    QCOMPARE(percentText(-0.0001), std::string("0.0 %"));
    QCOMPARE(percentText(-0.25), std::string("-25.0 %"));
    QVERIFY(percentText(1e300).size() > 300);
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

VELLUM_TEST_APPLESS(TestNumberText)
#include "test_number_text.moc"
