# Programs that count: a step with another harness (tools/one_launch.c), which
# launches its kernel once for each size and does nothing else, built to report its
# counters (SIMT_PROFILE) and to trace one block (SIMT_TRACE).

# add_profile_program(NAME SOURCE BLOCK): simt/profile/NAME.BLOCK, target
# profile-NAME.BLOCK.
function(add_profile_program name source block)
    set(target profile-${name}.${block})
    set(object ${PROJECT_BINARY_DIR}/simt/objects/simt/profile/${name}.${block}.o)
    add_simt_object(${source} ${object} BLOCK ${block} FLAGS --profile)
    add_executable(${target} EXCLUDE_FROM_ALL ${object})
    target_link_libraries(${target} PRIVATE one_launch simt_trace simt_count simt_hooks simt::simt)
    target_link_options(${target} PRIVATE LINKER:-u,simt_count_reports)
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name}.${block} LINKER_LANGUAGE CXX
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/simt/profile)
endfunction()

# add_checked_step(NAME BLOCK): simt/check/NAME.BLOCK, target check-NAME.BLOCK: the
# step with its usual harness and all detectors.
function(add_checked_step name block)
    set(target check-${name}.${block})
    set(object ${PROJECT_BINARY_DIR}/simt/objects/simt/profile/${name}.${block}.o)
    add_executable(${target} EXCLUDE_FROM_ALL ${object})
    target_link_libraries(${target} PRIVATE harness_simt simt_detect simt_hooks simt::simt)
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name}.${block} LINKER_LANGUAGE CXX
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/simt/check)
    # The object has one rule; two targets at once must not both follow it.
    add_dependencies(${target} profile-${name}.${block})
endfunction()

# Every step at every block size that it allows. Targets: `step-profiles`, the ladder at the
# chosen BLOCK; `profile-recorded`, what was recorded on a GPU (tools/record_counters.sh), for
# the test that compares; `checked-steps`, with all detectors.
function(add_step_profiles)
    add_custom_target(step-profiles)
    add_custom_target(profile-recorded)
    add_custom_target(checked-steps)
    foreach(name IN ITEMS float4 atomic_each atomic_shared)
        foreach(block IN ITEMS 128 256 512)
            add_profile_program(${name} ${PROJECT_SOURCE_DIR}/tests/counters/${name}.cu ${block})
            add_dependencies(profile-recorded profile-${name}.${block})
        endforeach()
    endforeach()
    get_property(names GLOBAL PROPERTY step_names)
    foreach(name IN LISTS names)
        get_property(blocks GLOBAL PROPERTY step_blocks_${name})
        foreach(block IN LISTS blocks)
            add_profile_program(${name} ${PROJECT_SOURCE_DIR}/steps/${name}/reduce.cu ${block})
        endforeach()
        foreach(block IN ITEMS 32 64 128 256 512 1024)
            if(block IN_LIST blocks)
                add_checked_step(${name} ${block})
                add_dependencies(checked-steps check-${name}.${block})
            endif()
        endforeach()
        foreach(block IN ITEMS 128 256 512)
            if(block IN_LIST blocks)
                add_dependencies(profile-recorded profile-${name}.${block})
            endif()
        endforeach()
        if(BLOCK IN_LIST blocks)
            add_dependencies(step-profiles profile-${name}.${BLOCK})
        endif()
    endforeach()
endfunction()
