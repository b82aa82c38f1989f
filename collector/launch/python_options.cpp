#include "collector/launch/python_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>

namespace vellum::collector::launch {

namespace {

/// A name that needs no module.
constexpr std::string_view kPreset = "pytorch";

bool isFunctionName(const std::string& name)
{
    const std::size_t colon = name.find(':');
    return colon != std::string::npos && colon > 0 && colon + 1 < name.size()
           && name.find_first_of(": \t", colon + 1) == std::string::npos;
}

void readAnnotation(const std::string& text, Options& options)
{
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');) {
        if (name != kPreset && !isFunctionName(name)) {
            throw CLI::ValidationError(
                "--annotate takes module:function, module:Class.method or pytorch, not '" + name
                + "'");
        }
        options.annotations += (options.annotations.empty() ? "" : ",") + name;
    }
}

}  // namespace

void addPython(CLI::App& app, Options& options)
{
    app.add_flag(
        "--python",
        options.python,
        "Functions of Python; child processes, too, as with --follow-fork");
    app.add_option_function<std::vector<std::string>>(
           "--annotate",
           [&options](const std::vector<std::string>& texts) {
               for (const std::string& text : texts) {
                   readAnnotation(text, options);
               }
           },
           "A range around each visit of these functions of Python, as module:function or module:Class.method; "
           "pytorch: those of PyTorch's data loader")
        ->type_name("NAME,...");
}

void settlePython(const CLI::App& app, Options& options)
{
    const bool isSource = std::ranges::find(options.sources, kPython) != options.sources.end();
    if (options.python && !isSource) {
        options.sources.emplace_back(kPython);
    }
    const bool isWanted = options.python || isSource || !options.annotations.empty();
    if (isWanted && app.count("--follow-fork") == 0) {
        options.followFork = true;
    }
}

}  // namespace vellum::collector::launch
