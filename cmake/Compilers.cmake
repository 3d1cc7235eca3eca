# The host compilers that simtcc may be given: g++ 11 to 16 and clang++ 14 to 21, those that
# are installed.

# find_other_compilers(OUT): their names, each compiler once, without the one that simtcc
# takes by itself.
function(find_other_compilers out)
    set(names g++)
    foreach(version RANGE 11 16)
        list(APPEND names g++-${version})
    endforeach()
    list(APPEND names clang++)
    foreach(version RANGE 14 21)
        list(APPEND names clang++-${version})
    endforeach()
    set(found "")
    set(paths "")
    foreach(name IN LISTS names)
        string(MAKE_C_IDENTIFIER "compiler_${name}" variable)
        find_program(${variable} ${name})
        mark_as_advanced(${variable})
        if(NOT ${variable})
            continue()
        endif()
        get_filename_component(path ${${variable}} REALPATH)
        if(NOT path IN_LIST paths)
            list(APPEND paths ${path})
            list(APPEND found ${name})
        endif()
    endforeach()
    list(POP_FRONT found) # simtcc's own choice: g++, else clang++
    set(${out} ${found} PARENT_SCOPE)
endfunction()
