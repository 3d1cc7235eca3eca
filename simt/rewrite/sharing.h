/* Which functions hold static __shared__ variables, and who calls them. */
#ifndef REWRITE_SHARING_H
#define REWRITE_SHARING_H

#include "declaration.h"

/* Looks at all functions, before anything is rewritten. */
void find_sharing(struct source *source);
/* The names of those functions with __shared__ variables that the kernel calls,
 * directly or by others, with blanks between them; "" if there are none. */
const char *shared_calls(struct source *source, const struct declaration *kernel);

#endif
