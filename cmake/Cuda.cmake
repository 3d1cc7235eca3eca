# The CUDA backend, and a target that compiles every .cu file without a GPU.

set(known_architectures 75 80 86 89 90)

# Sets out_list to the compute capabilities of the GPUs in this machine, as 90.
function(query_architectures out_list)
    set(${out_list} "" PARENT_SCOPE)
    find_program(NVIDIA_SMI nvidia-smi)
    if(NVIDIA_SMI)
        execute_process(COMMAND ${NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                        OUTPUT_VARIABLE text RESULT_VARIABLE failed ERROR_QUIET)
        if(NOT failed)
            string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${text}")
            list(TRANSFORM capabilities REPLACE "\\." "")
            list(REMOVE_DUPLICATES capabilities)
            set(${out_list} ${capabilities} PARENT_SCOPE)
        endif()
    endif()
endfunction()

if(USE_CUDA)
    set(architectures ${REDUCTION_CUDA_ARCHITECTURES})
    if(NOT architectures)
        query_architectures(architectures)
    endif()
    if(NOT architectures)
        set(architectures ${known_architectures})
    endif()
    message(STATUS "CUDA architectures: ${architectures}")
    set(CMAKE_CUDA_COMPILER ${NVCC} CACHE FILEPATH "")
    set(CMAKE_CUDA_ARCHITECTURES ${architectures})
    set(CMAKE_CUDA_STANDARD 17)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
endif()

# add_cuda_program(TARGET SOURCE OUTPUT [BLOCK n]): a program of one source for
# the GPU, with the harness, at OUTPUT (relative to the build tree).
function(add_cuda_program target source output)
    cmake_parse_arguments(arg "" "BLOCK" "" ${ARGN})
    get_filename_component(folder ${PROJECT_BINARY_DIR}/${output} DIRECTORY)
    get_filename_component(name ${output} NAME)
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE harness_cuda)
    if(arg_BLOCK)
        target_compile_definitions(${target} PRIVATE BLOCK=${arg_BLOCK})
    endif()
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder} LINKER_LANGUAGE CUDA)
endfunction()

# Sets out_flags to nvcc's options for those of the architectures from `least` on.
function(generate_flags least out_flags)
    set(flags "")
    foreach(architecture IN LISTS ARGN)
        if(NOT architecture LESS least)
            list(APPEND flags -gencode arch=compute_${architecture},code=sm_${architecture})
        endif()
    endforeach()
    set(${out_flags} "${flags}" PARENT_SCOPE)
endfunction()

# Target cuda-compile: every .cu file of the tree through nvcc, for each known
# architecture. Needs the toolkit and no GPU. A file that is not for all of them
# says so in a comment of its own: "nvcc: sm_90 and newer", or "nvcc: never" if
# only the simulated GPU can make sense of it.
function(add_cuda_compile_target)
    if(NOT NVCC)
        add_custom_target(cuda-compile
            COMMAND ${CMAKE_COMMAND} -E echo "cuda-compile: there is no nvcc, install the CUDA Toolkit"
            COMMAND ${CMAKE_COMMAND} -E false)
        return()
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
         common/*.cu steps/*.cu variants/*.cu exercises/*.cu solutions/*.cu tests/*.cu bench/*.cu
         docs/*.cu)
    # Programs that a compiler must refuse are no programs.
    list(FILTER sources EXCLUDE REGEX "/refused/")
    set(objects "")
    foreach(source IN LISTS sources)
        file(STRINGS ${source} never REGEX "nvcc: never" LIMIT_COUNT 1)
        if(NOT never)
            add_cuda_compile_rule(${source} object)
            list(APPEND objects ${object})
        endif()
    endforeach()
    add_custom_target(cuda-compile DEPENDS ${objects})
endfunction()

function(add_cuda_compile_rule source out_object)
    set(least 0)
    file(STRINGS ${source} mark REGEX "nvcc: sm_[0-9]+ and newer" LIMIT_COUNT 1)
    if(mark MATCHES "nvcc: sm_([0-9]+)")
        set(least ${CMAKE_MATCH_1})
    endif()
    set(architectures ${known_architectures})
    set(strict --Werror all-warnings)
    if(source MATCHES "^tests/") # many, and as careless as the readers that they stand for
        set(architectures 75 80 90)
        set(strict -w)
    endif()
    generate_flags(${least} generate ${architectures})
    string(REGEX REPLACE "[/ ]" "_" object ${source})
    set(object ${PROJECT_BINARY_DIR}/cuda-compile/${object}.o)
    add_custom_command(OUTPUT ${object}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/cuda-compile
        COMMAND ${NVCC} -std=c++17 -O3 ${strict} ${generate}
                -I${PROJECT_SOURCE_DIR}/common -I${PROJECT_SOURCE_DIR}/exercises
                -I${PROJECT_SOURCE_DIR}/variants/common -MD -MF ${object}.d
                -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
        DEPENDS ${PROJECT_SOURCE_DIR}/${source} DEPFILE ${object}.d
        COMMENT "nvcc ${source}" VERBATIM)
    set(${out_object} ${object} PARENT_SCOPE)
endfunction()
