#include "gui/app/options.h"

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
    for (const char* later : {"--charts", "--layout", "--report"}) {
        app.add_option(later, notYet, "not in this version");
    }
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
        return refuse(
            "--charts, --layout, --report and --compare are not in this version", exitStatus);
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
    Options options{
        .connectTo = QString::fromStdString(connectTo),
        .window = QString::fromStdString(window),
        .screenshot = QString::fromStdString(screenshot),
        .size = *parsedSize,
        .theme = QString::fromStdString(theme),
        .select = QString::fromStdString(select),
        .selectMessage = QString::fromStdString(selectMessage)};
    for (const std::string& trace : traces) {
        options.traces << QString::fromStdString(trace);
    }
    return options;
}

}  // namespace vellum::gui::app
