#include "sites.h"

#include <pthread.h>
#include <stddef.h>

enum { ROOM = 1 << 17, MOST = 65535 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const void *address[MOST + 1];
static unsigned char width[MOST + 1];
static _Atomic unsigned char confirmed[MOST + 1];
static _Atomic uint16_t table[ROOM]; /* numbers, by address */
static unsigned count;

static size_t start_of(const void *pc)
{
    return (size_t)((uintptr_t)pc * 0x9e3779b97f4a7c15u >> 47);
}

/* Under the lock. */
static uint16_t add(const void *pc, unsigned bytes)
{
    size_t slot = start_of(pc);
    for (; table[slot] != 0; slot = (slot + 1) % ROOM)
        if (address[table[slot]] == pc)
            return table[slot];
    if (count == MOST)
        return 0;
    address[++count] = pc;
    width[count] = (unsigned char)(bytes < UINT8_MAX ? bytes : UINT8_MAX);
    table[slot] = (uint16_t)count;
    return (uint16_t)count;
}

uint16_t site_find(const void *pc)
{
    for (size_t slot = start_of(pc);; slot = (slot + 1) % ROOM) {
        const uint16_t number = table[slot];
        if (number == 0 || address[number] == pc)
            return number;
    }
}

uint16_t site_number(const void *pc, unsigned bytes)
{
    const uint16_t known = site_find(pc);
    if (known != 0)
        return known;
    pthread_mutex_lock(&lock);
    const uint16_t number = add(pc, bytes);
    pthread_mutex_unlock(&lock);
    return number;
}

unsigned site_bytes(uint16_t number)
{
    return width[number];
}

void site_confirm(uint16_t number)
{
    if (number != 0 && !confirmed[number])
        confirmed[number] = 1;
}

int site_is_confirmed(uint16_t number)
{
    return confirmed[number];
}

const void *site_address(uint16_t number)
{
    return address[number];
}
