/* Wall-clock time for measuring and for budgets. */
#ifndef CLOCK_H
#define CLOCK_H

/* Milliseconds since some fixed moment; never goes back. */
double clock_ms(void);

#endif
