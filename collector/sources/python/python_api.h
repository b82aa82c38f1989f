#pragma once

#include <cstddef>

namespace vellum::collector::python {

/// An object of the interpreter; nothing but its functions may look into it.
struct Object;

using ProfileFunction = int(Object* self, Object* frame, int what, Object* argument);
using AuditFunction = int(const char* event, Object* arguments, void* data);
using FastFunction = Object*(Object* self, Object* const* arguments, std::ptrdiff_t count);

/// What the interpreter keeps of a function that is written in C; the layout is part of its stable interface.
struct MethodDefinition {
    const char* name = nullptr;
    FastFunction* function = nullptr;
    int flags = 0;
    const char* documentation = nullptr;
};
inline constexpr int kFastCall = 0x80;  ///< METH_FASTCALL

// What a profile function is told.
inline constexpr int kCall = 0;
inline constexpr int kReturn = 3;

inline constexpr int kFileInput = 257;  ///< Py_file_input

/// The functions of the interpreter that is in the process, whichever version: found by name, so that neither its
/// headers nor its library are needed to build. Of 3.8 and later.
///
/// Threads  Written once, before the interpreter begins. All need the interpreter's lock, but addAuditHook.
/// Source   Python's C interface reference; all are of the stable interface, or have kept name and arguments from
///          3.8 to 3.13.
struct PythonApi {
    int (*addAuditHook)(AuditFunction*, void*) = nullptr;
    void (*setProfile)(ProfileFunction*, Object*) = nullptr;
    std::ptrdiff_t (*requestExtraIndex)(void (*)(void*)) = nullptr;
    int (*getExtra)(Object*, std::ptrdiff_t, void**) = nullptr;
    int (*setExtra)(Object*, std::ptrdiff_t, void*) = nullptr;
    Object* (*getFrame)() = nullptr;             ///< borrowed
    Object* (*getFrameCode)(Object*) = nullptr;  ///< null before 3.9
    Object* (*getGlobals)() = nullptr;           ///< borrowed
    Object* (*getBuiltins)() = nullptr;          ///< borrowed
    Object* (*getAttribute)(Object*, const char*) = nullptr;
    Object* (*getItem)(Object*, const char*) = nullptr;  ///< borrowed
    int (*setItem)(Object*, const char*, Object*) = nullptr;
    Object* (*makeDictionary)() = nullptr;
    Object* (*makeFunction)(MethodDefinition*, Object*, Object*) = nullptr;
    Object* (*makeNumber)(unsigned long) = nullptr;
    Object* (*makeText)(const char*) = nullptr;
    unsigned long (*toNumber)(Object*) = nullptr;
    const char* (*toText)(Object*) = nullptr;  ///< UTF-8, as long as the object
    Object* (*compile)(const char*, const char*, int) = nullptr;
    Object* (*evaluate)(Object*, Object*, Object*) = nullptr;
    Object* (*toString)(Object*) = nullptr;
    Object* (*call)(Object* function, Object* arguments) = nullptr;
    void (*fetchError)(Object**, Object**, Object**) = nullptr;
    void (*clearError)() = nullptr;
    void (*incRef)(Object*) = nullptr;
    void (*decRef)(Object*) = nullptr;
    Object* none = nullptr;
};

extern PythonApi api __attribute__((visibility("hidden")));

/// Fills `api`. \return false where the process has no interpreter, or one that lacks something
bool findPython();

/// Whether the process has an interpreter, where findPython() has found none that it knows.
bool hasUnknownPython();

/// Python's None, as a function gives it back.
inline Object* nothing()
{
    api.incRef(api.none);
    return api.none;
}

/// A reference that is given back.
class Owned {
public:
    explicit Owned(Object* object) : m_object(object) {}
    ~Owned()
    {
        if (m_object != nullptr) {
            api.decRef(m_object);
        }
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;

    [[nodiscard]] Object* get() const { return m_object; }
    explicit operator bool() const { return m_object != nullptr; }

private:
    Object* m_object;
};

}  // namespace vellum::collector::python
