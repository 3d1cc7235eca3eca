// Step 00: one after the other
//
// The sum as everybody writes it first: one thread, one loop, one running
// total. It is the yardstick for what follows, in time and in accuracy.
// Cost: each add waits for the one before, and n adds make n roundings. Adding
// in pairs, and the pairs in pairs, needs the same adds but log2(n) rounds.

#include "harness.h"

static float reduce(const float *in, size_t n)
{
    float sum = 0.0f;
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

int main(int argc, char **argv)
{
    return harness_main_host(argc, argv, reduce);
}
