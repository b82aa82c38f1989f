#include "gui/theme/scales.h"
#include "gui/theme/theme.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QString>

#include <algorithm>
#include <cmath>
#include <limits>

using vellum::gui::theme::differenceColor;
using vellum::gui::theme::heatColor;
using vellum::gui::theme::sequentialColor;
using vellum::gui::theme::Theme;

namespace {

/// WCAG 2's relative luminance.
double luminance(const QColor& color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
           + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [dark, bright] = std::minmax({luminance(a), luminance(b)});
    return (bright + 0.05) / (dark + 0.05);
}

}  // namespace

class TestScales : public QObject {
    Q_OBJECT

private slots:
    void itOnlyGrowsLighter();
    void whatIsOutsideIsAnEnd();
    void differencesCanBeWrittenOn_data();
    void differencesCanBeWrittenOn();
    void heatStandsOutFromThePanel_data();
    void heatStandsOutFromThePanel();
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

void TestScales::differencesCanBeWrittenOn_data()
{
    heatStandsOutFromThePanel_data();
}

void TestScales::differencesCanBeWrittenOn()
{
    QFETCH(const Theme* const, theme);
    const auto restored =
        qScopeGuard([before = vellum::gui::theme::currentTheme()] { setCurrentTheme(before); });
    setCurrentTheme(*theme);
    for (int i = -20; i <= 20; ++i) {
        const QColor color = differenceColor(i / 20.0);
        QVERIFY2(
            contrast(theme->ink, color) >= 4.5,
            qPrintable(QStringLiteral("%1 at %2").arg(color.name()).arg(i / 20.0)));
        QVERIFY(i == 0 || color != theme->field);
    }
}

void TestScales::heatStandsOutFromThePanel_data()
{
    using namespace vellum::gui::theme;  // NOLINT(google-build-using-namespace): three names
    QTest::addColumn<const Theme*>("theme");
    QTest::newRow("light") << &lightTheme();
    QTest::newRow("dark") << &darkTheme();
    QTest::newRow("print") << &printTheme();
}

void TestScales::heatStandsOutFromThePanel()
{
    QFETCH(const Theme* const, theme);
    const auto restored =
        qScopeGuard([before = vellum::gui::theme::currentTheme()] { setCurrentTheme(before); });
    setCurrentTheme(*theme);
    for (int i = 0; i <= 200; ++i) {
        const QColor color = heatColor(i / 200.0);
        QVERIFY2(contrast(color, theme->panel) >= 2, qPrintable(QString::number(i)));
        QVERIFY(i == 0 || luminance(color) >= luminance(heatColor((i - 1) / 200.0)));
    }
    QVERIFY2(contrast(heatColor(0), heatColor(1)) > 5, "much is told from little");
    QCOMPARE(heatColor(-1), heatColor(0));
    QCOMPARE(heatColor(std::numeric_limits<double>::quiet_NaN()), heatColor(0));
}

VELLUM_TEST_APPLESS(TestScales)
#include "test_scales.moc"
