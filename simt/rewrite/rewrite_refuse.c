/* What no other pass has understood is named here, never passed over. */
#include "passes.h"
#include "words.h"

#include <string.h>

/* __simt_refuse("...") stands in headers of things that simt lacks. The reader
 * is told the line that includes the header. */
static void refuse_header(struct source *source, size_t i)
{
    const struct token *token = &source->tokens.list[i];
    const struct source_file *file = &source->tokens.files[token->file];
    if (!is(source, i + 1, "(") || !is(source, i + 3, ")"))
        return;
    const char *message = token_text(source, i + 2);
    fprintf(source->errors, "%s:%u: error: simtcc: %.*s\n", source->tokens.files[file->from].name,
            file->line, (int)strlen(message) - 2, message + 1);
    source->error_count++;
}

static void refuse_word(struct source *source, size_t i)
{
    const struct token *token = &source->tokens.list[i];
    const struct refusal *refusal = refusal_of(source->tokens.text + token->start, token->bytes);
    if (refusal && !(i > 0 && (is(source, i - 1, ".") || is(source, i - 1, "->"))))
        refuse(source, i, "%s", refusal->message);
}

static void refuse_unsettled(struct source *source, size_t i)
{
    const struct edit *edit = &source->edits[i];
    if (is(source, i, "__shared__") && !edit->settled)
        refuse(source, i, "__shared__ is not understood here");
    if (is(source, i, "__global__") && !edit->settled)
        refuse(source, i, "__global__ is not understood here");
}

/* `[] __device__ (...) { ... }` outside of device code. */
static void check_lambda(struct source *source, size_t i)
{
    if (i == 0 || source->edits[i].device || source->options->extended_lambda ||
        !is(source, i, "__device__"))
        return;
    if (is(source, i - 1, "]") ||
        (is(source, i - 1, "__host__") && i > 1 && is(source, i - 2, "]")))
        refuse(source, i, "a __device__ lambda needs the option --extended-lambda, as with nvcc");
}

static void note_exceptions(struct source *source, size_t i)
{
    const struct token *token = &source->tokens.list[i];
    if (!source->tokens.files[token->file].system &&
        (is(source, i, "try") || is(source, i, "throw") || is(source, i, "catch")))
        source->used_exceptions = true;
}

void refuse_rest(struct source *source)
{
    for (size_t i = 0; i < source->tokens.count; i++) {
        if (!is_name(source, i))
            continue;
        if (is(source, i, "__simt_refuse"))
            refuse_header(source, i);
        refuse_word(source, i);
        refuse_unsettled(source, i);
        check_lambda(source, i);
        note_exceptions(source, i);
    }
}
