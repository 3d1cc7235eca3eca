// One block tells the other by a volatile flag that its data are there. volatile
// orders nothing: the data may arrive after the flag.
// Expected: global-race

#include "../mutant.h"

__device__ volatile int ready;

__global__ void hand_over(volatile float *box, float *out)
{
    if (blockIdx.x == 0) {
        *box = 42.0f;
        ready = 1;
    } else {
        for (int tries = 0; tries < 1000 && !ready; tries++) // BUG: global-race
            ;
        *out = *box; // BUG: global-race
    }
}

int main()
{
    float *box = new_array(1), *out = new_array(1);
    CHECK(cudaMemset(box, 0, sizeof(float)));
    hand_over<<<2, 1>>>(box, out);
    wait();
    const float got = first_of(out);
    const int status = verdict(got == 0.0f ? 42.0f : got, 42.0f, "neither the old nor the new");
    CHECK(cudaFree(box));
    CHECK(cudaFree(out));
    return status;
}
