# house::c is linked by every C target of ours and carries its warnings.

add_library(house_c INTERFACE)
add_library(house::c ALIAS house_c)
# ISO C with POSIX on top; a source that wants more defines it itself.
target_compile_definitions(house_c INTERFACE $<$<COMPILE_LANGUAGE:C>:_DEFAULT_SOURCE>)
target_compile_options(house_c INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes>
    $<$<AND:$<COMPILE_LANGUAGE:C>,$<BOOL:${REDUCTION_WERROR}>>:-Werror>)

if(REDUCTION_SANITIZE)
    set(sanitize -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(house_c INTERFACE $<$<COMPILE_LANGUAGE:C>:${sanitize}>)
    target_link_options(house_c INTERFACE ${sanitize})
endif()
