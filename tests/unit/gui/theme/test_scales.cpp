#include "gui/theme/scales.h"

#include <QtTest/QtTest>

#include <limits>

using vellum::gui::theme::sequentialColor;

class TestScales : public QObject {
    Q_OBJECT

private slots:
    void itOnlyGrowsLighter();
    void whatIsOutsideIsAnEnd();
};

void TestScales::itOnlyGrowsLighter()
{
    const auto light = [](double share) {
        const QColor color = sequentialColor(share);
        return 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF();
    };
    for (int i = 0; i < 200; ++i) {
        QVERIFY2(light((i + 1) / 200.0) >= light(i / 200.0), qPrintable(QString::number(i)));
    }
    QVERIFY(light(1) - light(0) > 0.6);
}

void TestScales::whatIsOutsideIsAnEnd()
{
    QCOMPARE(sequentialColor(-1), sequentialColor(0));
    QCOMPARE(sequentialColor(7), sequentialColor(1));
    QCOMPARE(sequentialColor(std::numeric_limits<double>::quiet_NaN()), sequentialColor(0));
}

QTEST_APPLESS_MAIN(TestScales)
#include "test_scales.moc"
