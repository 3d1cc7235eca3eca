# Decides once, at configure time, whether the CUDA backend is built, and
# leaves the decision and its reason in build/backend.txt for the programs that
# tell the reader. The simulated GPU is always built.

find_program(NVCC nvcc HINTS ENV CUDACXX ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda
             PATH_SUFFIXES bin)

# Sets out_found to the number of the GPU's device nodes that exist: Linux, or
# Windows' Linux subsystem.
function(find_gpu out_found)
    file(GLOB nodes /dev/nvidia[0-9]* /dev/dxg)
    list(LENGTH nodes count)
    set(${out_found} ${count} PARENT_SCOPE)
endfunction()

find_gpu(gpu_found)
if(REDUCTION_CUDA STREQUAL "AUTO")
    if(NVCC AND gpu_found)
        set(USE_CUDA ON)
        set(backend_reason "an NVIDIA GPU and nvcc are there")
    elseif(gpu_found)
        set(USE_CUDA OFF)
        set(backend_reason "there is an NVIDIA GPU, but no nvcc: install the CUDA Toolkit to use it")
    elseif(NVCC)
        set(USE_CUDA OFF)
        set(backend_reason "nvcc is there, but no NVIDIA GPU")
    else()
        set(USE_CUDA OFF)
        set(backend_reason "no NVIDIA GPU in this machine")
    endif()
elseif(REDUCTION_CUDA)
    if(NOT NVCC)
        message(FATAL_ERROR "REDUCTION_CUDA is ON, but there is no nvcc: install the CUDA Toolkit "
                            "or add its bin folder to PATH")
    endif()
    set(USE_CUDA ON)
    set(backend_reason "the build was told to (REDUCTION_CUDA=ON)")
else()
    set(USE_CUDA OFF)
    set(backend_reason "the build was told to (REDUCTION_CUDA=OFF)")
endif()

if(USE_CUDA)
    set(backend cuda)
else()
    set(backend simt)
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/backend.txt CONTENT "@backend@\n@backend_reason@\n" @ONLY)
message(STATUS "Backend: ${backend} (${backend_reason})")
