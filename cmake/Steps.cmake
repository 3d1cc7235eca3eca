# The ladder's steps.

set(multiples_of_32 32 64 96 128 160 192 256 512 1024)
set(powers_of_two 32 64 128 256 512 1024)

# add_step(NAME [BLOCKS n...]): steps/NAME/reduce.cu or reduce.c. Builds
# simt/NAME and, where CUDA is used, cuda/NAME with the chosen BLOCK; and for
# the tests simt/blocks/NAME.B with each block size that the step allows.
function(add_step name)
    cmake_parse_arguments(arg "" "" "BLOCKS" ${ARGN})
    file(GLOB source ${PROJECT_SOURCE_DIR}/steps/${name}/reduce.c*)
    if(NOT source)
        message(FATAL_ERROR "add_step(${name}): there is no steps/${name}/reduce.cu")
    endif()
    mark_listed(steps steps/${name})
    set(block "")
    if(arg_BLOCKS)
        set(block BLOCK ${BLOCK})
    endif()
    string(SUBSTRING ${name} 0 2 number)
    add_custom_target(step-${number})
    add_step_program(step_${name}_simt ${source} simt/${name} ${block})
    add_dependencies(step-${number} step_${name}_simt)
    add_dependencies(steps step_${name}_simt)
    if(USE_CUDA)
        add_cuda_program(step_${name}_cuda ${source} cuda/${name} ${block})
        add_dependencies(step-${number} step_${name}_cuda)
        add_dependencies(steps step_${name}_cuda)
    endif()
    add_step_blocks(${name} ${source} "${arg_BLOCKS}")
endfunction()

function(add_step_program target source output)
    add_simt_program(${target} ${source} ${output} LIBRARIES harness_simt ${ARGN})
endfunction()

# The programs of the tests: one per block size, or a single one for a step
# that has no blocks.
function(add_step_blocks name source blocks)
    set_property(GLOBAL APPEND PROPERTY step_names ${name})
    set_property(GLOBAL PROPERTY step_blocks_${name} "${blocks}")
    foreach(block IN LISTS blocks)
        add_step_program(step_${name}_${block}_simt ${source} simt/blocks/${name}.${block}
                         BLOCK ${block} EXCLUDE_FROM_ALL)
        add_dependencies(step-blocks step_${name}_${block}_simt)
        if(USE_CUDA)
            add_cuda_program(step_${name}_${block}_cuda ${source} cuda/blocks/${name}.${block}
                             BLOCK ${block})
            set_target_properties(step_${name}_${block}_cuda PROPERTIES EXCLUDE_FROM_ALL ON)
            add_dependencies(step-blocks step_${name}_${block}_cuda)
        endif()
    endforeach()
endfunction()

add_custom_target(steps)
add_custom_target(step-blocks)

# write_step_list(FILE): one line per step for the tools and tests: its name
# and its block sizes, spaces between.
function(write_step_list file)
    get_property(names GLOBAL PROPERTY step_names)
    set(text "")
    foreach(name IN LISTS names)
        get_property(blocks GLOBAL PROPERTY step_blocks_${name})
        list(JOIN blocks " " blocks)
        string(APPEND text "${name} ${blocks}\n")
    endforeach()
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()
