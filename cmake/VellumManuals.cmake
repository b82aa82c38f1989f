# Manual pages, made of what programs say with --help, so that there is one text and the page is never older than its program.

find_program(VELLUM_HELP2MAN help2man)
add_feature_info(manuals VELLUM_HELP2MAN "manual pages (needs help2man)")

# vellum_manual(PAGE PROGRAM WHAT [DEPENDS TARGET] [OPTION --help]): the page PAGE(1) of the file PROGRAM, whose name section says WHAT.
function(vellum_manual page program what)
    cmake_parse_arguments(ARG "" "DEPENDS;OPTION" "" ${ARGN})
    if(NOT VELLUM_HELP2MAN)
        return()
    endif()
    if(NOT ARG_OPTION)
        set(ARG_OPTION --help)
    endif()
    set(file ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_MANDIR}/man1/${page}.1)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_MANDIR}/man1)
    # The programs of a sanitized build must not fail for what a help text leaks.
    add_custom_command(OUTPUT ${file}
        COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen ASAN_OPTIONS=detect_leaks=0
            ${VELLUM_HELP2MAN} --no-info --section 1 --name ${what} --manual Vellum --source "Vellum ${PROJECT_VERSION}"
            --version-string ${PROJECT_VERSION} --help-option ${ARG_OPTION} --output ${file} ${program}
        DEPENDS ${ARG_DEPENDS} VERBATIM
        COMMENT "Manual page of ${page}")
    add_custom_target(manual_${page} ALL DEPENDS ${file})
    # Where only some of the programs are built, so are their pages.
    install(FILES ${file} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
endfunction()
