#include "gui/app/options.h"

#include "gui/shell/layouts.h"
#include "gui/shell/main_window.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::gui::app {

namespace {

constexpr int kWrongUsage = 2;

std::optional<QSize> parseSize(const std::string& text)
{
    int width = 0;
    int height = 0;
    char rest = 0;
    // NOLINTNEXTLINE(cert-err34-c): the count of what was read is checked
    if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 200
        || height < 150 || width > 20'000 || height > 20'000) {
        return std::nullopt;
    }
    return QSize(width, height);
}

std::optional<Options> refuse(const std::string& sentence, int& exitStatus)
{
    std::fprintf(stderr, "vellum: %s\n", sentence.c_str());
    exitStatus = kWrongUsage;
    return std::nullopt;
}

/// Which traces are one, and how much of them is read.
class PartOptions {
public:
    void describe(CLI::App& app)
    {
        app.add_flag("--join", m_isJoined, "all TRACEs are one trace, on one time axis");
        app.add_option(
               "--offset", m_offsets, "FILE=T: show this file's events by T later; -T: earlier")
            ->allow_extra_args(false)
            ->type_name("FILE=T");
        app.add_option("--load-window", m_window, "A:B: read only what happened in it");
        app.add_option(
            "--load-locations",
            m_locations,
            "read only these: reference numbers, names, path/with/*, with commas between");
    }

    [[nodiscard]] bool isJoined() const { return m_isJoined; }

    /// What is wrong, or nothing.
    [[nodiscard]] std::string mistake(std::size_t traces) const
    {
        for (const std::string& text : m_offsets) {
            if (const std::string wrong = query::mistakeOfFileOffset(text); !wrong.empty()) {
                return "--offset " + wrong;
            }
        }
        return !m_offsets.empty() && traces > 1 && !m_isJoined
                   ? "--offset of several TRACEs needs --join: they are one trace then"
                   : "";
    }

    /// Precondition: there is no mistake.
    [[nodiscard]] std::vector<query::TraceSelection> selections(
        const std::vector<std::string>& traces) const
    {
        std::vector<query::TraceSelection> all;
        for (const std::string& trace : traces) {
            if (m_isJoined && !all.empty()) {
                all.front().paths.push_back(trace);
            } else {
                all.push_back(of(trace));
            }
        }
        return all;
    }

private:
    [[nodiscard]] query::TraceSelection of(const std::string& trace) const
    {
        query::TraceSelection selection(trace);
        for (const std::string& text : m_offsets) {
            selection.offsets.push_back(*query::parseFileOffset(text));
        }
        selection.window = m_window;
        selection.locations = m_locations;
        return selection;
    }

    bool m_isJoined = false;
    std::vector<std::string> m_offsets;
    std::string m_window;
    std::string m_locations;
};

/// The command line as it was typed.
struct Words {
    std::vector<std::string> traces;
    std::string connectTo;
    std::string window;
    std::string screenshot;
    std::string size;
    std::string theme;
    std::string language;
    std::string select;
    std::string selectMessage;
    std::string charts;
    std::string layout;
    std::string report;
    bool compare = false;
    std::string differences;
    std::string match;
    PartOptions part;
};

void describe(CLI::App& app, Words& words)
{
    app.add_option(
        "TRACE",
        words.traces,
        "traces to open: *.otf2 files or their folders, *.json of PyTorch, *.sqlite of Nsight Systems");
    app.add_option(
        "--connect",
        words.connectTo,
        "use a running vellum-server: its URL or its connection file");
    app.add_option(
        "--window", words.window, "show A:B, for instance 1.2s:1.3s; either side may be left out");
    app.add_option(
        "--screenshot", words.screenshot, "render to a .png, .svg or .pdf file and exit");
    app.add_option(
           "--report",
           words.report,
           "write a page with charts, tables and, of two TRACEs to 8, what differs, to a .html file and exit")
        ->type_name("OUT.html");
    app.add_option(
        "--size",
        words.size,
        "WIDTHxHEIGHT of the screenshot, or of the window whose charts are in the report, in pixels (1600x1000; "
        "for a report 1200 wide, with 420 for each TRACE)");
    app.add_option("--theme", words.theme, "light, dark, print or system")
        ->check(CLI::IsMember({"light", "dark", "print", "system"}));
    app.add_option(
           "--language",
           words.language,
           "de, pt_BR, …: a translation, vellum_de.qm; en: none; pseudo: a language for tests")
        ->type_name("NAME");
    app.add_option("--select", words.select, "LOC@TIME: select the visit there");
    app.add_option(
        "--select-message",
        words.selectMessage,
        "LOC@TIME: select the first message sent there from then on");
    app.add_option(
        "--charts",
        words.charts,
        "which charts to show, the master first, the others from top to bottom: NAME or NAME=WHAT, with commas between: "
            + shell::layouts::chartNames().toStdString());
    app.add_option(
           "--layout",
           words.layout,
           "which charts to show and how: a file of Charts > Save layout in a file")
        ->type_name("FILE");
    app.add_flag(
        "--compare",
        words.compare,
        "show the TRACEs, 2 to 8, one above the other with their times coupled; --window, --select and "
        "--select-message are of the first one");
    app.add_option(
           "--differences",
           words.differences,
           "with --compare: a table of what differs, by function, group or path, a flame graph of both, a timeline of steps, counters, how long visits take (duration), or a table of messages, collective operations, input and output, kernels, copies or values")
        ->check(CLI::IsMember(
            {"function",
             "group",
             "path",
             "flame",
             "timeline",
             "counters",
             "duration",
             "message",
             "collective",
             "io",
             "kernel",
             "copy",
             "value"}));
    app.add_option(
           "--match",
           words.match,
           "of TRACEs that are compared: functions of the same name (name), or also of names that differ, by likeness and place in "
           "the call tree (structure); as they were last")
        ->check(CLI::IsMember({"name", "structure"}));
    words.part.describe(app);
}

