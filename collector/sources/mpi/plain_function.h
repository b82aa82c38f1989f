#pragma once

#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/visit.h"

namespace vellum::collector::mpi {

/// Calls the program's own MPI.
template <Function number, typename Signature>
struct Real;

template <Function number, typename Value, typename... Parameters>
struct Real<number, Value(Parameters...)> {
    static Value call(Parameters... parameters)
    {
        return reinterpret_cast<Value (*)(Parameters...)>(findFunction(number))(parameters...);
    }
};

/// What stands in front of a function of which only the time is known.
template <Function number, typename Signature>
struct Plain;

template <Function number, typename Value, typename... Parameters>
struct Plain<number, Value(Parameters...)> {
    static Value call(Parameters... parameters)
    {
        const Visit visit(number);
        return Real<number, Value(Parameters...)>::call(parameters...);
    }
};

/// A function of which something is recorded: \p before takes its parameters, and so does \p after, where it was successful.
template <Function number, auto before, auto after, typename Signature>
struct Around;

template <Function number, auto before, auto after, typename... Parameters>
struct Around<number, before, after, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        const Visit visit(number);
        before(parameters...);
        const int result = Real<number, int(Parameters...)>::call(parameters...);
        if (result == MPI_SUCCESS) {
            after(parameters...);
        }
        return result;
    }
};

}  // namespace vellum::collector::mpi

/// Gives an instance of a template above, or of one like them, the name `MPI_name`; its type is taken from mpi.h.
/// \param ...  the instance but for its last argument, the type
// The names are MPI's. NOLINTBEGIN(readability-identifier-naming,bugprone-macro-parentheses)
#define VELLUM_MPI_DEFINE(name, Template, ...)                                                     \
    extern "C" {                                                                                   \
    static decltype(&MPI_##name) resolve##name()                                                   \
    {                                                                                              \
        return &Template<                                                                          \
            vellum::collector::mpi::Function::name __VA_OPT__(, ) __VA_ARGS__,                     \
            decltype(MPI_##name)>::call;                                                           \
    }                                                                                              \
    extern decltype(MPI_##name) MPI_##name                                                         \
        __attribute__((ifunc("resolve" #name), visibility("default")));                            \
    }
// NOLINTEND(readability-identifier-naming,bugprone-macro-parentheses)
