#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QFile>
#include <QIODevice>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <optional>

namespace vellum {

namespace {

constexpr int kPatienceMs = 100'000;  // against hanging for ever; nothing is timed

/// What a run of the program came to.
struct Run {
    int status = -1;  ///< -1: it crashed or never ended
    QString said;
};

/// `vellum` without any display, so that nothing depends on this machine's desktop.
Run runVellum(const QStringList& arguments, const QString& home)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        environment.remove(QLatin1String(name));
    }
    for (const char* name : {"HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"}) {
        environment.insert(QLatin1String(name), home);
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum"), arguments);
    const bool hasEnded = process.waitForFinished(kPatienceMs);
    return {
        .status =
            hasEnded && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        .said = QString::fromUtf8(process.readAll())};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

/// What `vellum` does where there is no display: pictures, sentences, exit statuses.
class TestScreenshot : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_trace;

    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name));
    }
    [[nodiscard]] Run run(const QStringList& arguments) const
    {
        return runVellum(arguments, m_folder.path());
    }

private slots:
    void initTestCase();

    void aPictureOfTheAskedSize();
    void aWindowAndAThemeShowInThePicture();
    void severalFilesAndAPartShowInThePicture();
    void severalTracesAreCompared();
    void everyChartCanBeAskedFor();
    void twoRunsMakeTheSamePicture();
    void allDetailsOfWhatIsSelectedAreInThePicture();
    void aLocationIsNamedByItsPath();
    void aPictureWithoutRoomForTheChartsEnds();
    void vectorFormatsAreWritten();
    void whatCannotBeDoneIsAStatusAndASentence_data();
    void whatCannotBeDoneIsAStatusAndASentence();
    void withoutADisplayThereIsOneSentence();
};

void TestScreenshot::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_trace = path("trace") + QStringLiteral("/traces.otf2");
    QCOMPARE(
        QProcess::execute(
            qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-generate"),
            {"random", "--seed", "5", "--locations", "5", "--out", path("trace")}),
        0);
    QFile garbage(path("garbage.otf2"));
    QVERIFY(garbage.open(QIODevice::WriteOnly));
    garbage.write(QByteArray("not a trace\n").repeated(100));
}

void TestScreenshot::aPictureOfTheAskedSize()
{
    const QString out = path("plain.png");
    const Run done = run({m_trace, "--screenshot", out, "--size", "900x600"});
    QVERIFY2(done.status == 0, qPrintable(done.said));
    QVERIFY2(done.said.isEmpty(), qPrintable(done.said));
    const QImage picture(out);
    QCOMPARE(picture.size(), QSize(900, 600));
    // The folder that holds an archive stands for it.
    const Run folder =
        run({path("trace"), "--screenshot", path("folder.png"), "--size", "900x600"});
    QVERIFY2(folder.status == 0, qPrintable(folder.said));
    QCOMPARE(QImage(path("folder.png")).size(), QSize(900, 600));
}

void TestScreenshot::aWindowAndAThemeShowInThePicture()
{
    const auto shoot = [this](const char* name, const QStringList& more) {
        const Run done =
            run(QStringList{m_trace, "--screenshot", path(name), "--size", "900x600"} + more);
        return done.status == 0 ? QImage(path(name)) : QImage();
    };
    const QImage whole = shoot("whole.png", {});
    const QImage window = shoot("window.png", {"--window", ":1us"});
    const QImage dark = shoot("dark.png", {"--theme", "dark"});
    QVERIFY(!whole.isNull() && !window.isNull() && !dark.isNull());
    QVERIFY(whole != window);
    const auto brightness = [](const QImage& picture) {
        return qGray(picture.scaled(1, 1, {}, Qt::SmoothTransformation).pixel(0, 0));
    };
    QVERIFY(brightness(dark) < 128 && brightness(whole) > 128);
}

