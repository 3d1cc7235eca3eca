# What lies beyond the ladder: one folder of variants/ for each idea.

set(variants_folder ${PROJECT_SOURCE_DIR}/variants)
set(variants_include ${variants_folder}/common ${variants_folder}/best)

# add_variant(NAME [BLOCKS n...] [USES variant...] [NO_SIMT why] [LIBRARIES target...]
#             [CUDA_LIBRARIES target...])
# All sources of variants/NAME make one program, simt/NAME and, where CUDA is
# used, cuda/NAME. BLOCKS: its block size is BLOCK, and for the tests there is
# simt/blocks/NAME.B for each n. simt/check/NAME is the program under simt's
# detectors; variant-check-blocks makes simt/check/NAME.B. USES: takes also the sources of that variant, without its reduce.cu.
# NO_SIMT: what the simulated GPU lacks; then there is only cuda/NAME.
# LIBRARIES, CUDA_LIBRARIES: what both programs, or cuda/NAME only, are linked with besides.
function(add_variant name)
    cmake_parse_arguments(arg "" "NO_SIMT" "BLOCKS;USES;LIBRARIES;CUDA_LIBRARIES" ${ARGN})
    variant_sources(own ${name} "")
    variant_sources(sources ${name} "${arg_USES}")
    mark_sources(${own})
    set(block "")
    set(kind lab)
    if(EXISTS ${variants_folder}/${name}/reduce.cu)
        set(kind sum)
    endif()
    if(arg_BLOCKS)
        set(block ${BLOCK})
    endif()
    add_custom_target(variant-${name})
    if(kind STREQUAL sum)
        set_property(GLOBAL APPEND PROPERTY sum_variants ${name})
        set_property(GLOBAL PROPERTY no_simt_${name} "${arg_NO_SIMT}")
    endif()
    list(JOIN arg_BLOCKS " " blocks)
    set_property(GLOBAL APPEND PROPERTY variant_lines
                 "${name}\t${kind}\t${arg_NO_SIMT}\t${blocks}\n")
    if(NOT arg_NO_SIMT)
        variant_simt(variant_${name}_simt simt/${name} "${sources}" "${block}" "" "${arg_LIBRARIES}")
        add_dependencies(variant-${name} variant_${name}_simt)
        # Shared kernels as well: the detectors must see what they write.
        file(GLOB shared CONFIGURE_DEPENDS ${variants_folder}/common/*.cu)
        foreach(size IN LISTS arg_BLOCKS)
            variant_simt(variant_${name}_${size}_simt simt/blocks/${name}.${size} "${sources}" ${size} ""
                         "${arg_LIBRARIES}")
            add_dependencies(variant-blocks variant_${name}_${size}_simt)
            variant_simt(variant_${name}_${size}_check simt/check/${name}.${size} "${sources};${shared}"
                         ${size} --check simt_detect simt_hooks ${arg_LIBRARIES})
            add_dependencies(variant-check-blocks variant_${name}_${size}_check)
        endforeach()
        variant_simt(variant_${name}_check simt/check/${name} "${sources};${shared}" "${block}" --check
                     simt_detect simt_hooks ${arg_LIBRARIES})
        add_dependencies(variant-checks variant_${name}_check)
    endif()
    if(USE_CUDA)
        variant_cuda(variant_${name}_cuda cuda/${name} "${sources}" "${block}"
                     "${arg_LIBRARIES};${arg_CUDA_LIBRARIES}")
        add_dependencies(variant-${name} variant_${name}_cuda)
    endif()
    add_dependencies(variants variant-${name})
endfunction()

# leave_out(NAME NEEDS): a variant that cannot be built here, for want of NEEDS.
function(leave_out name needs)
    variant_sources(own ${name} "")
    mark_sources(${own})
    message(STATUS "Variant ${name} is left out: it needs ${needs}")
    set_property(GLOBAL APPEND PROPERTY variant_lines "${name}\tabsent\t${needs}\t\n")
    add_custom_target(variant-${name}
        COMMAND ${CMAKE_COMMAND} -E echo "${name} is left out: it needs ${needs}" VERBATIM)
endfunction()

# Sets `out` to the sources of a variant and of those that it uses.
function(variant_sources out name uses)
    file(GLOB sources CONFIGURE_DEPENDS ${variants_folder}/${name}/*.cu ${variants_folder}/${name}/*.c)
    if(NOT sources)
        message(FATAL_ERROR "add_variant(${name}): there is no source in variants/${name}")
    endif()
    foreach(used IN LISTS uses)
        file(GLOB more CONFIGURE_DEPENDS ${variants_folder}/${used}/*.cu ${variants_folder}/${used}/*.c)
        list(FILTER more EXCLUDE REGEX "/reduce\\.cu$")
        list(APPEND sources ${more})
    endforeach()
    set(${out} ${sources} PARENT_SCOPE)
endfunction()

function(mark_sources)
    foreach(source IN LISTS ARGN)
        file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
        mark_listed(variants ${path})
    endforeach()
endfunction()

# Separates a program's folder and name, and sets what both backends need.
function(variant_output target output)
    get_filename_component(folder ${PROJECT_BINARY_DIR}/${output} DIRECTORY)
    get_filename_component(name ${output} NAME)
    target_include_directories(${target} PRIVATE ${variants_include})
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder} EXCLUDE_FROM_ALL ON)
endfunction()

# FLAGS: simtcc's. The libraries come after these.
function(variant_simt target output sources block flags)
    set(inputs "")
    foreach(source IN LISTS sources)
        if(source MATCHES "\\.cu$")
            get_filename_component(name ${source} NAME_WE)
            set(object ${PROJECT_BINARY_DIR}/simt/objects/${output}/${name}.o)
            add_simt_object(${source} ${object} BLOCK ${block} INCLUDE ${variants_include} FLAGS ${flags})
            list(APPEND inputs ${object})
        else()
            list(APPEND inputs ${source})
        endif()
    endforeach()
    add_executable(${target} ${inputs})
    target_link_libraries(${target} PRIVATE variants_simt harness_simt ${ARGN} simt::simt house::c)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    variant_output(${target} ${output})
endfunction()

function(variant_cuda target output sources block libraries)
    add_executable(${target} ${sources})
    target_link_libraries(${target} PRIVATE variants_cuda harness_cuda house::c ${libraries})
    if(block)
        target_compile_definitions(${target} PRIVATE BLOCK=${block})
    endif()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CUDA)
    variant_output(${target} ${output})
endfunction()

# What several variants share, compiled for both backends.
function(add_variants_library target harness)
    file(GLOB sources CONFIGURE_DEPENDS ${variants_folder}/common/*.c)
    file(GLOB kernels CONFIGURE_DEPENDS ${variants_folder}/common/*.cu)
    mark_sources(${sources} ${kernels})
    if(target STREQUAL variants_simt)
        set(cuda_kernels ${kernels})
        set(kernels "")
        foreach(kernel IN LISTS cuda_kernels)
            get_filename_component(name ${kernel} NAME_WE)
            set(object ${PROJECT_BINARY_DIR}/simt/objects/variants/${name}.o)
            add_simt_object(${kernel} ${object} INCLUDE ${variants_include})
            set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
            list(APPEND kernels ${object})
        endforeach()
    endif()
    add_library(${target} STATIC ${sources} ${kernels})
    target_include_directories(${target} PUBLIC ${variants_folder}/common)
    target_link_libraries(${target} PUBLIC ${harness} PRIVATE house::c)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
endfunction()

add_custom_target(variants)
add_custom_target(variant-blocks)
add_custom_target(variant-check-blocks)
add_custom_target(variant-checks)

# write_variant_list(FILE): one line per variant for the tools and tests: name, kind
# (sum: a program of the harness; lab: one with its own table; absent), what simt lacks for it
# or what is missing, and
# its block sizes, spaces between these; tabs between the fields.
function(write_variant_list file)
    get_property(lines GLOBAL PROPERTY variant_lines)
    list(JOIN lines "" text)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()
