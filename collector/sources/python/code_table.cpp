#include "collector/sources/python/code_table.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"
#include "collector/sources/python/python_functions.h"
#include "collector/sources/python/range_functions.h"

#include <cerrno>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vellum::collector::python {

std::ptrdiff_t codePlace = -1;

namespace {

/// Numbers by a hash of the description: code that is compiled again and again (exec) is the same function. Never
/// destroyed: threads may call functions while the process ends.
struct Numbers {
    std::mutex lock;  ///< for interpreters that have no lock of their own
    std::unordered_map<std::size_t, std::uint32_t> known;
};

Numbers& numbers()
{
    static auto* const kNumbers = new Numbers;
    return *kNumbers;
}

/// The text of an attribute; empty where there is none, or where it is no text.
std::string textOf(Object* object, const char* attribute)
{
    const Owned value(api.getAttribute(object, attribute));
    const char* const text = value ? api.toText(value.get()) : nullptr;
    if (text == nullptr) {
        api.clearError();
        return {};
    }
    return text;
}

unsigned long lineOf(Object* code)
{
    const Owned value(api.getAttribute(code, "co_firstlineno"));
    const unsigned long line = value ? api.toNumber(value.get()) : 0;
    if (!value || line == static_cast<unsigned long>(-1)) {
        api.clearError();
        return 0;
    }
    return line;
}

/// `__name__` where the code runs.
std::string currentModule()
{
    Object* const globals = api.getGlobals();
    Object* const name = globals == nullptr ? nullptr : api.getItem(globals, "__name__");
    const char* const text = name == nullptr ? nullptr : api.toText(name);
    if (text == nullptr) {
        api.clearError();
        return {};
    }
    return text;
}

/// The qualified name, which code has since 3.11; that of a module's own code says which module.
std::string nameOf(Object* code, const std::string& module)
{
    std::string name = textOf(code, "co_qualname");
    if (name.empty()) {
        name = textOf(code, "co_name");
    }
    return name == "<module>" && !module.empty() ? "<module " + module + ">" : name;
}

/// What separates fields does not come from names.
void addField(std::string& line, const std::string& text, char end)
{
    constexpr std::size_t kMostText = 4096;
    for (const char letter : text.substr(0, kMostText)) {
        line += letter == '\t' || letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    line += end;
}

/// Line, name, module and file, as the spool has them.
std::string describe(
    Object* code, const std::string& name, const std::string& module, const std::string& file)
{
    std::string description = std::to_string(lineOf(code)) + '\t';
    addField(description, name, '\t');
    addField(description, module, '\t');
    addField(description, file, '\n');
    return description;
}

bool append(const std::string& text)
{
    char path[PATH_MAX];
    return measurement::spoolPath(path, kFunctionFile)
           && measurement::appendToFile(path, text.data(), text.size());
}

/// \param description  of describe()
std::uint32_t numberOfDescription(const std::string& description)
{
    Numbers& all = numbers();
    const std::lock_guard guard(all.lock);
    const std::size_t hash = std::hash<std::string>()(description);
    const auto known = all.known.find(hash);
    if (known != all.known.end()) {
        return known->second;
    }
    if (all.known.size() + 1 >= kMostFunctions) {
        return kMostFunctions;
    }
    const auto number = static_cast<std::uint32_t>(all.known.size() + 1);
    const int error = errno;
    if (!append(std::to_string(number) + ' ' + description)) {
        measurement::noteSpoolError(errno);
    }
    errno = error;
    all.known.emplace(hash, number);
    return number;
}

/// What a forked or spawned child has imported the main module as.
constexpr const char* kMainOfChild = "__mp_main__";

/// The number of the range that the command line asks for, 0 if it asks for none.
std::uint32_t rangeOf(const std::string& module, const std::string& name)
{
    const char* const wanted = measurement::process.config.pythonRanges;
    if (wanted == nullptr || (module != kMainModule && module != kMainOfChild)) {
        return 0;
    }
    const std::string list = std::string(",") + wanted + ",";
    if (list.find("," + std::string(kMainModule) + ":" + name + ",") == std::string::npos) {
        return 0;
    }
    return numberOfRange(name + " in " + kMainModule);
}

}  // namespace

bool openCodeTable()
{
    codePlace = api.requestExtraIndex(nullptr);
    if (codePlace < 0) {
        return false;
    }
    const int error = errno;
    append(std::to_string(kMostFunctions) + " 0\t(further functions)\t\t\n");
    errno = error;
    return true;
}

CodeEntry defineCode(Object* code)
{
    CodeEntry entry;
    std::string module;
    std::string name;
    {
        // What is called from here must not be recorded: it may be functions with hooks.
        const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
        const std::string file = textOf(code, "co_filename");
        if (guard.entered() && file != kOwnFile) {
            module = currentModule();
            name = nameOf(code, module);
            entry.number = measurement::process.config.pythonFunctions
                               ? numberOfDescription(describe(code, name, module, file))
                               : 0;
        }
    }
    entry.range = rangeOf(module, name);
    // A number in the place of a pointer. NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (api.setExtra(code, codePlace, reinterpret_cast<void*>(packEntry(entry))) != 0) {
        api.clearError();
    }
    return entry;
}

}  // namespace vellum::collector::python