void TestScreenshot::severalFilesAndAPartShowInThePicture()
{
    const auto shoot = [this](const char* name, const QStringList& arguments) {
        const Run done =
            run(arguments + QStringList{"--screenshot", path(name), "--size", "900x600"});
        return done.status == 0 ? QImage(path(name)) : QImage();
    };
    const QImage one = shoot("one.png", {m_trace});
    const QImage both = shoot("both.png", {m_trace, m_trace, "--join"});
    const QImage part = shoot("part.png", {m_trace, "--load-locations", "0"});
    QVERIFY(!one.isNull() && !both.isNull() && !part.isNull());
    QVERIFY(one != both);
    QVERIFY(one != part);
}

/// One trace twice is another picture than once, and --window changes it.
void TestScreenshot::severalTracesAreCompared()
{
    const auto shoot = [this](const char* name, const QStringList& arguments) {
        const Run done =
            run(arguments + QStringList{"--screenshot", path(name), "--size", "900x600"});
        return done.status == 0 ? QImage(path(name)) : QImage();
    };
    const QImage one = shoot("one.png", {m_trace});
    const QImage twice = shoot("twice.png", {"--compare", m_trace, m_trace});
    const QImage part = shoot("window.png", {"--compare", m_trace, m_trace, "--window", "50us:"});
    QVERIFY(!one.isNull() && !twice.isNull() && !part.isNull());
    QVERIFY(one != twice);
    QVERIFY(twice != part);
}

/// As the manual's table of charts has them.
void TestScreenshot::everyChartCanBeAskedFor()
{
    for (const char* charts :
         {"master",
          "process=0",
          "summary=function",
          "counter",
          "radar=MPI",
          "io=location",
          "io=tree"}) {
        const Run done = run(
            {m_trace, "--screenshot", path("chart.png"), "--size", "900x600", "--charts", charts});
        QVERIFY2(done.status == 0, qPrintable(done.said));
    }
    const Run none = run({m_trace, "--screenshot", path("none.png"), "--charts", "io=rank"});
    QCOMPARE(none.status, 2);
    QVERIFY2(
        none.said.contains("--charts io=rank is none of file, location and tree"),
        qPrintable(none.said));
}

void TestScreenshot::twoRunsMakeTheSamePicture()
{
    for (const char* name : {"a.png", "b.png"}) {
        const Run done = run({m_trace, "--screenshot", path(name), "--size", "800x500"});
        QVERIFY2(done.status == 0, qPrintable(done.said));
    }
    QCOMPARE(QImage(path("a.png")), QImage(path("b.png")));
}

void TestScreenshot::allDetailsOfWhatIsSelectedAreInThePicture()
{
    const Run done = run({m_trace, "--screenshot", path("s.svg"), "--select", "0@50us"});
    QVERIFY2(done.status == 0, qPrintable(done.said));
    const QByteArray text = contentOf(path("s.svg"));
    QVERIFY(text.contains(">Call level<"));
    QVERIFY2(text.contains(">Call path<"), "this comes with an answer");
    QVERIFY(text.contains(">Exclusive<"));
}

