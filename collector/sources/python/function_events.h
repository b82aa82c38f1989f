#pragma once

#include "collector/sources/python/python_api.h"

namespace vellum::collector::python {

/// Functions of Python as events of the thread that calls them.
///
/// Exact    Each call, and each time that a generator or coroutine goes on, is a visit; it ends with the return, an
///          exception, or where the generator waits again. So visits nest on their thread, whatever is suspended.
/// Threads  Any that holds the interpreter's lock; each call concerns its own thread.

/// Up to Python 3.11: has this thread's functions recorded, by the interpreter's profile function.
void followThread();

/// As sys.setprofile() takes it, for threads that begin: has the thread followed from this event on.
Object* followNewThread(Object* self, Object* const* arguments, std::ptrdiff_t count);

/// As sys.monitoring calls them, from Python 3.12 on; the first argument is the code object. The events of the first two
/// can be switched off code by code, those of the other two, where exceptions come and go, cannot.
Object* enterCode(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* leaveCode(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* enterThrown(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* leaveUnwound(Object* self, Object* const* arguments, std::ptrdiff_t count);

/// Takes sys.monitoring.DISABLE.
Object* takeDisable(Object* self, Object* const* arguments, std::ptrdiff_t count);

/// The program is about to set a profile function of its own in this thread, or to take it out.
void profileIsReplaced();

}  // namespace vellum::collector::python
