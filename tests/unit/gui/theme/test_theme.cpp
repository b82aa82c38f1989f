// What can be read on what, and whose colour stays.

#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QLatin1Char>
#include <QRgb>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::theme::Theme;

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// WCAG 2's relative luminance.
double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
           + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double bright = std::max(luminance(a), luminance(b));
    const double dark = std::min(luminance(a), luminance(b));
    return (bright + 0.05) / (dark + 0.05);
}

// ---- Colours as others see them -------------------------------------------------------------

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& matrix, const Triple& vector)
{
    Triple product{};
    for (std::size_t i = 0; i < 3; ++i) {
        product.at(i) =
            std::inner_product(matrix.at(i).begin(), matrix.at(i).end(), vector.begin(), 0.0);
    }
    return product;
}

/// Nobody's deficiency, protanopia, deuteranopia and tritanopia: Machado 2009, severity 1.
constexpr std::array<Matrix, 4> kSights = {
    Matrix{Triple{1, 0, 0}, Triple{0, 1, 0}, Triple{0, 0, 1}},
    Matrix{
        Triple{0.152286, 1.052583, -0.204868},
        Triple{0.114503, 0.786281, 0.099216},
        Triple{-0.003882, -0.048116, 1.051998}},
    Matrix{
        Triple{0.367322, 0.860646, -0.227968},
        Triple{0.280085, 0.672501, 0.047413},
        Triple{-0.011820, 0.042940, 0.968881}},
    Matrix{
        Triple{1.255528, -0.076749, -0.178779},
        Triple{-0.078411, 0.930809, 0.147602},
        Triple{0.004733, 0.691367, 0.303900}}};

Triple okLabOf(const QColor& color, const Matrix& sight)
{
    constexpr Matrix kCones = {
        Triple{0.4122214708, 0.5363325363, 0.0514459929},
        Triple{0.2119034982, 0.6806995451, 0.1073969566},
        Triple{0.0883024619, 0.2817188376, 0.6299787005}};
    constexpr Matrix kLab = {
        Triple{0.2104542553, 0.7936177850, -0.0040720468},
        Triple{1.9779984951, -2.4285922050, 0.4505937099},
        Triple{0.0259040371, 0.7827717662, -0.8086757660}};
    Triple seen =
        times(sight, {linear(color.redF()), linear(color.greenF()), linear(color.blueF())});
    for (double& channel : seen) {
        channel = std::clamp(channel, 0.0, 1.0);
    }
    Triple cones = times(kCones, seen);
    for (double& cone : cones) {
        cone = std::cbrt(cone);
    }
    return times(kLab, cones);
}

double distanceOf(const QColor& a, const QColor& b, const Matrix& sight)
{
    const Triple first = okLabOf(a, sight);
    const Triple second = okLabOf(b, sight);
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

bool isToldApart(const QColor& one, const QColor& other)
{
    return std::ranges::all_of(
        kSights, [&](const Matrix& sight) { return distanceOf(one, other, sight) > 0.065; });
}

/// Groups, but for the greys, that somebody could take one for the other.
QStringList alikePairs()
{
    QStringList pairs;
    const auto isGrey = [](std::uint8_t group) {
        return group > static_cast<std::uint8_t>(FunctionGroup::Annotation)
               && group <= static_cast<std::uint8_t>(FunctionGroup::Unknown);
    };
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        for (std::uint8_t j = 0; j < i && !isGrey(i); ++j) {
            const QColor one = gui::theme::groupColor(static_cast<FunctionGroup>(i));
            const QColor other = gui::theme::groupColor(static_cast<FunctionGroup>(j));
            if (!isToldApart(one, other)) {
                pairs << one.name() + QLatin1Char(' ') + other.name();
            }
        }
    }
    return pairs;
}

/// Regions of one group whose names fall into all lightness steps.
std::vector<QColor> stepsOf(FunctionGroup group)
{
    std::vector<QColor> colors;
    colors.reserve(200);
    for (int i = 0; i < 200; ++i) {
        colors.push_back(gui::theme::regionColor(
            {.ref = RegionRef(0), .name = "f" + std::to_string(i), .group = group}));
    }
    return colors;
}

