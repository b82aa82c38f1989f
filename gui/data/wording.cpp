#include "gui/data/wording.h"

#include <string>

namespace vellum::gui::data {

namespace {

/// What a megabyte of template arguments is cut to: no label is longer.
constexpr std::size_t kLongest = 512;

/// Where the parameter list that ends the name begins: its opening parenthesis' match is the last
/// one. npos if the name does not end in one, or is nothing else.
std::size_t parameterList(std::string_view name)
{
    constexpr std::string_view kConst = " const";
    if (name.ends_with(kConst)) {
        name.remove_suffix(kConst.size());
    }
    if (!name.ends_with(')')) {
        return std::string_view::npos;
    }
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
        depth += name[i] == ')' ? 1 : name[i] == '(' ? -1 : 0;
        if (depth == 0) {
            // operator()() keeps its own pair; "(x)" alone is no signature; " (" is prose.
            const bool isSignature = i > 0 && name[i - 1] != ' ';
            return isSignature ? i : std::string_view::npos;
        }
    }
    return std::string_view::npos;
}

}  // namespace

QString shortName(std::string_view name)
{
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    std::string text(name.substr(0, parameterList(name)));
    for (auto at = text.find(kAnonymous); at != std::string::npos; at = text.find(kAnonymous)) {
        text.erase(at, kAnonymous.size());
    }
    if (text.size() > kLongest) {
        text.resize(kLongest);
    }
    return QString::fromStdString(text);
}

ImportErrors importErrors(const query::TraceInfo& info)
{
    ImportErrors errors;
    for (const query::ImportReportEntry& entry : info.importReport) {
        if (entry.severity == query::Severity::Error) {
            if (errors.example.isEmpty()) {
                errors.example = QString::fromStdString(entry.example);
            }
            errors.count += entry.count;
        }
    }
    return errors;
}

}  // namespace vellum::gui::data
