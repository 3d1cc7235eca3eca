/*
 * The programs behind one `harness_main`: here it does not run the step but
 * keeps it.
 */
#include "sweep.h"

#define PROGRAM(name, entry, compared) int entry(int argc, char **argv);
#include "sweep_list.h"
#undef PROGRAM

#define PROGRAM(name, entry, compared) { name, compared, entry, { 0 } },
static struct program programs[] = {
#include "sweep_list.h"
};
#undef PROGRAM

static struct step kept;

int harness_main(int argc, char **argv, const struct step *step)
{
    (void)argc;
    (void)argv;
    kept = *step;
    return 0;
}

struct program *programs_list(size_t *count)
{
    char name[] = "sweep";
    char *argv[] = { name, NULL };
    *count = sizeof programs / sizeof *programs;
    for (size_t k = 0; k < *count; k++) {
        programs[k].main(1, argv);
        programs[k].step = kept;
    }
    return programs;
}
