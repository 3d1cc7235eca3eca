/* The text behind --help. */
#include "cli.h"

#include <stdio.h>

static const char usage[] =
    "usage: %s [options]\n"
    "\n"
    "Sums N floats, checks the sum over many sizes and data sets, then times it.\n"
    "\n"
    "what to sum\n"
    "  --n N            how many floats: 1000, 2^20 or 1e6\n"
    "  --data KIND      what they are (default coded):\n";

static const char options_text[] =
    "  --seed S         another seed gives other data of the same kind (default 1)\n"
    "  --input FILE     your own data: raw little-endian float32, or NumPy .npy\n"
    "                   (f4, f8, i4, i8; little-endian, C order, any shape);\n"
    "                   with --n the first N values of it\n"
    "\n"
    "where\n"
    "  --backend B      simt (simulated GPU) or cuda; each program is built for one\n"
    "                   of them and refuses the other\n"
    "  --device D       which GPU, from 0\n"
    "  --block B        threads per block; fixed when the program is built%s\n"
    "\n"
    "how much\n"
    "  --verify LEVEL   quick: a few sizes and data sets, then time (default)\n"
    "                   full: many sizes, every data set, then time\n"
    "                   only: quick, no timing\n"
    "  --sizes LIST     verify these sizes instead: 0..70,1023,2^16\n"
    "  --repeat R       timed runs; 0 for no timing (default: at least 20 on a GPU)\n"
    "\n"
    "what comes out\n"
    "  --csv FILE       append one row to FILE, with a header if it is new;\n"
    "                   - writes both to standard output and nothing else\n"
    "  --help           this text\n"
    "\n"
    "exit status: 0 verified, 1 wrong sum or device error, 2 bad option or file,\n"
    "             3 no such device\n";

int cli_help(char *text, size_t size, const char *program, unsigned block)
{
    char built[32] = "";
    if (block > 0) {
        snprintf(built, sizeof built, " (here %u)", block);
    }
    if (size == 0) {
        return 0;
    }
    text[0] = '\0';
    append(text, size, usage, program);
    for (int k = 0; k < DATA_KINDS; k++) {
        append(text, size, "                     %-9s %s\n", data_name((enum data_kind)k),
               data_words((enum data_kind)k));
    }
    append(text, size, options_text, built);
    int length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}
