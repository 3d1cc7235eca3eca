# Steps, variants and tests are listed by hand, one line each. What lies in the
# tree and is not listed would silently never be built: an error.

# mark_listed(KIND PATH): PATH, relative to the source tree, is in the build.
function(mark_listed kind path)
    set_property(GLOBAL APPEND PROPERTY listed_${kind} ${path})
endfunction()

# require_all_listed(KIND PATTERN...): every match was marked.
function(require_all_listed kind)
    get_property(listed GLOBAL PROPERTY listed_${kind})
    file(GLOB found CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${ARGN})
    foreach(path IN LISTS found)
        if(NOT path IN_LIST listed)
            message(FATAL_ERROR "${path} is not in the build: "
                    "add a line for it to the CMakeLists.txt that lists its neighbours")
        endif()
    endforeach()
    if(NOT listed)
        message(FATAL_ERROR "Nothing is listed under ${kind}")
    endif()
endfunction()
