// Exercise 02: how deep is the tree, and how often does a block wait?
//
// Two numbers that fix the shape of the kernel: the longest chain of additions
// in which each needs the one before, and the barriers between them. The
// check runs both trees and counts.

#include "exercise.h"

struct tree tree_of(unsigned block, int last_warp_unrolled)
{
    struct tree tree = { 0, 0 };
    // >>> your code
    while (1u << tree.depth < block) // halving until one value is left
        tree.depth++;
    const unsigned in_last_warp = 6; // strides 32, 16, 8, 4, 2, 1
    unsigned rounds = tree.depth;    // that end with a barrier
    if (last_warp_unrolled)
        rounds = tree.depth > in_last_warp ? tree.depth - in_last_warp : 0;
    tree.barriers = 1 + rounds; // one more after the load
    // <<< your code
    return tree;
}
