# Check suites, and the target `check` that builds and runs them all.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(CHECK QUIET IMPORTED_TARGET check>=0.15)
endif()

# Everything that `check` and `check-long` build before they run their suites, and
# suite-NAME is what one suite needs.
add_custom_target(check-build)
add_custom_target(check-long-build)

# add_check_suite(NAME SOURCE file [LIBRARIES target...] [NEEDS target...]
#                 [EACH argument...] [LONG | LONG_EACH argument...]
#                 [SERIAL | SERIAL_EACH argument...] [NOT_SANITIZED] [TIMEOUT seconds])
# A test program. It may include what the libraries publish, and knows
# SOURCE_DIR and BUILD_DIR. With EACH it runs once for each argument, else once
# without any. SERIAL: alone on the machine, because it measures time; SERIAL_EACH:
# for further arguments. NEEDS: built before it runs.
# LONG: `check-long` runs it instead of `check`, which must stay short enough to be
# run often; LONG_EACH: further arguments for `check-long` alone.
# NOT_SANITIZED: left out of a sanitizer build, because it compiles programs of
# its own, builds the tree anew or breaks a rule on purpose.
function(add_check_suite name)
    cmake_parse_arguments(arg "SERIAL;NOT_SANITIZED;LONG" "SOURCE;TIMEOUT"
                          "LIBRARIES;NEEDS;EACH;SERIAL_EACH;LONG_EACH" ${ARGN})
    set(target check)
    if(arg_LONG)
        set(target check-long)
    endif()
    add_suite_program(${name} ${arg_SOURCE} "${arg_NOT_SANITIZED}" ${arg_LIBRARIES})
    if(TARGET ${name})
        add_custom_target(suite-${name})
        add_dependencies(suite-${name} ${name} ${arg_NEEDS})
        add_dependencies(${target}-build suite-${name})
        list_suite(${target} ${name} "${arg_EACH}" "${arg_TIMEOUT}" "${arg_SERIAL}")
        if(arg_SERIAL_EACH)
            list_suite(${target} ${name} "${arg_SERIAL_EACH}" "${arg_TIMEOUT}" TRUE)
        endif()
        if(arg_LONG_EACH)
            add_dependencies(check-long-build suite-${name})
            list_suite(check-long ${name} "${arg_LONG_EACH}" "${arg_TIMEOUT}" "${arg_SERIAL}")
        endif()
    endif()
endfunction()

# add_other_suite(NAME SOURCE file [LIBRARIES target...]): one that `check` does
# not run.
function(add_other_suite name)
    cmake_parse_arguments(arg "" "SOURCE" "LIBRARIES" ${ARGN})
    add_suite_program(${name} ${arg_SOURCE} "" ${arg_LIBRARIES})
endfunction()

# The suite's program, linked with the libraries; none where Check is missing or
# where it is left out of a sanitizer build.
function(add_suite_program name source not_sanitized)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
    mark_listed(tests ${path})
    if(NOT CHECK_FOUND OR (not_sanitized AND REDUCTION_SANITIZE))
        return()
    endif()
    add_executable(${name} EXCLUDE_FROM_ALL ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_compile_definitions(${name} PRIVATE
        SOURCE_DIR="${PROJECT_SOURCE_DIR}" BUILD_DIR="${PROJECT_BINARY_DIR}")
    target_link_libraries(${name} PRIVATE ${ARGN} house::c PkgConfig::CHECK m)
endfunction()

# One line per run for the check runner: name, seconds allowed, serial, command.
function(list_suite target name arguments timeout serial)
    if(NOT timeout)
        set(timeout 240)
    endif()
    if(REDUCTION_SANITIZE)
        math(EXPR timeout "4 * ${timeout}")
    endif()
    if(serial)
        set(serial serial)
    else()
        set(serial parallel)
    endif()
    set(program ${PROJECT_BINARY_DIR}/tests/${name})
    if(NOT arguments)
        set_property(GLOBAL APPEND PROPERTY suite_lines_${target}
                     "${name}\t${timeout}\t${serial}\t${program}\n")
        add_test(NAME ${name} COMMAND ${program})
    endif()
    foreach(argument IN LISTS arguments)
        set_property(GLOBAL APPEND PROPERTY suite_lines_${target}
                     "${name}:${argument}\t${timeout}\t${serial}\t${program}\t${argument}\n")
        add_test(NAME ${name}:${argument} COMMAND ${program} ${argument})
    endforeach()
endfunction()

# Call once, after the last suite: the targets check and check-long.
function(add_check_targets)
    set(environment "")
    if(REDUCTION_SANITIZE) # slow, and some tests ask for more memory than there is
        set(environment ASAN_OPTIONS=allocator_may_return_null=1 CK_TIMEOUT_MULTIPLIER=10)
    endif()
    foreach(target check check-long)
        if(CHECK_FOUND)
            get_property(lines GLOBAL PROPERTY suite_lines_${target})
            list(JOIN lines "" text)
            file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${target}.list CONTENT "${text}")
            add_custom_target(${target}
                COMMAND ${CMAKE_COMMAND} -E env ${environment} $<TARGET_FILE:check-runner> ${PROJECT_BINARY_DIR}/${target}.list
                USES_TERMINAL VERBATIM)
            add_dependencies(${target} ${target}-build check-runner)
        else()
            add_custom_target(${target}
                COMMAND ${CMAKE_COMMAND} -E echo
                    "check: the test library Check (0.15 or newer) or pkg-config is missing. Install them with: ${PROJECT_SOURCE_DIR}/tools/setup.sh check"
                COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
        endif()
    endforeach()
endfunction()
