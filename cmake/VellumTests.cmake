find_program(VELLUM_XVFB_RUN xvfb-run)

# vellum_add_test(unit/common/base/test_result SOURCES … LINK … LABELS fast [GUI])
#
# One QtTest program per file: the test's name is its path under tests/, so `ctest -R unit/common`
# runs a folder. LABELS is one of: fast (under a second or so), slow; further labels may follow.
# Every test has a time limit, so that a hang is a failure and not a lost afternoon. A GUI test runs
# twice: under Qt's offscreen platform and, with @xvfb behind its name, in a real X server.
function(vellum_add_test name)
    cmake_parse_arguments(ARG "GUI" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
    string(REPLACE "/" "_" target ${name})
    if(NOT ARG_SOURCES)
        get_filename_component(leaf ${name} NAME)
        set(ARG_SOURCES ${leaf}.cpp)
    endif()
    if(NOT ARG_LABELS)
        set(ARG_LABELS fast)
    endif()
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    if(VELLUM_SANITIZE)
        # Page faults are dear where every page has shadows: three to ten times the time was seen.
        math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 4")
    endif()
    add_executable(${target} ${ARG_SOURCES})
    set_target_properties(${target} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${target} PRIVATE ${ARG_LINK} Qt6::Test vellum::options)
    add_test(NAME ${name} COMMAND ${target})
    vellum_test_environment(${name} "${ARG_LABELS}" ${ARG_TIMEOUT})
    if(ARG_GUI AND VELLUM_XVFB_RUN)
        add_test(
            NAME ${name}@xvfb
            COMMAND ${VELLUM_XVFB_RUN} -a -s "-screen 0 1920x1200x24" $<TARGET_FILE:${target}>)
        vellum_test_environment(${name}@xvfb "${ARG_LABELS};xvfb" ${ARG_TIMEOUT})
        set_property(TEST ${name}@xvfb APPEND PROPERTY ENVIRONMENT "QT_QPA_PLATFORM=xcb")
    endif()
endfunction()

# The same environment for tests that are scripts. Real traces are found through VELLUM_TRACE_DATA of the
# caller's environment, by default ../shared/traces beside VELLUM_SOURCE_DIR.
function(vellum_test_environment name labels timeout)
    if(VELLUM_SANITIZE MATCHES "thread")
        # QProcess forks in programs that have threads.
        set(sanitizer ";TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/tsan.supp:die_after_fork=0")
    endif()
    if(VELLUM_SANITIZE MATCHES "address")
        set(sanitizer ";LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0")
    endif()
    set_tests_properties(${name} PROPERTIES
        LABELS "${labels}"
        TIMEOUT ${timeout}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;VELLUM_CACHE=;VELLUM_SOURCE_DIR=${PROJECT_SOURCE_DIR};VELLUM_BIN_DIR=${PROJECT_BINARY_DIR}/bin;VELLUM_LIB_DIR=${PROJECT_BINARY_DIR}/lib${sanitizer}")
endfunction()