QString unreadable(const QColor& ink, const QColor& ground)
{
    const double ratio = contrast(ink, ground);
    return ratio >= 4.5 ? QString()
                        : QStringLiteral("%1 on %2: %3").arg(ink.name(), ground.name()).arg(ratio);
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    static void contrastOfKnownPairs()
    {
        QVERIFY(std::abs(contrast(QColor("#ffffff"), QColor("#000000")) - 21.0) < 0.01);
        QVERIFY(std::abs(contrast(QColor("#777777"), QColor("#ffffff")) - 4.48) < 0.01);
    }

    static void inkIsReadableOnPanels()
    {
        for (const Theme* theme :
             {&gui::theme::lightTheme(), &gui::theme::darkTheme(), &gui::theme::printTheme()}) {
            for (const QColor& ground :
                 {theme->window, theme->panel, theme->row, theme->groupRow, theme->field}) {
                QCOMPARE(unreadable(theme->ink, ground), QString());
                QCOMPARE(unreadable(theme->mutedInk, ground), QString());
                QCOMPARE(unreadable(theme->slower, ground), QString());
                QCOMPARE(unreadable(theme->faster, ground), QString());
            }
        }
    }

    static void inkIsReadableOnBars()
    {
        const QColor ink = gui::theme::lightTheme().barInk;
        QCOMPARE(ink, gui::theme::darkTheme().barInk);
        for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
            for (const QColor& color : stepsOf(static_cast<FunctionGroup>(i))) {
                QCOMPARE(unreadable(ink, color), QString());
            }
        }
    }

    static void groupsDiffer()
    {
        std::set<QRgb> colors;
        for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
            colors.insert(gui::theme::groupColor(static_cast<FunctionGroup>(i)).rgb());
            std::set<QRgb> steps;
            for (const QColor& color : stepsOf(static_cast<FunctionGroup>(i))) {
                steps.insert(color.rgb());
            }
            QVERIFY(steps.size() >= 4 && steps.size() <= 5);
        }
        QCOMPARE(colors.size(), std::size_t{kFunctionGroupCount});
    }

    /// All that are more than a grey: the smallest distance that the palette was sought for.
    static void groupsAreToldApartByAllEyes() { QCOMPARE(alikePairs(), QStringList()); }

    static void aFunctionKeepsItsColourFromTraceToTrace()
    {
        const Region here{
            .ref = RegionRef(3), .name = "jacobi", .group = FunctionGroup::Application};
        const Region there{
            .ref = RegionRef(77),
            .name = "jacobi",
            .canonicalName = "_Z6jacobi",
            .group = FunctionGroup::Application,
            .sourceFile = "other.c"};
        QCOMPARE(gui::theme::regionColor(here), gui::theme::regionColor(there));
        // FNV-1a of "jacobi" modulo five steps, by hand: a hash that differs between machines or
        // runs would break pictures that people compare.
        std::uint32_t hash = 2'166'136'261U;
        for (const char c : here.name) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
        }
        const double step = 0.90 + 0.05 * (hash % 5);
        const double base = gui::theme::groupColor(FunctionGroup::Application).lightnessF();
        const double own = gui::theme::regionColor(here).lightnessF();
        QVERIFY(std::abs(own - std::min(base * step, 0.93)) < 0.005);
    }

    /// Ranges that were recorded with a colour have it, with text that can be read on it.
    static void aColourOfItsOwnIsShown()
    {
        Region region{.ref = RegionRef(0), .name = "step", .group = FunctionGroup::Annotation};
        const QColor before = gui::theme::regionColor(region);
        for (int red = 0; red < 256; red += 15) {
            for (int green = 0; green < 256; green += 15) {
                const QColor own(red, green, (red * 7 + green * 3) % 256);
                region.color = own.rgb();
                QCOMPARE(gui::theme::regionColor(region), own);
                QCOMPARE(unreadable(gui::theme::regionInk(region), own), QString());
            }
        }
        gui::theme::setShowsOwnColors(false);
        QCOMPARE(gui::theme::regionColor(region), before);
        QCOMPARE(gui::theme::regionInk(region), gui::theme::currentTheme().barInk);
        gui::theme::setShowsOwnColors(true);
    }

    /// In print patterns tell groups apart, on the screen only where somebody wants them.
    static void patternsAreInPrintAndWhereTheyAreWanted()
    {
        using gui::theme::Cue;
        QVERIFY(!gui::theme::showsCues());
        gui::theme::setCurrentTheme(gui::theme::printTheme());
        QVERIFY(gui::theme::currentTheme().isPrint);
        QVERIFY(gui::theme::showsCues());
        gui::theme::setCurrentTheme(gui::theme::lightTheme());
        gui::theme::setShowsCues(true);
        QVERIFY(gui::theme::showsCues());
        gui::theme::setShowsCues(false);
        QCOMPARE(gui::theme::cueOf(FunctionGroup::Mpi), Cue::Rising);
        QCOMPARE(gui::theme::cueOf(FunctionGroup::Copy), Cue::Falling);
        QCOMPARE(gui::theme::cueOf(FunctionGroup::Io), Cue::Upright);
        QCOMPARE(gui::theme::cueOf(FunctionGroup::Measurement), Cue::Dots);
        const QColor color = gui::theme::groupColor(FunctionGroup::Mpi);
        QCOMPARE(gui::theme::cueBrush(FunctionGroup::Mpi, color).style(), Qt::BDiagPattern);
        QCOMPARE(gui::theme::cueBrush(FunctionGroup::Kernel, color).style(), Qt::NoBrush);
    }

    static void theProfilersSharesArePale()
    {
        for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
            const auto group = static_cast<FunctionGroup>(i);
            const bool isPale = gui::theme::shareColor(group).alphaF() < 0.5F;
            QCOMPARE(isPale, group == FunctionGroup::Measurement);
        }
    }

    static void theCurrentThemeIsOneOfTheTwo()
    {
        QVERIFY(!gui::theme::currentTheme().isDark);
        gui::theme::setCurrentTheme(gui::theme::darkTheme());
        QVERIFY(gui::theme::currentTheme().isDark);
        gui::theme::setCurrentTheme(gui::theme::lightTheme());
        QVERIFY(!gui::theme::currentTheme().isDark);
    }
};

VELLUM_TEST_GUILESS(TestTheme)
#include "test_theme.moc"
