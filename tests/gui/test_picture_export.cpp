// Charts as pictures in files: as they are on the screen, or for paper.

#include "gui/charts/picture_export.h"
#include "gui/charts/process_chart.h"
#include "gui/charts/summary_chart.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QColor>
#include <QFile>
#include <QIODevice>
#include <QImage>
#include <QRect>
#include <QScopeGuard>
#include <QString>
#include <QTemporaryDir>

#include <cstdlib>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::ChartDock;
using gui::charts::ProcessChart;
using gui::charts::SummaryChart;
namespace theme = gui::theme;
using tests::FrameBench;

namespace {

/// The heights of the lines of letters in a part of a picture, from top to bottom.
std::vector<int> letterHeights(const QImage& picture, const QRect& area)
{
    constexpr int kDark = 60;  // ink, but no grid nor swatch
    std::vector<int> heights;
    bool isInLetters = false;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        bool hasInk = false;
        for (int x = area.left(); x <= area.right(); ++x) {
            hasInk = hasInk || qGray(picture.pixel(x, y)) < kDark;
        }
        if (hasInk && !isInLetters) {
            heights.push_back(0);
        }
        if (hasInk) {
            ++heights.back();
        }
        isInLetters = hasInk;
    }
    return heights;
}

}  // namespace

class TestPictureExport : public QObject {
    Q_OBJECT

private slots:
    void aChartIsExportedBelowItsHeader();
    void aPictureForPrintIsBlackOnWhite();
    void aPictureForPrintHasALegendAndNoScrollBar();
    void aPictureForPrintIsSharp();
    void aLegendIsAsLargeAsTheLabels();
    void whatIsSelectedIsInAPicture();
};

void TestPictureExport::aChartIsExportedBelowItsHeader()
{
    FrameBench bench(tests::kRanks);
    auto& summary = bench.open<SummaryChart>("summary");
    ChartDock* dock = bench.frame.docks().back();
    const QTemporaryDir folder;
    const QString png = folder.filePath("a.png");
    QVERIFY(gui::charts::exportPicture(bench.frame.ruler(), *dock, png).isOk());
    const QImage picture(png);
    const double ratio = summary.devicePixelRatioF();
    QCOMPARE(picture.width(), int(summary.width() * ratio));
    QVERIFY(picture.height() > summary.height() * ratio);
    const QString svg = folder.filePath("a.svg");
    QVERIFY(gui::charts::exportPicture(bench.frame.ruler(), *dock, svg).isOk());
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("Summary timeline"));
    QVERIFY2(text.count("<image") == 0, "shapes and letters, no pixels");
    QVERIFY(!gui::charts::exportPicture(bench.frame.ruler(), *dock, "/a.bmp").isOk());
    QVERIFY(!gui::charts::exportPicture(bench.frame.ruler(), *dock, "/no/such/a.png").isOk());
}

void TestPictureExport::aPictureForPrintIsBlackOnWhite()
{
    const auto restored = qScopeGuard([] { theme::setCurrentTheme(theme::lightTheme()); });
    theme::setCurrentTheme(theme::darkTheme());
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    const QTemporaryDir folder;
    const auto shoot = [&](const char* name, const theme::Theme& theme) {
        const QString file = folder.filePath(QString::fromLatin1(name));
        ChartDock* dock = bench.frame.docks().back();
        return gui::charts::exportPicture(bench.frame.ruler(), *dock, file, theme).isOk()
                   ? QImage(file)
                   : QImage();
    };
    const QImage dark = shoot("dark.png", theme::darkTheme());
    const QImage print = shoot("print.png", theme::printTheme());
    QCOMPARE(dark.size(), print.size());
    QCOMPARE(dark.pixelColor(1, 1), theme::darkTheme().window);
    QCOMPARE(print.pixelColor(1, 1), theme::printTheme().window);
    // Nothing of the window is another one for it, nor the next picture.
    QVERIFY(theme::currentTheme().isDark);
    QVERIFY(shoot("again.png", theme::darkTheme()) == dark);
    theme::setCurrentTheme(theme::printTheme());
    QVERIFY(shoot("shown.png", theme::printTheme()) == print);
}

