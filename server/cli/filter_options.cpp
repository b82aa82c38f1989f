#include "server/cli/filter_options.h"

#include "common/base/number_text.h"
#include "common/command_line/checked_options.h"
#include "common/query/filter_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>
#include <vector>

namespace vellum::server::cli {

using command_line::addSize;
using command_line::addText;
using vellum::query::CollectiveFilter;
using vellum::query::IoFilter;
using vellum::query::MessageFilter;
using vellum::query::NumberRange;
using vellum::query::RecordFilter;

namespace {

/// What `--operations` names: words of the two kinds do not meet.
struct Operations {
    std::vector<std::uint32_t> collectives;
    std::vector<vellum::query::IoKind> io;
};

/// Of raw events a word may be of either kind.
Result<void> addOfEither(const std::string& word, Operations& to)
{
    const auto kinds = vellum::query::parseIoKinds(word);
    if (kinds.isOk()) {
        to.io.insert(to.io.end(), kinds.value().begin(), kinds.value().end());
        return {};
    }
    const auto found = vellum::query::parseCollectives(word);
    VELLUM_RETURN_IF_ERROR(found);
    to.collectives.insert(to.collectives.end(), found.value().begin(), found.value().end());
    return {};
}

Result<Operations> operationsOfEither(const std::string& text)
{
    Operations all;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        VELLUM_RETURN_IF_ERROR(addOfEither(text.substr(begin, end - begin), all));
        begin = end + 1;
    }
    return all;
}

Result<Operations> operationsOf(const std::string& text, std::string_view query)
{
    if (text.empty()) {
        return Operations{};
    }
    Operations all;
    if (query == "io") {
        auto kinds = vellum::query::parseIoKinds(text);
        VELLUM_RETURN_IF_ERROR(kinds);
        all.io = std::move(kinds).value();
    } else if (query == "collectives") {
        auto operations = vellum::query::parseCollectives(text);
        VELLUM_RETURN_IF_ERROR(operations);
        all.collectives = std::move(operations).value();
    } else {
        return operationsOfEither(text);
    }
    return all;
}

Result<IoFilter> ioFilterOf(const FilterOptions& options, const Definitions& definitions)
{
    IoFilter filter{.hides = options.except};
    if (!options.paradigms.empty()) {
        auto paradigms = vellum::query::selectIoParadigms(options.paradigms, definitions);
        VELLUM_RETURN_IF_ERROR(paradigms);
        filter.paradigms = std::move(paradigms).value();
    }
    if (!options.files.empty()) {
        VELLUM_RETURN_IF_ERROR(vellum::query::selectIoFiles(options.files, definitions, filter));
    }
    if (!options.flags.empty()) {
        VELLUM_RETURN_IF_ERROR(vellum::query::parseIoFlags(options.flags, filter));
    }
    return filter;
}

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

/// That \p filter's flags can be those of an operation, one of \p kinds where any are named.
Result<void> checkFlags(
    const FilterOptions& options,
    const IoFilter& filter,
    const std::vector<vellum::query::IoKind>& kinds)
{
    const std::uint32_t both = filter.flagsSet & filter.flagsClear;
    if (both != 0) {
        const bool isOfBlocking = (both & vellum::query::kIoNonBlocking) != 0;
        return invalid(
            std::string("--flags takes ")
            + (isOfBlocking ? "blocking or non-blocking" : "collective or independent") + ", and '"
            + options.flags + "' has both: no operation is both");
    }
    const auto isOperation = [](vellum::query::IoKind kind) {
        return kind <= vellum::query::IoKind::Other;
    };
    if (!kinds.empty() && std::ranges::none_of(kinds, isOperation)) {
        return invalid(
            "--flags are those of read, write, flush and other, of which --operations "
            + options.operations + " names none");
    }
    return {};
}

/// A filter that asks for nothing is none, whether it shows or hides.
template <typename Filter>
void addIfAny(std::vector<Filter>& filters, Filter filter, bool hides)
{
    if (filter != Filter{.hides = hides}) {
        filters.push_back(std::move(filter));
    }
}

}  // namespace

