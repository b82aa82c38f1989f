#include "common/base/result.h"
#include "common/base/strong_id.h"
#include "common/base/wide_math.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QStringList>

#include <string>

using vellum::Error;
using vellum::ErrorKind;
using vellum::Result;

class TestResult : public QObject {
    Q_OBJECT

private slots:
    void holdsAValueOrAnError();
    void returnIfErrorLeavesTheFunctionWithTheError();
    void everyKindHasANameOfItsOwn();
    void mulDivFloorsBelowZeroToo();
    void anIdWithoutAValueIsUndefined();
};

void TestResult::holdsAValueOrAnError()
{
    const Result<std::string> good = std::string("here");
    QVERIFY(good.isOk());
    QCOMPARE(good.value(), std::string("here"));
    const Result<std::string> bad = Error{ErrorKind::NotFound, "not here"};
    QVERIFY(!bad.isOk());
    QVERIFY(bad.error().kind == ErrorKind::NotFound);
    QVERIFY(Result<void>().isOk());
}

void TestResult::returnIfErrorLeavesTheFunctionWithTheError()
{
    const auto pass = [](bool good) -> Result<int> {
        VELLUM_RETURN_IF_ERROR(
            good ? Result<void>() : Result<void>(Error{ErrorKind::DataLoss, "gone"}));
        return 1;
    };
    QCOMPARE(pass(true).value(), 1);
    QCOMPARE(pass(false).error().message, std::string("gone"));
}

void TestResult::everyKindHasANameOfItsOwn()
{
    QStringList names;
    for (int kind = 0; kind < 8; ++kind) {
        const auto text = vellum::name(static_cast<ErrorKind>(kind));
        names << QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    QCOMPARE(names.removeDuplicates(), qsizetype{0});
}

void TestResult::mulDivFloorsBelowZeroToo()
{
    QCOMPARE(vellum::mulDiv(7, 3, 2), std::int64_t{10});
    QCOMPARE(vellum::mulDiv(-7, 3, 2), std::int64_t{-11});
    QCOMPARE(vellum::mulDiv(INT64_MAX, 1'000'000, 1'000'000), std::int64_t{INT64_MAX});
}

void TestResult::anIdWithoutAValueIsUndefined()
{
    using Id = vellum::StrongId<struct Tag>;
    QVERIFY(!Id().isDefined());
    QVERIFY(Id(0).isDefined());
    QVERIFY(Id(1) < Id(2));
}

VELLUM_TEST_GUILESS(TestResult)
#include "test_result.moc"
