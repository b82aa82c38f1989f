#include "collector/writer/python_spool.h"

#include <fstream>
#include <sstream>
#include <utility>

namespace vellum::collector::writer {

std::map<std::uint32_t, SpooledPythonFunction> readPythonFunctions(
    const std::filesystem::path& file)
{
    std::map<std::uint32_t, SpooledPythonFunction> functions;
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line) && !in.eof()) {
        std::istringstream fields(line);
        std::uint32_t number = 0;
        SpooledPythonFunction function;
        fields >> number >> function.line;
        fields.ignore(1);
        if (std::getline(fields, function.name, '\t')
            && std::getline(fields, function.module, '\t')) {
            std::getline(fields, function.file);
            functions[number] = std::move(function);
        }
    }
    return functions;
}

}  // namespace vellum::collector::writer