void TestPictureExport::aPictureForPrintHasALegendAndNoScrollBar()
{
    const auto restored = qScopeGuard([] { theme::setCurrentTheme(theme::lightTheme()); });
    FrameBench bench(tests::manyRows());
    QVERIFY(bench.master->scrollBarWidth() > 0);
    const QTemporaryDir folder;
    ChartDock* dock = bench.frame.docks().front();
    const gui::charts::Caption caption =
        gui::charts::captionOf("a trace", *bench.trace->definitions);
    QCOMPARE(caption.legend.size(), std::size_t{1});
    const auto shoot = [&](const gui::charts::Caption* below) {
        const QString file = folder.filePath("a.png");
        const auto done = gui::charts::exportPicture(
            bench.frame.ruler(), *dock, file, theme::printTheme(), below);
        return done.isOk() ? QImage(file) : QImage();
    };
    const QImage plain = shoot(nullptr);
    const QImage print = shoot(&caption);
    constexpr int kFiner = 3;
    QCOMPARE(print.width(), kFiner * plain.width());
    QVERIFY(print.height() > kFiner * (plain.height() + 20));
    QCOMPARE(print.dotsPerMeterX(), 11339);  // 288 per inch
    const QColor paper = theme::printTheme().window;
    const int right = plain.width() - bench.master->scrollBarWidth() / 2;
    for (int y = plain.height() - dock->chart().height() + 1; y < plain.height(); ++y) {
        QCOMPARE(plain.pixelColor(right, y), paper);
    }
    // The swatch of the only group, in the colour that its stacks have on paper.
    theme::setCurrentTheme(theme::printTheme());
    const QColor wanted = theme::groupColor(caption.legend.front().first);
    bool isThere = false;
    for (int y = kFiner * plain.height(); y < print.height(); ++y) {
        isThere = isThere || print.pixelColor(kFiner * 12, y) == wanted;
    }
    QVERIFY(isThere);
}

/// Letters of labels are painted anew where a picture has more pixels than the screen.
void TestPictureExport::aPictureForPrintIsSharp()
{
    const auto restored = qScopeGuard([] { theme::setCurrentTheme(theme::lightTheme()); });
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    const QTemporaryDir folder;
    const gui::charts::Caption caption;
    const QString file = folder.filePath("a.png");
    for (ChartDock* dock : bench.frame.docks()) {
        const auto done = gui::charts::exportPicture(
            bench.frame.ruler(), *dock, file, theme::printTheme(), &caption);
        QVERIFY(done.isOk());
        const QImage print(file);
        const int top = 3 * (bench.frame.ruler().height() + dock->header().height());
        const QImage labels =
            print.copy(0, top, 3 * (dock->chart().labelWidth() - 2), print.height() - top);
        const QImage coarse = labels.scaled(labels.size() / 3);  // one pixel of nine
        QVERIFY(coarse.scaled(labels.size()) != labels);
    }
}

/// A font in points would be larger on an image of more dots.
void TestPictureExport::aLegendIsAsLargeAsTheLabels()
{
    const auto restored = qScopeGuard([] { theme::setCurrentTheme(theme::lightTheme()); });
    FrameBench bench(
        "length 999\nlocation 0 \"H\"\nlocation 1 \"H\"\nenter 0 @0 main\nleave 0 @900 main\n");
    const QTemporaryDir folder;
    const gui::charts::Caption caption{.trace = "H", .legend = {{FunctionGroup::Mpi, "H"}}};
    ChartDock* dock = bench.frame.docks().front();
    const QString file = folder.filePath("a.png");
    const auto done =
        gui::charts::exportPicture(bench.frame.ruler(), *dock, file, theme::printTheme(), &caption);
    QVERIFY(done.isOk());
    const QImage print(file);
    constexpr int kFiner = 3;
    const int top = kFiner * (bench.frame.ruler().height() + dock->header().height());
    const int below = top + kFiner * dock->chart().height();
    const QRect labels(kFiner, top, kFiner * (bench.master->labelWidth() - 10), below - top);
    const QRect legend(0, below + kFiner, kFiner * 200, print.height() - below - kFiner);
    const std::vector<int> rows = letterHeights(print, labels);
    const std::vector<int> lines = letterHeights(print, legend);
    QCOMPARE(rows.size(), std::size_t{3});  // the process first
    QCOMPARE(lines.size(), std::size_t{2});
    for (const int height : lines) {
        QVERIFY2(std::abs(height - rows.back()) <= 2, qPrintable(QString::number(height)));
    }
}

/// In whatever chart, and on paper as on the screen.
void TestPictureExport::whatIsSelectedIsInAPicture()
{
    const auto restored = qScopeGuard([] { theme::setCurrentTheme(theme::lightTheme()); });
    FrameBench bench(tests::kRanks);
    auto& process = bench.open<ProcessChart>("process");
    const QTemporaryDir folder;
    const gui::charts::Caption caption;
    const QString file = folder.filePath("a.png");
    const auto shoot = [&](ChartDock& dock, const gui::charts::Caption* below) {
        const auto done =
            gui::charts::exportPicture(bench.frame.ruler(), dock, file, theme::printTheme(), below);
        return done.isOk() ? QImage(file) : QImage();
    };
    std::vector<QImage> plain;
    for (ChartDock* dock : bench.frame.docks()) {
        plain.push_back(shoot(*dock, nullptr));
        plain.push_back(shoot(*dock, &caption));
    }
    bench.click(process, FrameBench::at(process, 300, 25));
    QVERIFY(bench.selection.visit().has_value());
    std::size_t next = 0;
    for (ChartDock* dock : bench.frame.docks()) {
        QVERIFY(shoot(*dock, nullptr) != plain[next++]);
        QVERIFY(shoot(*dock, &caption) != plain[next++]);
    }
}

VELLUM_TEST_GUI(TestPictureExport)
#include "test_picture_export.moc"
