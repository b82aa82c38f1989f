#include "collector/sources/python/function_events.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/python/code_table.h"
#include "collector/sources/python/program_start.h"
#include "collector/sources/python/python_functions.h"
#include "collector/sources/python/range_functions.h"

#include <cstring>

namespace vellum::collector::python {

namespace {

/// Of one thread.
struct Following {
    std::uint64_t depth =
        0;  ///< visits that are open; those begun before the recording are not ended either
    bool byProfile = false;    ///< our profile function is the thread's
    bool isReplacing = false;  ///< we set it just now
};
thread_local constinit Following following __attribute__((tls_model("initial-exec")));

bool isRecorded()
{
    return measurement::process.phase.load(std::memory_order_relaxed) == measurement::Phase::Active;
}

// Frames of Python are no places on the thread's stack: the one of the event before costs no room, and the writer
// takes none of it.
void enter(const CodeEntry& entry)
{
    if (!entry.isFollowed() || !isRecorded()) {
        return;
    }
    ++following.depth;
    if (entry.number != 0) {
        measurement::recordEnter(addressOf(entry.number), measurement::threadBuffer.base.frame);
    }
    if (entry.range != 0) {
        pushRange(entry.range);
    }
}

void leave(const CodeEntry& entry)
{
    if (!entry.isFollowed() || following.depth == 0 || !isRecorded()) {
        return;
    }
    --following.depth;
    if (entry.range != 0) {
        popRange();
    }
    if (entry.number != 0) {
        measurement::recordLeave(addressOf(entry.number));
    }
}

/// What sys.monitoring takes for "never call me for this code again"; null where there is none.
constinit Object* disable = nullptr;

/// Of code that is not followed the interpreter need not tell.
Object* answerFor(const CodeEntry& entry)
{
    const bool isOver =
        measurement::process.phase.load(std::memory_order_relaxed) == measurement::Phase::Inert;
    if (disable == nullptr || (entry.isFollowed() && !isOver)) {
        return nothing();
    }
    api.incRef(disable);
    return disable;
}

/// An owned reference, as all versions give it. Python 3.8 has no function for it, and its attribute is one that is
/// audited: an audit hook in Python would run within every call, on full stacks, too. So the frame's own field is read:
/// behind the object's head, its size and the frame before it.
Object* codeOf(Object* frame)
{
    if (api.getFrameCode != nullptr) {
        return api.getFrameCode(frame);
    }
    constexpr std::size_t kCodeField = 4;
    Object* const code = reinterpret_cast<Object**>(frame)[kCodeField];
    api.incRef(code);
    return code;
}

int onProfile(Object* /*self*/, Object* frame, int what, Object* /*argument*/)
{
    if (what != kCall && what != kReturn) {
        return 0;
    }
    if (const Owned code(codeOf(frame)); code) {
        what == kCall ? enter(entryOfCode(code.get())) : leave(entryOfCode(code.get()));
    }
    return 0;
}

}  // namespace

void followThread()
{
    following.isReplacing = true;
    api.setProfile(onProfile, nullptr);
    following.isReplacing = false;
    following.byProfile = true;
}

Object* followNewThread(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    if (following.byProfile) {
        return nothing();
    }
    followThread();
    constexpr std::ptrdiff_t kOfProfile = 3;  // the frame, what happened, and with what
    const char* const what = count == kOfProfile ? api.toText(arguments[1]) : nullptr;
    if (what != nullptr && std::strcmp(what, "call") == 0) {
        onProfile(nullptr, arguments[0], kCall, nullptr);
    }
    return nothing();
}

Object* enterCode(Object* /*self*/, Object* const* arguments, std::ptrdiff_t /*count*/)
{
    const CodeEntry entry = entryOfCode(arguments[0]);
    enter(entry);
    return answerFor(entry);
}

Object* leaveCode(Object* /*self*/, Object* const* arguments, std::ptrdiff_t /*count*/)
{
    const CodeEntry entry = entryOfCode(arguments[0]);
    leave(entry);
    return answerFor(entry);
}

Object* enterThrown(Object* /*self*/, Object* const* arguments, std::ptrdiff_t /*count*/)
{
    enter(entryOfCode(arguments[0]));
    return nothing();
}

Object* leaveUnwound(Object* /*self*/, Object* const* arguments, std::ptrdiff_t /*count*/)
{
    leave(entryOfCode(arguments[0]));
    return nothing();
}

Object* takeDisable(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    if (count == 1) {
        api.incRef(arguments[0]);
        disable = arguments[0];
    }
    return nothing();
}

void profileIsReplaced()
{
    if (!following.byProfile || following.isReplacing) {
        return;
    }
    following.byProfile = false;
    note(
        "functions of Python are recorded up to the moment when the program sets a profile function of its own; "
        "a thread has one only");
    Object* frame = api.getFrame();  // borrowed, as is the first
    if (frame != nullptr) {
        api.incRef(frame);
    }
    while (frame != nullptr && frame != api.none && following.depth > 0) {
        if (const Owned code(codeOf(frame)); code) {
            leave(entryOfCode(code.get()));
        }
        Object* const outer = api.getAttribute(frame, "f_back");
        api.decRef(frame);
        frame = outer;
    }
    if (frame != nullptr) {
        api.decRef(frame);
    }
    following.depth = 0;
}

}  // namespace vellum::collector::python
