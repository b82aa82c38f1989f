find_program(VELLUM_XVFB_RUN xvfb-run)

# vellum_add_test(unit/common/base/test_result SOURCES … LINK … LABELS fast [GUI])
#
# The tests of one file: a class of QtTest with an entry (tests/support/program). The files of a folder are one
# program, which runs the one that is named. The test's name is its path under tests/, so `ctest -R unit/common`
# runs a folder. LABELS is one of: fast (under a second or so), slow; further labels may follow.
# Every test has a time limit, so that a hang is a failure and not a lost afternoon. A GUI test runs
# twice: under Qt's offscreen platform and, with @xvfb behind its name, in a real X server.
function(vellum_add_test name)
    cmake_parse_arguments(ARG "GUI" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
    get_filename_component(leaf ${name} NAME)
    vellum_test_program(${name} program)
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${leaf}.cpp)
    endif()
    if(NOT ARG_LABELS)
        set(ARG_LABELS fast)
    endif()
    vellum_test_timeout(timeout "${ARG_TIMEOUT}")
    foreach(source ${ARG_SOURCES})
        get_filename_component(source ${source} ABSOLUTE)
        get_target_property(sources ${program} SOURCES)
        if(NOT source IN_LIST sources)
            target_sources(${program} PRIVATE ${source})
        endif()
    endforeach()
    target_link_libraries(${program} PRIVATE ${ARG_LINK})
    add_test(NAME ${name} COMMAND ${program} ${leaf})
    vellum_test_environment(${name} "${ARG_LABELS}" ${timeout})
    if(ARG_GUI AND VELLUM_XVFB_RUN)
        add_test(
            NAME ${name}@xvfb
            COMMAND ${VELLUM_XVFB_RUN} -a -s "-screen 0 1920x1200x24" $<TARGET_FILE:${program}> ${leaf})
        vellum_test_environment(${name}@xvfb "${ARG_LABELS};xvfb" ${timeout})
        set_property(TEST ${name}@xvfb APPEND PROPERTY ENVIRONMENT "QT_QPA_PLATFORM=xcb")
    endif()
endfunction()

# vellum_add_test_again(gui/test_keys 2x QT_SCALE_FACTOR=2 [LABEL slow] [TIMEOUT 600] [ONLY function…])
#
# The same test in another environment, with @2x behind its name.
function(vellum_add_test_again name suffix environment)
    cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "ONLY" ${ARGN})
    get_filename_component(leaf ${name} NAME)
    vellum_test_program(${name} program)
    if(NOT ARG_LABEL)
        set(ARG_LABEL fast)
    endif()
    vellum_test_timeout(timeout "${ARG_TIMEOUT}")
    add_test(NAME ${name}@${suffix} COMMAND ${program} ${leaf} ${ARG_ONLY})
    vellum_test_environment(${name}@${suffix} ${ARG_LABEL} ${timeout})
    set_property(TEST ${name}@${suffix} APPEND PROPERTY ENVIRONMENT ${environment})
endfunction()

# The program of the folder that a test is in, made when its first test is added.
function(vellum_test_program name result)
    get_filename_component(program ${name} DIRECTORY)
    string(REPLACE "/" "_" program ${program}_tests)
    if(NOT TARGET ${program})
        add_executable(${program})
        # Files of tests may use the same names.
        set_target_properties(${program} PROPERTIES
            AUTOMOC ON UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
        target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
        target_link_libraries(${program} PRIVATE vellum_tests_program Qt6::Test vellum::options)
    endif()
    set(${result} ${program} PARENT_SCOPE)
endfunction()

function(vellum_test_timeout result seconds)
    if(NOT seconds)
        set(seconds 120)
    endif()
    if(VELLUM_SANITIZE)
        # Page faults are dear where every page has shadows: three to ten times the time was seen.
        math(EXPR seconds "${seconds} * 4")
    endif()
    set(${result} ${seconds} PARENT_SCOPE)
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
