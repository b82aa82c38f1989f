// How the collector gets into Python: an audit hook is set before the interpreter begins, and called just before the
// program's first line runs. We need no environment variable and no entry in the module path, so these stay as they
// are, and it works with the options that ignore PYTHONPATH and site (-I, -E, -S), too.
#include "collector/sources/python/program_start.h"

#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"
#include "collector/sources/python/code_table.h"
#include "collector/sources/python/function_events.h"
#include "collector/sources/python/python_api.h"
#include "collector/sources/python/range_functions.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace vellum::collector::python {

namespace {

constinit std::atomic<bool> hasBegun = false;

/// A sitecustomize of the user's may add an audit hook before we begin.
constinit std::atomic<bool> hasAuditHook = false;

/// What of our Python code wants to know that the program adds an audit hook; null: nothing.
constinit Object* auditHookComes = nullptr;

/// The text of a file; empty if it cannot be read.
std::string readFile(const char* path)
{
    constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
    std::string text;
    if (std::FILE* const file = std::fopen(path, "re")) {
        text.resize(kMostBytes);
        text.resize(std::fread(text.data(), 1, text.size(), file));
        std::fclose(file);
    }
    return text;
}

/// What the interpreter says of its error, which is taken.
std::string takeError()
{
    Object* type = nullptr;
    Object* value = nullptr;
    Object* traceback = nullptr;
    api.fetchError(&type, &value, &traceback);
    const Owned ownedType(type);
    const Owned ownedValue(value);
    const Owned ownedTraceback(traceback);
    const Owned text(api.toString(value != nullptr ? value : api.none));
    const char* const said = text ? api.toText(text.get()) : nullptr;
    std::string result = said == nullptr ? "an error without words" : said;
    api.clearError();
    return result;
}

Object* noteFromPython(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    const char* const text = count > 0 ? api.toText(arguments[0]) : nullptr;
    const char* const source = count > 1 ? api.toText(arguments[1]) : "python";
    if (text == nullptr || source == nullptr) {
        api.clearError();
    } else {
        note(text, source);
    }
    return nothing();
}

/// What our Python code may call; they live as long as the process.
constinit MethodDefinition methods[] = {
    {.name = "note", .function = noteFromPython, .flags = kFastCall},
    {.name = "enter", .function = enterCode, .flags = kFastCall},
    {.name = "leave", .function = leaveCode, .flags = kFastCall},
    {.name = "enter_thrown", .function = enterThrown, .flags = kFastCall},
    {.name = "leave_unwound", .function = leaveUnwound, .flags = kFastCall},
    {.name = "take_disable", .function = takeDisable, .flags = kFastCall},
    {.name = "follow_new_thread", .function = followNewThread, .flags = kFastCall},
    {.name = "name_range", .function = nameRange, .flags = kFastCall},
    {.name = "push_range", .function = pushRangeFromPython, .flags = kFastCall},
    {.name = "pop_range", .function = popRangeFromPython, .flags = kFastCall},
};

void set(Object* globals, const char* name, Object* value)
{
    const Owned owned(value);
    if (!owned || api.setItem(globals, name, value) != 0) {
        api.clearError();
    }
}

/// Runs the file beside the library: import hooks, and monitoring where the interpreter has it.
/// \return whether it says that this thread is to be followed by a profile function
bool runOwnCode()
{
    const measurement::Config& config = measurement::process.config;
    const std::string text = readFile(config.python);
    const Owned globals(api.makeDictionary());
    if (!globals || text.empty()) {
        note(std::string("Python is not recorded: ") + config.python + " cannot be read");
        return false;
    }
    api.setItem(globals.get(), "__builtins__", api.getBuiltins());
    set(globals.get(), "__name__", api.makeText("vellum"));
    set(globals.get(), "FUNCTIONS", api.makeNumber(config.pythonFunctions ? 1 : 0));
    set(globals.get(), "AUDIT_HOOK", api.makeNumber(hasAuditHook ? 1 : 0));
    set(globals.get(), "OPERATORS", api.makeNumber(config.nvtx ? 1 : 0));
    set(globals.get(),
        "ANNOTATE",
        api.makeText(config.pythonRanges == nullptr ? "" : config.pythonRanges));
    for (MethodDefinition& method : methods) {
        set(globals.get(), method.name, api.makeFunction(&method, nullptr, nullptr));
    }
    const Owned code(api.compile(text.c_str(), kOwnFile, kFileInput));
    const Owned result(code ? api.evaluate(code.get(), globals.get(), globals.get()) : nullptr);
    if (!result) {
        note("Python is not recorded: " + takeError());
        return false;
    }
    auditHookComes = api.getItem(globals.get(), "audit_hook_comes");
    if (auditHookComes != nullptr) {
        api.incRef(auditHookComes);
    }
    Object* const wanted = api.getItem(globals.get(), "BY_PROFILE");
    return wanted != nullptr && api.toNumber(wanted) == 1;
}

/// The interpreter is ready, and the program's first line has not run.
void begin()
{
    if (hasBegun.exchange(true)) {
        return;
    }
    if (!openCodeTable()) {
        note("functions of Python: the interpreter has no place left in its code objects");
        return;
    }
    if (runOwnCode()) {
        followThread();
    }
}

int onAudit(const char* event, Object* /*arguments*/, void* /*data*/)
{
    if (measurement::process.phase != measurement::Phase::Active) {
        return 0;
    }
    constexpr char kRun[] = "cpython.run_";
    if (std::strncmp(event, kRun, sizeof kRun - 1) == 0) {
        begin();
    } else if (std::strcmp(event, "sys.setprofile") == 0) {
        profileIsReplaced();
    } else if (std::strcmp(event, "sys.addaudithook") == 0) {
        hasAuditHook = true;
        if (auditHookComes == nullptr) {
            return 0;
        }
        if (const Owned done(api.call(auditHookComes, nullptr)); !done) {
            api.clearError();
        }
    }
    return 0;
}

/// Behind the one of lifecycle.cpp, which begins the recording.
__attribute__((constructor(102))) void onLoad()
{
    if (!measurement::ensureStarted() || measurement::process.config.python == nullptr) {
        return;
    }
    if (findPython()) {
        api.addAuditHook(onAudit, nullptr);
    } else if (measurement::process.config.pythonFunctions && hasUnknownPython()) {
        note(
            "functions of Python are recorded from version 3.8 on, not of "
            + std::string(measurement::process.header->executable));
    }
}

}  // namespace

void note(const std::string& sentence, const std::string& source)
{
    std::string line = "source " + source + ": " + sentence;
    std::ranges::replace_if(
        line, [](char letter) { return letter == '\n' || letter == '\r'; }, ' ');
    measurement::noteUnavailable(line.c_str());
}

}  // namespace vellum::collector::python
