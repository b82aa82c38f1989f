# vellum_add_schemas(TARGET a.capnp b.capnp …): compiles schemas into a static library whose
# generated headers are a SYSTEM include, `#include "common/protocol/x.capnp.h"`.
#
# The compilers are looked for on the PATH: the targets of Debian's CapnProto package name a place
# (/usr/lib/bin) where they are not.
find_program(VELLUM_CAPNP capnp REQUIRED)
find_program(VELLUM_CAPNPC_CXX capnpc-c++ REQUIRED)

function(vellum_add_schemas target)
    set(out ${PROJECT_BINARY_DIR}/schemas)
    set(sources)
    foreach(schema IN LISTS ARGN)
        file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${schema})
        set(inputs ${ARGN})
        list(TRANSFORM inputs PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
        add_custom_command(
            OUTPUT ${out}/${relative}.c++ ${out}/${relative}.h
            COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
            COMMAND ${VELLUM_CAPNP} compile
                -o${VELLUM_CAPNPC_CXX}:${out}
                --src-prefix=${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${schema}
            DEPENDS ${inputs}
            COMMENT "Compiling schema ${relative}"
            VERBATIM)
        list(APPEND sources ${out}/${relative}.c++)
    endforeach()
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} SYSTEM PUBLIC ${out})
    target_link_libraries(${target} PUBLIC CapnProto::capnp CapnProto::kj)
endfunction()
