#include "gui/app/options.h"

#include "gui/shell/layouts.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
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

    /// What is wrong, or nothing.
    [[nodiscard]] std::string mistake(std::size_t traces) const
    {
        for (const std::string& text : m_offsets) {
            if (!query::parseFileOffset(text)) {
                return "--offset '" + text + "' is not FILE=T, for instance rank1.json=1.2s";
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

}  // namespace

std::optional<Options> readOptions(int argc, char** argv, int& exitStatus)
{
    CLI::App app("Vellum: opens traces in a window.", "vellum");
    app.set_version_flag("--version", "vellum " VELLUM_VERSION);
    std::vector<std::string> traces;
    std::string connectTo;
    std::string window;
    std::string screenshot;
    std::string size = "1600x1000";
    std::string theme;
    std::string select;
    std::string selectMessage;
    std::string charts;
    std::string notYet;
    app.add_option(
        "TRACE",
        traces,
        "traces to open: *.otf2 files or their folders, *.json of PyTorch, *.sqlite of Nsight Systems");
    app.add_option(
        "--connect", connectTo, "use a running vellum-server: its URL or its connection file");
    app.add_option(
        "--window", window, "show A:B, for instance 1.2s:1.3s; either side may be left out");
    app.add_option("--screenshot", screenshot, "render to a .png, .svg or .pdf file and exit");
    app.add_option("--size", size, "of the screenshot, in pixels")->capture_default_str();
    app.add_option("--theme", theme, "light, dark or system")
        ->check(CLI::IsMember({"light", "dark", "system"}));
    app.add_option("--select", select, "LOC@TIME: select the visit there");
    app.add_option(
        "--select-message",
        selectMessage,
        "LOC@TIME: select the first message sent there from then on");
    app.add_option(
        "--charts",
        charts,
        "which charts to show, from top to bottom: NAME or NAME=WHAT, with commas between: "
            + shell::layouts::chartNames().toStdString());
    for (const char* later : {"--layout", "--report"}) {
        app.add_option(later, notYet, "not in this version");
    }
    PartOptions part;
    part.describe(app);
    bool compare = false;
    app.add_flag("--compare", compare, "not in this version");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int status = app.exit(error);
        exitStatus = status == 0 ? 0 : kWrongUsage;
        return std::nullopt;
    }
    if (!notYet.empty() || compare) {
        return refuse("--layout, --report and --compare are not in this version", exitStatus);
    }
    const auto parsedSize = parseSize(size);
    if (!parsedSize) {
        return refuse(
            "--size '" + size + "' is not WIDTHxHEIGHT of 200x150 to 20000x20000", exitStatus);
    }
    if (!screenshot.empty() && traces.empty()) {
        return refuse("--screenshot needs a TRACE", exitStatus);
    }
    if (!select.empty() && !selectMessage.empty()) {
        return refuse("--select and --select-message: one thing is selected at a time", exitStatus);
    }
    const Result<QVariantMap> layout =
        charts.empty() ? QVariantMap()
                       : shell::layouts::parseCharts(QString::fromStdString(charts));
    if (!layout.isOk()) {
        return refuse(layout.error().message, exitStatus);
    }
    const std::string wrong = part.mistake(traces.size());
    if (!wrong.empty()) {
        return refuse(wrong, exitStatus);
    }
    Options options{
        .traces = part.selections(traces),
        .connectTo = QString::fromStdString(connectTo),
        .window = QString::fromStdString(window),
        .screenshot = QString::fromStdString(screenshot),
        .charts = layout.value(),
        .size = *parsedSize,
        .theme = QString::fromStdString(theme),
        .select = QString::fromStdString(select),
        .selectMessage = QString::fromStdString(selectMessage)};
    return options;
}

}  // namespace vellum::gui::app
