// One block hands data to another: data, fence, flag with an atomic; flag with an
// atomic, fence, data.

#include "../mutant.h"

__device__ int ready;

__global__ void hand_over(float *box, float *out)
{
    if (blockIdx.x == 0) {
        *box = 42.0f;
        __threadfence();
        atomicExch(&ready, 1);
    } else {
        while (atomicAdd(&ready, 0) == 0)
            ;
        __threadfence();
        *out = *box;
    }
}

int main()
{
    float *box = new_array(1), *out = new_array(1);
    hand_over<<<2, 1>>>(box, out);
    wait();
    const int status = verdict(first_of(out), 42.0f, "the box was empty");
    CHECK(cudaFree(box));
    CHECK(cudaFree(out));
    return status;
}
