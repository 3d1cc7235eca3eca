# libbacktrace turns a return address into file:line. gcc brings it along, so it
# is taken from there, whatever compiler builds simt. Its objects become part
# of libsimt.a: programs then need nothing more than that one library.
#
# Sets BACKTRACE_OBJECTS and BACKTRACE_INCLUDE, both empty where there is none.
set(BACKTRACE_OBJECTS "")
set(BACKTRACE_INCLUDE "")

function(find_in_gcc name out_path)
    set(${out_path} "" PARENT_SCOPE)
    execute_process(COMMAND ${GCC} -print-file-name=${name} OUTPUT_VARIABLE path
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(EXISTS "${path}") # not found: gcc prints the bare name
        set(${out_path} "${path}" PARENT_SCOPE)
    endif()
endfunction()

if(CMAKE_CROSSCOMPILING AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(GCC ${CMAKE_C_COMPILER})
elseif(NOT CMAKE_CROSSCOMPILING)
    find_program(GCC gcc)
    mark_as_advanced(GCC)
endif()
if(GCC)
    find_in_gcc(libbacktrace.a backtrace_archive)
    find_in_gcc(include/backtrace.h backtrace_header)
endif()
if(backtrace_archive AND backtrace_header)
    set(folder ${PROJECT_BINARY_DIR}/simt/backtrace)
    get_filename_component(headers ${backtrace_header} DIRECTORY)
    file(COPY ${headers}/backtrace.h ${headers}/backtrace-supported.h DESTINATION ${folder}/include)
    file(MAKE_DIRECTORY ${folder}/objects)
    execute_process(COMMAND ${CMAKE_AR} x ${backtrace_archive} WORKING_DIRECTORY ${folder}/objects
                    RESULT_VARIABLE failed)
    if(NOT failed)
        file(GLOB BACKTRACE_OBJECTS ${folder}/objects/*.o)
        set(BACKTRACE_INCLUDE ${folder}/include)
        set_source_files_properties(${BACKTRACE_OBJECTS} PROPERTIES EXTERNAL_OBJECT ON)
    endif()
endif()
if(NOT BACKTRACE_OBJECTS)
    message(STATUS "simt: no libbacktrace (it comes with gcc), so file:line is asked of addr2line")
endif()
