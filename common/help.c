/* The text behind --help. */
#include "cli.h"

#include <string.h>

/* Lines about an option, for programs that have it. Without one: a heading, printed
 * when an option follows that the program has. */
struct item {
    unsigned option;
    const char *text;
};

static const struct item items[] = {
    { 0, "what to take\n" },
    { CLI_N, "  --n N            how many elements: 1000, 2^20 or 1e6\n" },
    { CLI_DATA, "  --data KIND      what they are (default coded):\n" },
    { CLI_SEED, "  --seed S         another seed gives other data of the same kind (default 1)\n" },
    { CLI_INPUT, "  --input FILE     your own data: raw little-endian float32, or NumPy .npy\n"
                 "                   (f4, f8, i4, i8; little-endian, C order, any shape);\n"
                 "                   with --n the first N values of it\n" },
    { 0, "where\n" },
    { CLI_BACKEND,
      "  --backend B      simt (simulated GPU) or cuda; each program is built for one\n"
      "                   of them and refuses the other\n" },
    { CLI_DEVICE, "  --device D       which GPU, from 0\n" },
    { CLI_BLOCK, "  --block B        threads per block; fixed when the program is built\n" },
    { 0, "how much\n" },
    { CLI_VERIFY, "  --verify LEVEL   quick: a few sizes and data sets, then time (default)\n"
                  "                   full: many sizes, every data set, then time\n"
                  "                   only: quick, no timing\n" },
    { CLI_SIZES, "  --sizes LIST     verify these sizes instead: 0..70,1023,2^16\n" },
    { CLI_REPEAT,
      "  --repeat R       timed runs; 0 for no timing (default: at least 20 on a GPU)\n" },
    { 0, "what comes out\n" },
    { CLI_CSV, "  --csv FILE       append its rows to FILE, with a header if it is new;\n"
               "                   - writes both to standard output and nothing else\n" },
};

static const char ending[] =
    "  --help           this text\n"
    "\n"
    "exit status: 0 verified, 1 wrong result or device error, 2 bad option or\n"
    "             file, 3 no such device\n";

/* What an option's lines leave open. */
static void append_values(char *text, size_t size, unsigned option, unsigned block)
{
    if (option == CLI_BLOCK && block > 0) {
        append(text, size, "                   (here %u)\n", block);
    }
    for (int k = 0; k < DATA_KINDS && option == CLI_DATA; k++) {
        append(text, size, "                     %-9s %s\n", data_name((enum data_kind)k),
               data_words((enum data_kind)k));
    }
}

static void append_options(char *text, size_t size, const struct cli_program *program)
{
    const char *heading = NULL;
    for (size_t k = 0; k < sizeof items / sizeof *items; k++) {
        const struct item *item = &items[k];
        if (item->option == 0) {
            heading = item->text;
        } else if ((program->takes & item->option) != 0) {
            append(text, size, "%s%s%s", heading != NULL ? "\n" : "",
                   heading != NULL ? heading : "", item->text);
            append_values(text, size, item->option, program->block);
            heading = NULL;
        }
    }
}

int cli_help(char *text, size_t size, const struct cli_program *program)
{
    if (size == 0) {
        return 0;
    }
    text[0] = '\0';
    append(text, size, "usage: %s [options]\n\n%s", program->name, program->does);
    append_options(text, size, program);
    append(text, size, "%s", ending);
    return (int)strlen(text);
}
