/*
 * A text under rewriting: its tokens, and for each token what is printed
 * before it and after it, and whether spaces stand in its place. The reader's
 * text stays in its lines; with exact_columns it stays in its columns, too,
 * because a line marker follows what is added.
 */
#ifndef REWRITE_SOURCE_H
#define REWRITE_SOURCE_H

#include "tokenizer.h"

#include <stdio.h>

struct rewrite_options {
    bool relocatable;     /* -rdc=true: device variables are visible to other files */
    bool extended_lambda; /* host code may hold lambdas marked __device__ */
    bool exact_columns;   /* after added text, go back to the line and column */
    bool values;          /* structs from and to memory are copied where it is seen */
    bool debug;           /* a kernel's body begins with an instruction of its own */
    bool no_exceptions;   /* report try, throw and catch through used_exceptions */
};

struct edit {
    char *before, *after; /* NULL: nothing */
    bool hidden;
    bool device;  /* inside the body of a __global__ or __device__ function */
    bool valued;  /* rewrite_values has been here */
    bool settled; /* a __shared__ or __global__ that was understood */
};

struct shared_name;    /* see shared.h */
struct function;       /* see functions.h */
struct sharer;         /* see sharing.c */
struct kernel_name;    /* see rewrite_handles.c */
struct device_body;    /* see rewrite.c */
struct named_function; /* both: see host_calls.c */
struct caller;

struct source {
    struct tokens tokens;
    struct edit *edits; /* one per token */
    size_t *partner;    /* of ( [ {: the index of the closing one, and back; else itself */
    struct pool pool;
    const struct rewrite_options *options;
    FILE *errors;
    unsigned error_count;
    bool used_exceptions;
    bool has_own_new;           /* a class of the reader's has an operator new */
    struct shared_name *shared; /* namespace-scope __shared__ variables so far */
    const struct function *functions;
    const struct kernel_name *kernels;
    struct sharer *sharers;
    struct device_body *bodies;
    struct named_function *named_functions;
    struct caller *callers;
    const char *scope; /* the namespace that is being read: "::a::b::" */
};

/* Text and name must outlive the source. Errors are printed on `errors`. */
void source_open(struct source *source, const char *text, size_t bytes, const char *name,
                 const struct rewrite_options *options, FILE *errors);
void source_close(struct source *source);
/* Prints the edited text into out. */
void source_write(const struct source *source, struct text *out);

/* ---- reading ---- */

/* Whether token i is this text (false past the end). */
bool is(const struct source *source, size_t i, const char *text);
bool is_name(const struct source *source, size_t i);
bool is_in(const struct source *source, size_t i, const char *const *words);
/* The token's text, in the pool. */
char *token_text(const struct source *source, size_t i);
/* The tokens of [from, to) in one line, as they were read. */
char *plain_text(const struct source *source, size_t from, size_t to);
/* The tokens of [from, to), without those that are hidden, as text to add in
 * another place: on one line, or with exact_columns with their own lines. */
char *moved_text(const struct source *source, size_t from, size_t to);
/* The index after the group, attribute or other unit that starts at i. */
size_t after_group(const struct source *source, size_t i);
/* i is the `<` of a template list: the index after its `>`, or i when it has
 * no end before `;`, `{` or the end of the group. */
size_t after_template_list(const struct source *source, size_t i);
/* i is the `>` that closes a template list: the index of its `<`, or i. */
size_t template_list_start(const struct source *source, size_t i);
/* Splits the tokens [from, to) at commas that stand in no group and no template
 * list: the end of the piece that starts at `from`, at most `to`. */
size_t end_of_argument(const struct source *source, size_t from, size_t to);
/* Whether the name at i is used by itself: not x.name, x->name or x::name. */
bool is_plain_use(const struct source *source, size_t i);
/* The file's name as a C string literal with its quotes. */
const char *file_literal(const struct source *source, size_t i);
unsigned line_of(const struct source *source, size_t i);

/* ---- editing ---- */

void hide(struct source *source, size_t from, size_t to);
/* The same, and drops what was added to these tokens. */
void take_out(struct source *source, size_t from, size_t to);
void add_before(struct source *source, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void add_after(struct source *source, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts the prefix before the name at i, as one word. */
void rename_token(struct source *source, size_t i, const char *prefix);
/* Prints `file:line: error: simtcc: ...` for the token's place. */
void refuse(struct source *source, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same as a warning: the text is written all the same. */
void warn(struct source *source, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
