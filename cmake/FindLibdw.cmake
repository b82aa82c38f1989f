# Libdw::Libdw, elfutils' reader of symbols and source lines (Debian: libdw-dev).
find_package(PkgConfig QUIET)
pkg_check_modules(PC_LIBDW QUIET libdw)
find_path(Libdw_INCLUDE_DIR elfutils/libdwfl.h HINTS ${PC_LIBDW_INCLUDE_DIRS})
find_library(Libdw_LIBRARY NAMES dw HINTS ${PC_LIBDW_LIBRARY_DIRS})
find_library(Libelf_LIBRARY NAMES elf HINTS ${PC_LIBDW_LIBRARY_DIRS})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libdw REQUIRED_VARS Libdw_LIBRARY Libelf_LIBRARY Libdw_INCLUDE_DIR)
if(Libdw_FOUND AND NOT TARGET Libdw::Libdw)
    add_library(Libdw::Libdw UNKNOWN IMPORTED)
    set_target_properties(Libdw::Libdw PROPERTIES
        IMPORTED_LOCATION ${Libdw_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${Libdw_INCLUDE_DIR}
        INTERFACE_LINK_LIBRARIES ${Libelf_LIBRARY})
endif()
