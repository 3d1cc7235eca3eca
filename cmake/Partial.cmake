# While parts of the tree are still being written: an empty list of sources
# becomes one empty file, so that the rest configures.
function(stand_in list)
    if(NOT ${list})
        file(WRITE ${PROJECT_BINARY_DIR}/stand_in.c "typedef int stand_in;\n")
        set(${list} ${PROJECT_BINARY_DIR}/stand_in.c PARENT_SCOPE)
    endif()
endfunction()
