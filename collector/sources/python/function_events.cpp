#include "collector/sources/python/function_events.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/python/code_table.h"
#include "collector/sources/python/program_start.h"
#include "collector/sources/python/python_functions.h"

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
void enter(Object* code)
{
    if (!isRecorded()) {
        return;
    }
    if (const std::uint32_t number = numberOfCode(code)) {
        ++following.depth;
        measurement::recordEnter(addressOf(number), measurement::threadBuffer.base.frame);
    }
}

void leave(Object* code)
{
    if (following.depth == 0 || !isRecorded()) {
        return;
    }
    if (const std::uint32_t number = numberOfCode(code)) {
        --following.depth;
        measurement::recordLeave(addressOf(number));
    }
}

/// An owned reference, as all versions give it.
Object* codeOf(Object* frame)
{
    return api.getFrameCode != nullptr ? api.getFrameCode(frame)
                                       : api.getAttribute(frame, "f_code");
}

int onProfile(Object* /*self*/, Object* frame, int what, Object* /*argument*/)
{
    if (what != kCall && what != kReturn) {
        return 0;
    }
    if (const Owned code(codeOf(frame)); code) {
        what == kCall ? enter(code.get()) : leave(code.get());
    }
    return 0;
}

Object* nothing()
{
    api.incRef(api.none);
    return api.none;
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

Object* enterCode(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    if (count > 0) {
        enter(arguments[0]);
    }
    return nothing();
}

Object* leaveCode(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    if (count > 0) {
        leave(arguments[0]);
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
            leave(code.get());
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
