/* Source positions without libbacktrace: what addr2line prints is read right,
 * whatever the names of files and folders are. */
#undef SIMT_HAVE_LIBBACKTRACE
#include "../../simt/core/resolve.c"

#include <check.h>

#include "suite.h"

struct frame {
    char file[200];
    unsigned line;
    unsigned count;
};

static void keep_first(void *context, const char *file, unsigned line, const char *function)
{
    struct frame *frame = context;
    ck_assert_ptr_nonnull(function);
    if (frame->count++ == 0) {
        snprintf(frame->file, sizeof frame->file, "%s", file);
        frame->line = line;
    }
}

/* A return address in the function that calls this. */
__attribute__((noinline)) static uintptr_t here(void)
{
    return (uintptr_t)__builtin_return_address(0) - 1;
}

/* clang-format off */
#line 40 "/a folder/with (brackets) and: colon/sum 2.cu"
static uintptr_t in_odd_file(void)
{
    const uintptr_t pc = here();
    return pc;
}
#line 41 "test_core_addr2line.c"
/* clang-format on */

START_TEST(blanks_in_a_path)
{
    struct frame frame = { .count = 0 };
    simt_resolve(in_odd_file(), keep_first, &frame);
    ck_assert_uint_ge(frame.count, 1);
    ck_assert_str_eq(frame.file, "/a folder/with (brackets) and: colon/sum 2.cu");
    ck_assert_uint_eq(frame.line, 42);
}
END_TEST

START_TEST(positions)
{
    const struct {
        const char *text, *file;
        unsigned line;
    } cases[] = {
        { "/x/sum.cu:12\n", "/x/sum.cu", 12 },
        { "/x y/sum.cu:12 (discriminator 3)\n", "/x y/sum.cu", 12 },
        { "/x/a:b c.cu:7\n", "/x/a:b c.cu", 7 },
        { "/x/sum.cu:?\n", "/x/sum.cu", 0 },
        { "??:0\n", "??:0\n", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s", cases[i].text);
        ck_assert_uint_eq(split_position(text), cases[i].line);
        if (cases[i].line != 0)
            ck_assert_str_eq(text, cases[i].file);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { blanks_in_a_path, positions };
    return RUN_SUITE("core addr2line", tests);
}
