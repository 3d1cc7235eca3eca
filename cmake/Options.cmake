# What a builder may choose. Each has a default that works.

set(BLOCK 256 CACHE STRING "Threads per block of the steps (a multiple of 32, at most 1024)")
set(REDUCTION_CUDA AUTO CACHE STRING "Build the CUDA backend: AUTO (nvcc and a GPU are there), ON, OFF")
set_property(CACHE REDUCTION_CUDA PROPERTY STRINGS AUTO ON OFF)
set(REDUCTION_CUDA_ARCHITECTURES "" CACHE STRING
    "GPU architectures, as in 75;80;90. Empty: those of the GPUs in this machine, else all known")
option(REDUCTION_SANITIZE "Build the C parts with the address and undefined-behaviour sanitizers" OFF)
option(REDUCTION_WERROR "Treat warnings in our own code as errors" ON)

if(NOT BLOCK MATCHES "^[1-9][0-9]*$" OR BLOCK GREATER 1024)
    message(FATAL_ERROR "BLOCK is ${BLOCK}: it must be a multiple of 32 from 32 to 1024")
endif()
math(EXPR remainder "${BLOCK} % 32")
if(NOT remainder EQUAL 0)
    message(FATAL_ERROR "BLOCK is ${BLOCK}: it must be a multiple of 32 from 32 to 1024")
endif()

# Optimised, with line numbers, and with the assertions left in: a broken
# assumption must show in the program that a reader runs.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
foreach(language C CXX CUDA)
    set(CMAKE_${language}_FLAGS_RELWITHDEBINFO "-O2 -g")
endforeach()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