/// A report of several traces is of their differences.
bool isCompared(const Words& words)
{
    return words.compare
           || (!words.report.empty() && words.traces.size() > 1 && !words.part.isJoined());
}

bool isPage(const std::string& file)
{
    const auto endsWith = [&file](std::string_view end) {
        return file.size() > end.size() && file.ends_with(end);
    };
    return endsWith(".html") || endsWith(".htm");
}

QSize sizeOf(const Words& words)
{
    if (!words.size.empty()) {
        return *parseSize(words.size);
    }
    return words.report.empty()
               ? QSize(1600, 1000)
               : QSize(
                   1200, 180 + 420 * static_cast<int>(isCompared(words) ? words.traces.size() : 1));
}

/// What is wrong, or nothing.
std::string mistake(const Words& words)
{
    constexpr std::size_t kMostCompared = shell::MainWindow::kMostCompared;
    if (isCompared(words) && (words.traces.size() < 2 || words.traces.size() > kMostCompared)) {
        return (words.compare ? "--compare needs 2 to " : "--report takes 1 to ")
               + std::to_string(kMostCompared) + " TRACEs, not "
               + std::to_string(words.traces.size());
    }
    if (words.compare && words.part.isJoined()) {
        return "--join and --compare: TRACEs are one trace or several";
    }
    if (!words.compare && !words.differences.empty()) {
        return "--differences needs --compare";
    }
    if (!isCompared(words) && !words.match.empty()) {
        return "--match needs --compare, or a --report of several TRACEs";
    }
    if (!words.size.empty() && !parseSize(words.size)) {
        return "--size '" + words.size + "' is not WIDTHxHEIGHT of 200x150 to 20000x20000";
    }
    if (!words.screenshot.empty() && words.traces.empty()) {
        return "--screenshot needs a TRACE";
    }
    if (!words.report.empty() && words.traces.empty()) {
        return "--report needs a TRACE";
    }
    if (!words.report.empty() && !words.screenshot.empty()) {
        return "--report and --screenshot: one file is written at a time";
    }
    if (!words.report.empty() && !isPage(words.report)) {
        return "'" + words.report + "' does not end in .html";
    }
    if (!words.select.empty() && !words.selectMessage.empty()) {
        return "--select and --select-message: one thing is selected at a time";
    }
    if (!words.layout.empty() && !words.charts.empty()) {
        return "--layout and --charts: both say which charts to show";
    }
    return words.part.mistake(words.traces.size());
}

}  // namespace

std::optional<Options> readOptions(int argc, char** argv, int& exitStatus)
{
    CLI::App app("Vellum: opens traces in a window.", "vellum");
    app.set_version_flag("--version", "vellum " VELLUM_VERSION);
    Words words;
    describe(app, words);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int status = app.exit(error);
        exitStatus = status == 0 ? 0 : kWrongUsage;
        return std::nullopt;
    }
    const std::string wrong = mistake(words);
    if (!wrong.empty()) {
        return refuse(wrong, exitStatus);
    }
    const Result<QVariantMap> charts =
        words.charts.empty() ? QVariantMap()
                             : shell::layouts::parseCharts(QString::fromStdString(words.charts));
    const Result<QVariantMap> layout =
        words.layout.empty() ? QVariantMap()
                             : shell::layouts::readFile(QString::fromStdString(words.layout));
    for (const Result<QVariantMap>* one : {&charts, &layout}) {
        if (!one->isOk()) {
            return refuse(one->error().message, exitStatus);
        }
    }
    return Options{
        .traces = words.part.selections(words.traces),
        .compare = isCompared(words),
        .differences = QString::fromStdString(words.differences),
        .match = QString::fromStdString(words.match),
        .connectTo = QString::fromStdString(words.connectTo),
        .window = QString::fromStdString(words.window),
        .screenshot = QString::fromStdString(words.screenshot),
        .report = QString::fromStdString(words.report),
        .charts = charts.value(),
        .layout = layout.value(),
        .size = sizeOf(words),
        .theme = QString::fromStdString(words.theme),
        .language = QString::fromStdString(words.language),
        .select = QString::fromStdString(words.select),
        .selectMessage = QString::fromStdString(words.selectMessage)};
}

}  // namespace vellum::gui::app
