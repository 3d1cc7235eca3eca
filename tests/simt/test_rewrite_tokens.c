/* Tokens of preprocessed C++, with the reader's files and lines. */
#include "rewriting.h"

#include "tokenizer.h"

struct lexed {
    struct tokens tokens;
    struct pool pool;
};

static struct lexed lex_text(const char *text)
{
    struct lexed lexed = { 0 };
    tokenize(&lexed.tokens, &lexed.pool, text, strlen(text), "first.cu");
    return lexed;
}

/* The tokens, each followed by a line break. */
static void expect_tokens(const char *text, const char *expected)
{
    struct lexed lexed = lex_text(text);
    struct text found = { 0 };
    for (size_t i = 0; i < lexed.tokens.count; i++) {
        text_add(&found, text + lexed.tokens.list[i].start, lexed.tokens.list[i].bytes);
        text_add(&found, "\n", 1);
    }
    ck_assert_str_eq(text_string(&found), expected);
    text_free(&found);
    pool_free(&lexed.pool);
}

START_TEST(words_and_punctuation)
{
    expect_tokens("int a_1=b->c::d;", "int\na_1\n=\nb\n->\nc\n::\nd\n;\n");
    expect_tokens("a<<<b>>>c", "a\n<\n<\n<\nb\n>\n>\n>\nc\n");
    expect_tokens("a<=b>=c...&&", "a\n<=\nb\n>=\nc\n...\n&&\n");
    expect_tokens("$x \xc3\xa9", "$x\n\xc3\xa9\n");
}
END_TEST

START_TEST(numbers)
{
    expect_tokens("1'000'000u 0x1.8p-3+2", "1'000'000u\n0x1.8p-3\n+\n2\n");
    expect_tokens("1e+5f .5 1.e-3l 0b1'0", "1e+5f\n.5\n1.e-3l\n0b1'0\n");
    expect_tokens("a.b 1.0.x", "a\n.\nb\n1.0.x\n");
}
END_TEST

START_TEST(strings_and_characters)
{
    expect_tokens("\"a\\\"<<<\" x", "\"a\\\"<<<\"\nx\n");
    expect_tokens("'\\'' '\"' u8\"z\" L'w'", "'\\''\n'\"'\nu8\"z\"\nL'w'\n");
    expect_tokens("R\"(a\")b\" c)\" d", "R\"(a\")b\" c)\"\nd\n");
    expect_tokens("u8R\"x(\n)\" )x\";", "u8R\"x(\n)\" )x\"\n;\n");
    expect_tokens("Rx\"s\"", "Rx\n\"s\"\n");
}
END_TEST

START_TEST(comments_and_directives_are_no_tokens)
{
    expect_tokens("a // b <<<\nc /* d\n e */ f", "a\nc\nf\n");
    expect_tokens("a\n#pragma unroll 4\nb\n  # 5 \"x.cu\"\nc", "a\nb\nc\n");
    expect_tokens("a \\\n b", "a\nb\n");
}
END_TEST

START_TEST(ends_early)
{
    expect_tokens("", "");
    expect_tokens("\"open", "\"open\n");
    expect_tokens("\"open\\", "\"open\\\n");
    expect_tokens("a /* open", "a\n");
    expect_tokens("R\"(open", "R\"(open\n");
    expect_tokens("R\"open", "R\"open\n");
    expect_tokens("#", "");
    expect_tokens("'", "'\n");
}
END_TEST

static void expect_place(const struct tokens *tokens, size_t i, const char *file, unsigned line)
{
    ck_assert_uint_lt(i, tokens->count);
    ck_assert_str_eq(tokens->files[tokens->list[i].file].name, file);
    ck_assert_uint_eq(tokens->list[i].line, line);
}

START_TEST(lines_come_from_markers)
{
    struct lexed lexed = lex_text("a\nb\n# 10 \"other.cu\" 1\nc\n\nd\n# 4 \"first.cu\" 2\ne\n"
                                  "#line 70 \"with space.cu\"\nf R\"(\n\n)\" g\n");
    expect_place(&lexed.tokens, 0, "first.cu", 1);
    expect_place(&lexed.tokens, 1, "first.cu", 2);
    expect_place(&lexed.tokens, 2, "other.cu", 10);
    expect_place(&lexed.tokens, 3, "other.cu", 12);
    expect_place(&lexed.tokens, 4, "first.cu", 4);
    expect_place(&lexed.tokens, 5, "with space.cu", 70);
    expect_place(&lexed.tokens, 7, "with space.cu", 72);
    ck_assert_str_eq(lexed.tokens.files[lexed.tokens.files[1].from].name, "first.cu");
    ck_assert_uint_eq(lexed.tokens.files[1].line, 3);
    pool_free(&lexed.pool);
}
END_TEST

START_TEST(system_headers_pass_unless_they_are_cuda)
{
    expect_tokens("a\n# 1 \"/usr/include/x.h\" 1 3\nint hidden;\n# 2 \"a.cu\" 2\nb\n", "a\nb\n");
    expect_tokens("a\n# 1 \"/cuda/x.h\" 1 3\n__device__ int seen;\n# 2 \"a.cu\" 2\nb\n",
                  "a\n__device__\nint\nseen\n;\nb\n");
}
END_TEST

START_TEST(many_tokens)
{
    struct text text = { 0 };
    for (int i = 0; i < 20000; i++)
        text_print(&text, "x%d\n", i);
    struct lexed lexed = lex_text(text_string(&text));
    ck_assert_uint_eq(lexed.tokens.count, 20000);
    ck_assert(token_is(&lexed.tokens, 19999, "x19999"));
    ck_assert(!token_is(&lexed.tokens, 20000, "x20000"));
    expect_place(&lexed.tokens, 19999, "first.cu", 20000);
    pool_free(&lexed.pool);
    text_free(&text);
}
END_TEST

START_TEST(touching)
{
    struct lexed lexed = lex_text("a>> >\n>");
    ck_assert(tokens_touch(&lexed.tokens, 0));
    ck_assert(tokens_touch(&lexed.tokens, 1));
    ck_assert(!tokens_touch(&lexed.tokens, 2));
    ck_assert(!tokens_touch(&lexed.tokens, 3));
    ck_assert(!tokens_touch(&lexed.tokens, 4));
    pool_free(&lexed.pool);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { words_and_punctuation,
                                   numbers,
                                   strings_and_characters,
                                   comments_and_directives_are_no_tokens,
                                   ends_early,
                                   lines_come_from_markers,
                                   system_headers_pass_unless_they_are_cuda,
                                   many_tokens,
                                   touching };
    return RUN_SUITE("rewrite_tokens", tests);
}
