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

}  // namespace vellum::collector::mpi
