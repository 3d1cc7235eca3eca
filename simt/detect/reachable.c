#define _GNU_SOURCE
#include "reachable.h"

#include <link.h>
#include <stdint.h>

struct search {
    uintptr_t base;
    size_t bytes;
    int found;
};

/* Registered symbols and simt's own tables lie here as well; none of them holds
 * a pointer to user memory but the registry, which is on the heap. */
static void search_segment(struct search *s, uintptr_t start, size_t bytes)
{
    const uintptr_t first = (start + sizeof(uintptr_t) - 1) / sizeof(uintptr_t) * sizeof(uintptr_t);
    for (uintptr_t at = first; at + sizeof(uintptr_t) <= start + bytes; at += sizeof(uintptr_t)) {
        const uintptr_t value = *(const uintptr_t *)at;
        if (value - s->base < s->bytes)
            s->found = 1;
    }
}

static int visit(struct dl_phdr_info *info, size_t size, void *context)
{
    struct search *s = context;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W))
            search_segment(s, info->dlpi_addr + segment->p_vaddr, segment->p_memsz);
    }
    return 1; /* the program itself comes first, and is enough */
}

int is_reachable(const void *base, size_t bytes)
{
    struct search s = { (uintptr_t)base, bytes, 0 };
    dl_iterate_phdr(visit, &s);
    return s.found;
}
