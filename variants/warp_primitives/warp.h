/*
 * What the kernels and the table of the warp lab agree on.
 */
#ifndef WARP_H
#define WARP_H

enum {
    LANES = 32,
    SHUFFLE_DOWN,
    SHUFFLE_UP,
    SHUFFLE_XOR,
    SHUFFLE_INDEX,
    SUM_DOWN,
    SUM_XOR,
    MAX_XOR,
    SUM_REDUX,
    BALLOT,
    MATCH,
    PRIMITIVES_END,
    PRIMITIVES = PRIMITIVES_END - SHUFFLE_DOWN
};

#ifdef __cplusplus
extern "C" {
#endif

/* Launches one warp; lane k leaves its result of `primitive` on d_in[k] in d_out[k]. */
void warp_launch(int primitive, const int *d_in, int *d_out);

#ifdef __cplusplus
}
#endif

#endif
