#include "collector/sources/python/python_api.h"

#include <dlfcn.h>

namespace vellum::collector::python {

constinit PythonApi api;

namespace {

/// \return false where there is none of that name
template <typename Pointer>
bool find(Pointer& place, const char* name)
{
    place = reinterpret_cast<Pointer>(::dlsym(RTLD_DEFAULT, name));
    return place != nullptr;
}

/// Two names: what was private has become "unstable" in 3.12.
template <typename Pointer>
bool find(Pointer& place, const char* name, const char* older)
{
    return find(place, name) || find(place, older);
}

}  // namespace

bool findPython()
{
    if (!find(api.addAuditHook, "PySys_AddAuditHook")) {
        return false;
    }
    find(api.getFrameCode, "PyFrame_GetCode");
    return find(api.setProfile, "PyEval_SetProfile")
           && find(
               api.requestExtraIndex,
               "PyUnstable_Eval_RequestCodeExtraIndex",
               "_PyEval_RequestCodeExtraIndex")
           && find(api.getExtra, "PyUnstable_Code_GetExtra", "_PyCode_GetExtra")
           && find(api.setExtra, "PyUnstable_Code_SetExtra", "_PyCode_SetExtra")
           && find(api.getFrame, "PyEval_GetFrame") && find(api.getGlobals, "PyEval_GetGlobals")
           && find(api.getBuiltins, "PyEval_GetBuiltins")
           && find(api.getAttribute, "PyObject_GetAttrString")
           && find(api.getItem, "PyDict_GetItemString") && find(api.setItem, "PyDict_SetItemString")
           && find(api.makeDictionary, "PyDict_New") && find(api.makeFunction, "PyCFunction_NewEx")
           && find(api.makeNumber, "PyLong_FromUnsignedLong")
           && find(api.makeText, "PyUnicode_FromString")
           && find(api.toNumber, "PyLong_AsUnsignedLong") && find(api.toText, "PyUnicode_AsUTF8")
           && find(api.compile, "Py_CompileString") && find(api.evaluate, "PyEval_EvalCode")
           && find(api.toString, "PyObject_Str") && find(api.call, "PyObject_CallObject")
           && find(api.fetchError, "PyErr_Fetch") && find(api.clearError, "PyErr_Clear")
           && find(api.incRef, "Py_IncRef") && find(api.decRef, "Py_DecRef")
           && find(api.none, "_Py_NoneStruct");
}

bool hasUnknownPython()
{
    return ::dlsym(RTLD_DEFAULT, "Py_Main") != nullptr;
}

}  // namespace vellum::collector::python
