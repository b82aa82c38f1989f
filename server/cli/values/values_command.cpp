#include "server/cli/values/values_command.h"

#include "common/command_line/checked_options.h"
#include "server/cli/options.h"
#include "server/cli/values/join_command.h"
#include "server/cli/values/verify_command.h"

#include <algorithm>
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
    SubCommand{"join", "lays the values of one run over the times of another", joinCommand},
    SubCommand{
        "verify", "whether a side-car is whole, and its records fit together", verifyCommand},
};

/// A word behind `values` that stands for a question about a trace.
struct Question {
    std::string_view word;
    std::string_view purpose;
    const char* question;
    const char* by;  ///< null: the question has no such option, or its own is meant
};

constexpr std::array kQuestions{
    Question{"summary", "bytes moved, and those that were there already", "values-summary", "kind"},
    Question{"objects", "the same by object", "values-summary", "object"},
    Question{"sites", "by instruction and object", "values-summary", "site"},
    Question{"lines", "by line of the source", "values-summary", "line"},
    Question{"functions", "by function", "values-summary", "function"},
    Question{"locations", "by thread", "values-summary", "location"},
    Question{"patterns", "what was found, where, and what helps", "values-patterns", nullptr},
    Question{
        "operations",
        "which visits a row is about: --object, --line, …",
        "values-operations",
        nullptr},
    Question{"sharing", "cache lines and pages that threads share", "values-sharing", nullptr},
    Question{
        "pages",
        "pages over time: written, in vain, shared; --object, --ranges, --columns",
        "values-pages",
        nullptr},
    Question{"redundancy", "bytes moved over time, by thread", "values-redundancy", nullptr},
    Question{"flow", "from which function to which through which object", "values-flow", nullptr},
};

std::string help()
{
    std::string text =
        "Asks questions about the values of a program, which stand in a side-car (NAME.vps)\n"
        "beside its archive.\n"
        "Usage: vellum-query values WORD TRACE [OPTIONS]\n"
        "       vellum-query values verify FILE… [OPTIONS]\n"
        "       vellum-query values join VALUES TIMES [OPTIONS]\n\nWords:\n";
    for (const Question& question : kQuestions) {
        text.append("  ").append(question.word).append(12 - question.word.size(), ' ');
        text.append(question.purpose).append("\n");
    }
    for (const SubCommand& command : kSubCommands) {
        text.append("  ").append(command.word).append(12 - command.word.size(), ' ');
        text.append(command.purpose).append("\n");
    }
    return text + "\n'vellum-query values WORD --help' tells the options of one.\n";
}

std::string words()
{
    std::string text;
    for (const Question& question : kQuestions) {
        text.append(text.empty() ? "" : ", ").append(question.word);
    }
    for (const SubCommand& command : kSubCommands) {
        text.append(text.empty() ? "" : ", ").append(command.word);
    }
    return text;
}

}  // namespace

void putInOneWord(std::vector<const char*>& words)
{
    if (words.size() < 3 || words[1] != std::string_view("values")) {
        return;
    }
    const auto* found = std::ranges::find_if(
        kQuestions, [&words](const Question& question) { return question.word == words[2]; });
    if (found != kQuestions.end()) {
        words[1] = found->question;
        words.erase(words.begin() + 2);
        if (found->by != nullptr) {
            words.insert(words.end(), {"--by", found->by});
        }
    }
}

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
