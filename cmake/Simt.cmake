# Programs for the simulated GPU: what add_executable is to the host.

# add_simt_program(TARGET SOURCE OUTPUT [BLOCK n] [LIBRARIES target...]
#                  [EXCLUDE_FROM_ALL])
# One CUDA C source through simtcc, linked with the libraries, at OUTPUT
# (relative to the build tree). A C source is compiled as C.
function(add_simt_program target source output)
    cmake_parse_arguments(arg "EXCLUDE_FROM_ALL" "BLOCK" "LIBRARIES" ${ARGN})
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(folder ${PROJECT_BINARY_DIR}/${output} DIRECTORY)
    get_filename_component(name ${output} NAME)
    set(input ${source})
    if(source MATCHES "\\.cu$")
        set(input ${PROJECT_BINARY_DIR}/simt/objects/${output}.o)
        add_simt_object(${source} ${input} BLOCK ${arg_BLOCK})
    endif()
    if(arg_EXCLUDE_FROM_ALL)
        add_executable(${target} EXCLUDE_FROM_ALL ${input})
    else()
        add_executable(${target} ${input})
    endif()
    target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} simt::simt house::c)
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder} LINKER_LANGUAGE CXX)
endfunction()

# add_simt_object(SOURCE OBJECT [BLOCK n] [INCLUDE folder...] [FLAGS flag...]):
# the rule that compiles one .cu.
function(add_simt_object source object)
    cmake_parse_arguments(arg "" "BLOCK" "INCLUDE;FLAGS" ${ARGN})
    get_filename_component(folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    file(RELATIVE_PATH shown ${PROJECT_SOURCE_DIR} ${source})
    set(define "")
    set(at "")
    set(include ${PROJECT_SOURCE_DIR}/common ${arg_INCLUDE})
    list(TRANSFORM include PREPEND -I)
    if(arg_BLOCK)
        set(define -DBLOCK=${arg_BLOCK})
        set(at " (block ${arg_BLOCK})")
    endif()
    add_custom_command(OUTPUT ${object}
        COMMAND ${CMAKE_COMMAND} -E env SIMT_HOME=${PROJECT_BINARY_DIR}/simt
                CXX=${CMAKE_CXX_COMPILER} ${SIMTCC} ${arg_FLAGS} -c ${source} -o ${object} ${define} ${include}
                -MD -MF ${object}.d
        DEPENDS ${source} ${SIMTCC_DEPENDS}
        DEPFILE ${object}.d
        COMMENT "simtcc ${shown}${at}" VERBATIM)
endfunction()
