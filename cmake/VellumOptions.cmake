# vellum::options: what every target of ours is compiled with. Linked PRIVATE, so that nothing
# leaks into programs that use the collector.

option(VELLUM_WERROR "Treat warnings as errors" OFF)
set(VELLUM_SANITIZE "" CACHE STRING "Sanitizers, as given to -fsanitize=")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

find_program(VELLUM_CCACHE ccache)
if(VELLUM_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${VELLUM_CCACHE})
endif()

add_library(vellum_options INTERFACE)
add_library(vellum::options ALIAS vellum_options)
target_compile_options(vellum_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
    $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor>
    # Designated initialisers that leave out members with defaults are how our data are written.
    -Wno-missing-field-initializers
    # In one unit with others a source is no longer the main file, where the compiler lets this pass.
    $<$<BOOL:${CMAKE_UNITY_BUILD}>:-Wno-subobject-linkage>
    $<$<BOOL:${VELLUM_WERROR}>:-Werror>)
if(VELLUM_SANITIZE)
    # Everything is instrumented, generated code included: a race has two sides.
    add_compile_options(-fsanitize=${VELLUM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${VELLUM_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # With the sanitizers' code between, GCC 12 takes members that a default initializer sets for unset.
        add_compile_options(-Wno-maybe-uninitialized)
    endif()
    # A sanitizer's runtime must come first in a process, before any preloaded library: what the collector
    # puts into a program, and the programs that its tests record, are built without.
    set(VELLUM_UNSANITIZED -fno-sanitize=all)
endif()
if(VELLUM_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# vellum_module(common::time SOURCES a.cpp HEADERS a.h PUBLIC vellum::common::base PRIVATE …)
#
# One static library per folder, named after it: the target vellum::common::time links only its row
# of the layering table, so that a forbidden include does not even compile. Without sources it is
# header-only. Headers are compiled alone by the target all_verify_interface_header_sets. SEPARATE names
# the sources that share a name with another file's unnamed namespace, so that they cannot be compiled in
# one unit with it (CMAKE_UNITY_BUILD, in the presets of CI and users).
function(vellum_module path)
    cmake_parse_arguments(ARG "" "" "SOURCES;SEPARATE;HEADERS;PUBLIC;PRIVATE" ${ARGN})
    string(REPLACE "::" "_" name "vellum_${path}")
    if(ARG_SOURCES)
        add_library(${name} STATIC)
        set_source_files_properties(${ARG_SEPARATE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        target_sources(${name} PRIVATE ${ARG_SOURCES})
        target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} vellum::options)
        target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE ${ARG_PUBLIC})
        target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR})
    endif()
    add_library(vellum::${path} ALIAS ${name})
    set(scope PUBLIC)
    if(NOT ARG_SOURCES)
        set(scope INTERFACE)
    endif()
    target_sources(${name} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HEADERS})
endfunction()