void TestScreenshot::aLocationIsNamedByItsPath()
{
    const auto shoot = [this](const QString& option, const QString& place) {
        return run({m_trace, "--screenshot", path("n.svg"), option, place});
    };
    const Run byNumber = shoot("--select", "0@50us");
    QVERIFY2(byNumber.status == 0, qPrintable(byNumber.said));
    const QByteArray wanted = contentOf(path("n.svg"));
    for (const char* name :
         {"rank 2/Master thread", "machine/node 1/rank 2/Master*", "rank 2/M*"}) {
        const Run byPath = shoot("--select", QString::fromLatin1(name) + "@50us");
        QVERIFY2(byPath.status == 0, qPrintable(byPath.said));
        QCOMPARE(contentOf(path("n.svg")), wanted);
    }
    for (const char* option : {"--select", "--select-message"}) {
        const Run done = shoot(option, "Master thread@50us");
        QCOMPARE(done.status, 2);
        QVERIFY2(done.said.contains("fits 4 locations"), qPrintable(done.said));
        QVERIFY2(
            done.said.contains("'machine/node 2/rank 0/Master thread' (number 1)"),
            qPrintable(done.said));
        QVERIFY2(
            done.said.contains("'machine/node 1/rank 1/Master thread' (number 3)"),
            qPrintable(done.said));
    }
    const Run several = shoot("--charts", "process=Master thread");
    QCOMPARE(several.status, 2);
    QVERIFY2(
        several.said.contains("--charts process=Master thread: 'Master thread' fits 4 locations"),
        qPrintable(several.said));
    const Run one = shoot("--charts", "process=rank 2/Master thread");
    QVERIFY2(one.status == 0, qPrintable(one.said));
    QCOMPARE(shoot("--charts", "process=0").status, 0);
}

void TestScreenshot::aPictureWithoutRoomForTheChartsEnds()
{
    const Run done = run({m_trace, "--screenshot", path("tiny.png"), "--size", "200x150"});
    QVERIFY2(done.status == 0, qPrintable(done.said));
}

void TestScreenshot::vectorFormatsAreWritten()
{
    const Run svg = run({m_trace, "--screenshot", path("out.svg"), "--size", "900x600"});
    QVERIFY2(svg.status == 0, qPrintable(svg.said));
    const QByteArray text = contentOf(path("out.svg"));
    QVERIFY(text.contains("<svg") && text.trimmed().endsWith("</svg>"));
    QVERIFY(text.contains("viewBox=\"0 0 900 600\""));
    QVERIFY2(text.contains("<text"), "words are words, not pixels");
    const Run pdf = run({m_trace, "--screenshot", path("out.pdf"), "--size", "900x600"});
    QVERIFY2(pdf.status == 0, qPrintable(pdf.said));
    const QByteArray document = contentOf(path("out.pdf"));
    QVERIFY(document.startsWith("%PDF-") && document.trimmed().endsWith("%%EOF"));
}

