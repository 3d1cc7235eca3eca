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

# Target cuda-compile: every .cu file of the tree through nvcc, for each known
# architecture. Needs the toolkit and no GPU. Files that only a simulated GPU
# can make sense of say so with the words "simt only" in their first line.
function(add_cuda_compile_target)
    if(NOT NVCC)
        add_custom_target(cuda-compile
            COMMAND ${CMAKE_COMMAND} -E echo "cuda-compile: there is no nvcc, install the CUDA Toolkit"
            COMMAND ${CMAKE_COMMAND} -E false)
        return()
    endif()
    set(generate "")
    foreach(architecture IN LISTS known_architectures)
        list(APPEND generate -gencode arch=compute_${architecture},code=sm_${architecture})
    endforeach()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
         common/*.cu steps/*.cu variants/*.cu exercises/*.cu solutions/*.cu
         tests/*.cu bench/*.cu docs/*.cu)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/common/*.h)
    set(objects "")
    foreach(source IN LISTS sources)
        file(STRINGS ${source} first LIMIT_COUNT 1)
        if(first MATCHES "simt only")
            continue()
        endif()
        string(REGEX REPLACE "[/ ]" "_" object ${source})
        set(object ${PROJECT_BINARY_DIR}/cuda-compile/${object}.o)
        add_custom_command(OUTPUT ${object}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/cuda-compile
            COMMAND ${NVCC} -std=c++17 -O3 --Werror all-warnings ${generate}
                    -I${PROJECT_SOURCE_DIR}/common -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
            DEPENDS ${PROJECT_SOURCE_DIR}/${source} ${headers}
            COMMENT "nvcc ${source} for ${known_architectures}" VERBATIM)
        list(APPEND objects ${object})
    endforeach()
    add_custom_target(cuda-compile DEPENDS ${objects})
endfunction()
