#pragma once

#include "common/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::writer {

/// Which functions are kept, as Score-P's filter files say it.
///
/// Layout   SCOREP_REGION_NAMES_BEGIN … SCOREP_REGION_NAMES_END and SCOREP_FILE_NAMES_BEGIN …
///          SCOREP_FILE_NAMES_END hold lines `EXCLUDE PATTERN…` and `INCLUDE [MANGLED] PATTERN…`; `#`
///          starts a comment. Patterns are those of a shell: `*`, `?`, `[…]`. The last match decides;
///          without one a function is kept. A region pattern may give the name with or without its
///          parameters; after MANGLED it is compared with the linker's name.
/// Threads  Immutable once read.
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
    enum class Section { None, Regions, Files };

    Result<void> parseLine(std::string_view line, int number, Section& section);

    std::vector<Rule> m_regions;
    std::vector<Rule> m_files;
};

}  // namespace vellum::collector::writer