void TestScreenshot::whatCannotBeDoneIsAStatusAndASentence_data()
{
    QTest::addColumn<QStringList>("arguments");  // TRACE stands for the trace, @ for the folder
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* words, int status, const char* sentence) {
        QTest::newRow(name) << QString::fromLatin1(words).split(' ') << status
                            << QString::fromLatin1(sentence);
    };
    row("an unknown chart",
        "TRACE --screenshot @/x.png --charts pie",
        2,
        "there is no chart 'pie'");
    row("one trace to compare",
        "TRACE --compare --screenshot @/x.png",
        2,
        "--compare needs 2 to 8 TRACEs, not 1");
    row("a trace to compare that is not there",
        "TRACE @/none.otf2 --compare --screenshot @/x.png",
        3,
        "none.otf2");
    row("one trace and several",
        "TRACE TRACE --join --compare --screenshot @/x.png",
        2,
        "--join and --compare");
    row("a counter that is not there",
        "TRACE --screenshot @/x.png --charts counter=nobody",
        2,
        "has no counter 'nobody'");
    row("a function that is not there",
        "TRACE --screenshot @/x.png --charts radar=nobody",
        2,
        "has no group, function or counter 'nobody'");
    row("a layout that is not there",
        "TRACE --screenshot @/x.png --layout @/none.json",
        2,
        "none.json");
    row("a layout and charts",
        "TRACE --screenshot @/x.png --layout @/none.json --charts master",
        2,
        "both say which charts");
    row("a size in words", "TRACE --screenshot @/x.png --size big", 2, "--size 'big'");
    row("a size of nothing", "TRACE --screenshot @/x.png --size 0x0", 2, "--size '0x0'");
    row("a size too far", "TRACE --screenshot @/x.png --size 99999x100", 2, "99999x100");
    row("a size with a tail", "TRACE --screenshot @/x.png --size 900x600px", 2, "900x600px");
    row("another suffix", "TRACE --screenshot @/x.gif", 2, "x.gif");
    row("no suffix", "TRACE --screenshot @/x", 2, "does not end in");
    row("no trace", "--screenshot @/x.png", 2, "needs a TRACE");
    row("an unknown option", "TRACE --screenshoot @/x.png", 2, "--screenshoot");
    row("an unknown theme", "TRACE --screenshot @/x.png --theme pink", 2, "pink");
    row("a window of words", "TRACE --screenshot @/x.png --window abc", 2, "--window 'abc'");
    row("a window behind the end", "TRACE --screenshot @/x.png --window 900s:901s", 2, "--window");
    row("a window backwards", "TRACE --screenshot @/x.png --window 1us:0us", 2, "--window");
    row("no such location", "TRACE --screenshot @/x.png --select 123456789@0s", 2, "123456789");
    row("select without a time", "TRACE --screenshot @/x.png --select 0", 2, "--select");
    row("select behind the end", "TRACE --screenshot @/x.png --select 0@99s", 2, "lasts from");
    row("a message behind the end",
        "TRACE --screenshot @/x.png --select-message 0@99s",
        2,
        "lasts from");
    row("two things at once",
        "TRACE --screenshot @/x.png --select 0@0s --select-message 0@0s",
        2,
        "one thing");
    row("an offset that is none",
        "TRACE --screenshot @/x.png --offset traces.otf2=soon",
        2,
        "is not FILE=T");
    row("an offset of one of two traces",
        "TRACE TRACE --screenshot @/x.png --offset traces.otf2=1s",
        2,
        "needs --join");
    row("a part that is not there",
        "TRACE --screenshot @/x.png --load-window 900000s:",
        3,
        "holds nothing of the trace");
    row("no file", "@/nothing.otf2 --screenshot @/x.png", 3, "nothing.otf2");
    row("garbage", "@/garbage.otf2 --screenshot @/x.png", 3, "garbage.otf2");
    row("one of two is garbage", "TRACE @/garbage.otf2 --screenshot @/x.png", 3, "garbage.otf2");
    row("nobody listens",
        "TRACE --screenshot @/x.png --connect ipc://@/nobody.sock",
        4,
        "nobody.sock");
    row("no connection file",
        "TRACE --screenshot @/x.png --connect @/none.vellum",
        4,
        "none.vellum");
    row("nowhere to write", "TRACE --screenshot @/no/such/folder/x.png", 1, "cannot be written");
    row("nowhere to write svg",
        "TRACE --screenshot @/no/such/folder/x.svg",
        1,
        "cannot be written");
}

void TestScreenshot::whatCannotBeDoneIsAStatusAndASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(const int, status);
    QFETCH(const QString, sentence);
    for (QString& word : arguments) {
        word.replace('@', word.contains("@/") ? m_folder.path() : QStringLiteral("@"));
        word = word == "TRACE" ? m_trace : word;
    }
    const Run done = run(arguments);
    QVERIFY2(done.status == status, qPrintable(QString::number(done.status) + ": " + done.said));
    QVERIFY2(done.said.contains(sentence), qPrintable(done.said));
    QVERIFY2(!QFile::exists(path("x.png")), "nothing is written that is not what was asked for");
}

void TestScreenshot::withoutADisplayThereIsOneSentence()
{
    const Run done = run({m_trace});
    QCOMPARE(done.status, 2);
    QVERIFY2(done.said.startsWith("vellum: "), qPrintable(done.said));
    QVERIFY2(done.said.contains("display"), qPrintable(done.said));
    QCOMPARE(done.said.count('\n'), 1);
}

}  // namespace vellum

VELLUM_TEST_GUILESS(vellum::TestScreenshot)
#include "test_screenshot.moc"
