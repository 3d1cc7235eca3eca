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
/* Marks a plain read as a guess, or the atomicCAS that corrects it (guess.h). */
void site_confirm(uint16_t number);
/* 1 if the site was marked. */
int site_is_confirmed(uint16_t number);
/* The number of a site that has one, else 0. */
uint16_t site_find(const void *pc);
/* NULL for 0. */
const void *site_address(uint16_t number);

#endif
