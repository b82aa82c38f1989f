#pragma once

#include "common/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::writer {

/// Which functions are kept, as Score-P's filter files say it.
///
/// Layout   Words, with blanks and line ends between them. SCOREP_REGION_NAMES_BEGIN … SCOREP_REGION_NAMES_END and
///          SCOREP_FILE_NAMES_BEGIN … SCOREP_FILE_NAMES_END hold rules: EXCLUDE or INCLUDE and any number of
///          patterns, on as many lines as one likes. `#` starts a comment. Patterns are those of a shell: `*` (of
///          slashes, too), `?`, `[…]`; a blank, a `#` or a wildcard is itself behind a backslash. In region rules
///          patterns that follow MANGLED are compared with the linker's name, up to the next rule or DEMANGLED.
/// Meaning  Of each block the last pattern that matches decides, and without one a function is kept. It is left out if
///          either block leaves it out. Functions whose file is not known are kept by the block on files.
/// Beyond   Score-P: a region pattern may give the name with or without its parameters.
/// Threads  Immutable once read.
/// Source   Score-P 8, user manual, "Filtering"; where it is silent, what Score-P's parser does.
class RegionFilter {
public:
    RegionFilter() = default;

    [[nodiscard]] static Result<RegionFilter> parse(std::string_view text);
    [[nodiscard]] static Result<RegionFilter> read(const std::string& path);

    [[nodiscard]] bool keeps(
        const std::string& name, const std::string& mangled, const std::string& file) const;

private:
    struct Rule {
        bool include = false;
        bool mangled = false;
        std::string pattern;
    };
    /// Where in the text the next word stands.
    struct Place {
        std::vector<Rule>* block = nullptr;  ///< null: between the blocks
        bool isRule = false;                 ///< patterns may follow
        Rule rule;                           ///< what they are to be
    };

    Result<void> parseLine(std::string_view line, int number, Place& place);
    Result<void> parseWord(const std::string& word, int number, Place& place);

    std::vector<Rule> m_regions;
    std::vector<Rule> m_files;
};

}  // namespace vellum::collector::writer