bool FilterOptions::isAny() const
{
    const FilterOptions none;
    return !(tags.empty() && communicators.empty() && operations.empty() && files.empty()
             && paradigms.empty() && flags.empty())
           || minBytes != none.minBytes || maxBytes != none.maxBytes;
}

void describeFilters(CLI::App& app, FilterOptions& options)
{
    addText(
        app,
        "--tags",
        options.tags,
        "numbers and ranges such as 7 or 1,5-9 or 100-",
        "messages: only with these tags")
        ->type_name("TAGS");
    addText(
        app,
        "--communicators",
        options.communicators,
        "numbers or names, several with commas",
        "messages, collectives: only of these communicators")
        ->type_name("NAMES");
    addSize(
        app,
        "--min-bytes",
        options.minBytes,
        {.least = 0},
        "messages, collectives: at least so large")
        ->type_name("SIZE");
    addSize(
        app,
        "--max-bytes",
        options.maxBytes,
        {.least = 0},
        "messages, collectives: at most so large")
        ->type_name("SIZE");
    addText(
        app,
        "--operations",
        options.operations,
        "operations, several with commas",
        "collectives: barrier, all*, …; I/O: read, write, flush, other, open, close, seek")
        ->type_name("NAMES");
    addText(
        app,
        "--files",
        options.files,
        "names of files, several with commas",
        "I/O: only with these files, by whole names or their last parts; * stands for any characters")
        ->type_name("NAMES");
    addText(
        app,
        "--paradigms",
        options.paradigms,
        "names, several with commas",
        "I/O: only of these paradigms")
        ->type_name("NAMES");
    addText(
        app,
        "--flags",
        options.flags,
        "flags, several with commas",
        "I/O: only operations that are blocking, non-blocking, collective or independent")
        ->type_name("FLAGS");
    app.add_flag(
        "--except", options.except, "filters leave what does not fit, instead of what does");
}

Result<RecordFilter> filterOf(
    const FilterOptions& options, std::string_view query, const Definitions& definitions)
{
    RecordFilter all;
    if (!options.isAny()) {
        return all;
    }
    const NumberRange bytes{.least = options.minBytes, .most = options.maxBytes};
    MessageFilter message{.bytes = bytes, .hides = options.except};
    CollectiveFilter collective{.bytes = bytes, .hides = options.except};
    if (!options.tags.empty()) {
        auto tags = vellum::query::parseTags(options.tags);
        VELLUM_RETURN_IF_ERROR(tags);
        message.tags = std::move(tags).value();
    }
    if (!options.communicators.empty()) {
        const auto selected =
            vellum::query::selectCommunicators(options.communicators, definitions);
        VELLUM_RETURN_IF_ERROR(selected);
        message.communicators = selected.value();
        collective.communicators = selected.value();
    }
    auto operations = operationsOf(options.operations, query);
    VELLUM_RETURN_IF_ERROR(operations);
    collective.operations = std::move(operations.value().collectives);
    auto io = ioFilterOf(options, definitions);
    VELLUM_RETURN_IF_ERROR(io);
    io.value().kinds = std::move(operations.value().io);
    addIfAny(all.messages, std::move(message), options.except);
    addIfAny(all.collectives, std::move(collective), options.except);
    addIfAny(all.io, std::move(io).value(), options.except);
    return all;
}

Result<void> checkFilters(const FilterOptions& options, std::string_view query)
{
    if (!options.tags.empty()) {
        VELLUM_RETURN_IF_ERROR(vellum::query::parseTags(options.tags));
    }
    if (options.maxBytes < options.minBytes) {
        return invalid(
            "--max-bytes " + grouped(options.maxBytes) + " is less than --min-bytes "
            + grouped(options.minBytes));
    }
    const auto operations = operationsOf(options.operations, query);
    VELLUM_RETURN_IF_ERROR(operations);
    if (!options.flags.empty()) {
        IoFilter filter;
        VELLUM_RETURN_IF_ERROR(vellum::query::parseIoFlags(options.flags, filter));
        VELLUM_RETURN_IF_ERROR(checkFlags(options, filter, operations.value().io));
    }
    return {};
}

}  // namespace vellum::server::cli
