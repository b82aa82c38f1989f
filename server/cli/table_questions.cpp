#include "server/cli/table_questions.h"

#include "common/compare/comparison.h"
#include "common/compare/counter_differences.h"
#include "common/compare/distribution.h"
#include "common/compare/series.h"
#include "common/compare/step_differences.h"
#include "common/compare/tally.h"
#include "common/query/questions.h"
#include "common/table/access.h"
#include "common/table/cells.h"
#include "server/cli/compare_options.h"
#include "server/query/registry.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

namespace vellum::server::cli {

using server::query::Filtered;
using server::query::TableQuery;
using table::Column;

namespace {

std::string optionOf(const Column& column)
{
    std::string option = "--" + std::string(column.name);
    std::ranges::replace(option, '_', '-');
    return option;
}

std::string filterOptionsOf(Filtered filters)
{
    constexpr std::string_view kVisits =
        "--functions --group --min-duration --max-duration --ignore-case --except ";
    switch (filters) {
    case Filtered::Messages:
        return "--tags --communicators --min-bytes --max-bytes " + std::string(kVisits);
    case Filtered::Io:
        return "--operations --files --paradigms --flags " + std::string(kVisits);
    case Filtered::Visits:
        return std::string(kVisits);
    case Filtered::None:
        break;
    }
    return {};
}

}  // namespace

std::vector<TableQueryHelp> tableQueryHelps()
{
    std::vector<TableQueryHelp> helps;
    for (const TableQuery* query : server::query::tableQueries()) {
        std::string options = " --window --locations ";
        for (const Column& column : query->question->columns) {
            options += optionOf(column) + ' ';
        }
        options += filterOptionsOf(query->filters);
        helps.push_back(
            {.name = query->question->name,
             .purpose = query->purpose,
             .options = std::move(options)});
    }
    return helps;
}

void describeQuestions(CLI::App& app, QuestionTexts& texts)
{
    for (const table::Schema* question : vellum::query::tableQuestions()) {
        for (const Column& column : question->columns) {
            const std::string option = optionOf(column);
            if (app.get_option_no_throw(option) == nullptr) {
                app.add_option(
                       option,
                       texts[option],
                       std::string(question->name) + ": " + std::string(column.says))
                    ->type_name(column.words.empty() ? "N" : "KEY");
            }
        }
    }
}

std::string wordsOfBy()
{
    std::string all;
    for (const table::Schema* question : vellum::query::tableQuestions()) {
        const Column* by = table::find(*question, "by");
        if (by == nullptr) {
            continue;
        }
        all.append("; ").append(question->name).append(": ");
        for (std::size_t i = 0; i < by->words.size(); ++i) {
            all.append(i == 0 ? "" : ", ").append(by->words[i]);
        }
    }
    return all;
}

Result<table::Value> askedOf(const table::Schema& question, const QuestionTexts& texts)
{
    std::shared_ptr<void> row = question.make();
    for (const Column& column : question.columns) {
        const std::string option = optionOf(column);
        const auto text = texts.find(option);
        if (text == texts.end() || text->second.empty()) {
            continue;
        }
        const std::string fault = table::setFromText(column, row.get(), text->second);
        if (!fault.empty()) {
            std::string message = option;
            message.append(" of ").append(question.name).append(" ").append(fault);
            return Error{.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
        }
    }
    return table::Value(question, std::move(row));
}

std::string describeAnswers()
{
    std::string text =
        "# Answers\n\nQuestions of `vellum-query` whose answers are tables, with their options and the keys of JSON "
        "and CSV.\nWhat the numbers mean exactly is in [semantics](semantics.md). This page is written by "
        "`vellum-query --describe`.\n";
    for (const TableQuery* query : server::query::tableQueries()) {
        text += '\n' + table::describeAsMarkdown(*query->question, query->purpose);
    }
    return text + '\n'
           + table::describeAsMarkdown(compare::ComparisonQuestion::kSchema, kComparePurpose) + '\n'
           + table::describeAsMarkdown(compare::StepQuestion::kSchema, kStepsPurpose) + '\n'
           + table::describeAsMarkdown(compare::CounterQuestion::kSchema, kCountersPurpose) + '\n'
           + table::describeAsMarkdown(compare::DurationQuestion::kSchema, kDurationsPurpose) + '\n'
           + table::describeAsMarkdown(compare::TallyQuestion::kSchema, kTalliesPurpose) + '\n'
           + table::describeAsMarkdown(compare::SeriesQuestion::kSchema, kSeriesPurpose);
}

}  // namespace vellum::server::cli
