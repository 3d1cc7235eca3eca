/*
 * Code addresses as small numbers, so that a race cell has room for one.
 */
#ifndef SIMT_DETECT_SITES_H
#define SIMT_DETECT_SITES_H

#include <stdint.h>

/* The number of an instruction that accesses so many bytes: 1, 2, ...; 0 when there are
 * more than 65535. Any thread. */
uint16_t site_number(const void *pc, unsigned bytes);
/* How many bytes it accesses; 0 for 0. */
unsigned site_bytes(uint16_t number);
/* NULL for 0. */
const void *site_address(uint16_t number);

#endif
