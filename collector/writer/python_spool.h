#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace vellum::collector::writer {

/// A function of Python, as its code object says it.
struct SpooledPythonFunction {
    std::string
        name;  ///< qualified where Python has that (3.11), `<module NAME>` of a module's own code
    std::string module;  ///< empty: not known
    std::string file;
    std::uint32_t line = 0;
};

/// By number; python_functions.h says how the file lies. A line that is cut is left out.
[[nodiscard]] std::map<std::uint32_t, SpooledPythonFunction> readPythonFunctions(
    const std::filesystem::path& file);

}  // namespace vellum::collector::writer
