#include "server/cli/values/values_command.h"

#include "common/command_line/checked_options.h"
#include "server/cli/options.h"
#include "server/cli/values/verify_command.h"

#include <array>
#include <string>
#include <string_view>

namespace vellum::server::cli {

namespace {

/// A word behind `values`, and who answers it.
struct SubCommand {
    std::string_view word;
    std::string_view purpose;
    /// \p argv begins with the word.
    int (*run)(int argc, const char* const* argv, std::ostream& out);
};

constexpr std::array kSubCommands{
    SubCommand{
        "verify", "whether a side-car is whole, and its records fit together", verifyCommand},
};

std::string help()
{
    std::string text =
        "Asks questions about the values of a program, which stand in a side-car (NAME.vps)\n"
        "beside its archive.\n"
        "Usage: vellum-query values WORD FILE [OPTIONS]\n\nWords:\n";
    for (const SubCommand& command : kSubCommands) {
        text.append("  ").append(command.word).append(10 - command.word.size(), ' ');
        text.append(command.purpose).append("\n");
    }
    return text + "\n'vellum-query values WORD --help' tells the options of one.\n";
}

std::string words()
{
    std::string text;
    for (const SubCommand& command : kSubCommands) {
        text.append(text.empty() ? "" : ", ").append(command.word);
    }
    return text;
}

}  // namespace

bool isValuesCommand(int argc, const char* const* argv)
{
    return argc > 1 && std::string_view(argv[1]) == "values";
}

int valuesCommand(int argc, const char* const* argv, std::ostream& out)
{
    const std::string_view word = argc > 2 ? argv[2] : "";
    if (word == "--help" || word == "-h") {
        out << help();
        return kAnswered;
    }
    for (const SubCommand& command : kSubCommands) {
        if (command.word == word) {
            return command.run(argc - 2, argv + 2, out);
        }
    }
    const std::string mistake =
        word.empty() ? "values needs a word: " + words()
                     : "there is no values " + std::string(word) + ", but " + words();
    complainOfUsage(mistake);
    return kWrongUsage;
}

}  // namespace vellum::server::cli
