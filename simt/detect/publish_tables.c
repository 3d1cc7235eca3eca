#include "publish_tables.h"

#include <stdlib.h>

enum { TABLE_FIRST = 64 };

static struct publication **publications; /* by block, open addressing */
static size_t publication_count, publication_room;
static struct location *locations; /* number 1 is locations[0] */
static size_t location_room;
static _Atomic size_t location_count;
static uint32_t *by_address; /* numbers, open addressing */
static size_t address_room;

void *publish_grow(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return list;
    const size_t wanted = *room == 0 ? 4 : 2 * *room;
    void *bigger = realloc(list, wanted * size);
    if (bigger != NULL)
        *room = wanted;
    return bigger;
}

/* ---- the publications of the launch's blocks ----------------------------------- */

static size_t slot_of(uint64_t key, size_t room)
{
    return (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (room - 1);
}

static struct publication **find_place(uint32_t block)
{
    size_t slot = slot_of(block, publication_room);
    while (publications[slot] != NULL && publications[slot]->block != block)
        slot = (slot + 1) & (publication_room - 1);
    return &publications[slot];
}

static int grow_publications(void)
{
    struct publication **old = publications;
    const size_t old_room = publication_room;
    const size_t room = old_room == 0 ? TABLE_FIRST : 2 * old_room;
    struct publication **fresh = calloc(room, sizeof *fresh);
    if (fresh == NULL)
        return -1;
    publications = fresh;
    publication_room = room;
    for (size_t i = 0; i < old_room; i++)
        if (old[i] != NULL)
            *find_place(old[i]->block) = old[i];
    free(old);
    return 0;
}

struct publication *publication_find(uint32_t block)
{
    return *find_place(block);
}

struct publication *publication_of(struct order *order)
{
    if (order->publication != NULL)
        return order->publication;
    if (2 * publication_count >= publication_room && grow_publications() != 0)
        return NULL;
    struct publication *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->block = order->block;
    p->threads = order->threads;
    *find_place(order->block) = p;
    publication_count++;
    order->publication = p;
    return p;
}

/* ---- locations -------------------------------------------------------------------- */

static uint32_t *find_number(uintptr_t address, uint32_t block)
{
    size_t slot = slot_of(address / 4 + block, address_room);
    while (by_address[slot] != 0) {
        const struct location *l = &locations[by_address[slot] - 1];
        if (l->address == address && l->block == block)
            break;
        slot = (slot + 1) & (address_room - 1);
    }
    return &by_address[slot];
}

static int grow_addresses(void)
{
    const size_t room = address_room == 0 ? TABLE_FIRST : 2 * address_room;
    uint32_t *fresh = calloc(room, sizeof *fresh);
    if (fresh == NULL)
        return -1;
    free(by_address);
    by_address = fresh;
    address_room = room;
    for (size_t i = 0; i < location_count; i++)
        *find_number(locations[i].address, locations[i].block) = (uint32_t)i + 1;
    return 0;
}

uint32_t location_number(uintptr_t address, uint32_t block, int make)
{
    if (make && 2 * location_count >= address_room && grow_addresses() != 0)
        return 0;
    if (address_room == 0)
        return 0;
    uint32_t *number = find_number(address, block);
    if (*number != 0 || !make)
        return *number;
    struct location *list = publish_grow(locations, location_count, &location_room, sizeof *list);
    if (list == NULL)
        return 0;
    locations = list;
    locations[location_count] = (struct location){ .address = address, .block = block };
    location_count++;
    *number = (uint32_t)location_count;
    return *number;
}

struct location *location_at(uint32_t number)
{
    return &locations[number - 1];
}

size_t locations_known(void)
{
    return location_count;
}

/* ---- the end --------------------------------------------------------------------- */

static void free_publication(struct publication *p)
{
    if (p == NULL)
        return;
    free(p->mark[0]);
    free(p->mark[1]);
    free(p->log);
    free(p->known);
    free(p);
}

void publish_tables_clear(void)
{
    for (size_t i = 0; i < publication_room; i++)
        free_publication(publications[i]);
    for (size_t i = 0; i < location_count; i++)
        free(locations[i].passed_on);
    free(publications);
    free(locations);
    free(by_address);
    publications = NULL;
    locations = NULL;
    by_address = NULL;
    publication_count = publication_room = location_room = address_room = 0;
    location_count = 0;
}
