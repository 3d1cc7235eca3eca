/*
 * One line of the build's list of variants.
 */
#ifndef VARIANT_H
#define VARIANT_H

enum { VARIANT_TEXT = 128, VARIANT_MAX_BLOCKS = 32 };

struct variant {
    char name[VARIANT_TEXT];
    char kind[VARIANT_TEXT];  /* "sum" or "lab" */
    char lacks[VARIANT_TEXT]; /* what simt lacks for it; "": nothing */
    unsigned blocks[VARIANT_MAX_BLOCKS];
    int block_count;
};

/* Finds the variant in BUILD_DIR/variants.list. Returns 0, or -1 without it. */
int variant_find(const char *name, struct variant *variant);

/* 1 when the build made programs for a GPU that is here. */
int variant_has_cuda(void);

#endif
