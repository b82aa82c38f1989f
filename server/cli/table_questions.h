#pragma once

#include "common/base/result.h"
#include "common/table/table.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): as the library has it
class App;
}  // namespace CLI

namespace vellum::server::cli {

// Questions that have a descriptor, as queries of the command line.

/// What --help says of a query, and which options go with it.
struct TableQueryHelp {
    std::string_view name;
    std::string_view purpose;
    std::string options;  ///< each with a blank on both sides
};
[[nodiscard]] std::vector<TableQueryHelp> tableQueryHelps();

/// What the command line says for columns of questions, by option; for `--by`, which older queries have too, see there.
using QuestionTexts = std::map<std::string, std::string, std::less<>>;

/// Adds an option for each column of a question that is not there yet.
void describeQuestions(CLI::App& app, QuestionTexts& texts);

/// "message-summary: size, size-class, tag, communicator", of all questions that have `--by`.
[[nodiscard]] std::string wordsOfBy();

/// The row that the options make, what was not given as it is by default.
///
/// Errors   invalidArgument, naming the option and what it may be.
[[nodiscard]] Result<table::Value> askedOf(
    const table::Schema& question, const QuestionTexts& texts);

/// All questions and answers as Markdown: docs/answers.md.
[[nodiscard]] std::string describeAnswers();

}  // namespace vellum::server::cli
