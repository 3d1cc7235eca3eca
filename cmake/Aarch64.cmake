# simt on another processor: target `aarch64` builds it and some steps for 64-bit
# ARM, `check-aarch64` runs them under qemu and compares with this machine. Needs
# a cross compiler and qemu, and is no part of `check`.

if(CMAKE_CROSSCOMPILING)
    return() # this is that build
endif()

set(aarch64_profiles 01_interleaved.64 03_sequential.64 08_warp_shuffle.64)
set(aarch64_steps 01 03 08)

set(aarch64_missing "")
foreach(tool IN ITEMS aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ qemu-aarch64)
    find_program(AARCH64_${tool} ${tool})
    mark_as_advanced(AARCH64_${tool})
    if(NOT AARCH64_${tool})
        string(APPEND aarch64_missing " ${tool}")
    endif()
endforeach()

if(aarch64_missing OR NOT CHECK_FOUND)
    add_custom_target(aarch64
        COMMAND ${CMAKE_COMMAND} -E echo "check-aarch64 needs what is not here:${aarch64_missing}"
        COMMAND ${CMAKE_COMMAND} -E echo "Debian: apt-get install check pkg-config gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user"
        COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
    return()
endif()

set(AARCH64_BUILD ${PROJECT_BINARY_DIR}/aarch64)
list(TRANSFORM aarch64_profiles PREPEND profile- OUTPUT_VARIABLE profiles)
list(TRANSFORM aarch64_steps PREPEND step- OUTPUT_VARIABLE steps)
set(parts simt simt_hooks simt_count simt_detect simt_trace ${profiles} ${steps})
add_custom_target(aarch64
    COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${AARCH64_BUILD}
            -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/aarch64-toolchain.cmake
            -DSIMT_REWRITE=$<TARGET_FILE:simt-rewrite> -DREDUCTION_CUDA=OFF -DBLOCK=${BLOCK}
            -DREDUCTION_WERROR=${REDUCTION_WERROR}
    COMMAND ${CMAKE_COMMAND} --build ${AARCH64_BUILD} --parallel 2 --target ${parts}
    COMMENT "Building simt for aarch64" VERBATIM)
add_dependencies(aarch64 simt-rewrite test_aarch64 ${parts})
