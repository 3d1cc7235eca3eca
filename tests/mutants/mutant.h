// What the programs of this folder share: checked calls, data whose sum is
// exact in float, and a verdict that explains a wrong sum. Host code only.
#ifndef MUTANT_H
#define MUTANT_H

#include <cmath>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                                \
            printf("%s: %s\n", #call, cudaGetErrorString(error));                                  \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// 1, 2, 3, ...: for up to 4096 elements every partial sum is exact, and no two
// beginnings of the array have the same sum.
inline float value_at(int i)
{
    return (float)(i + 1);
}

inline float sum_of_first(int n)
{
    return (float)((long long)n * (n + 1) / 2);
}

// n floats on the device. Free them with cudaFree.
inline float *new_array(int n)
{
    float *device;
    CHECK(cudaMalloc((void **)&device, (size_t)n * sizeof(float)));
    return device;
}

inline float *upload(const float *host, int n)
{
    float *device = new_array(n);
    CHECK(cudaMemcpy(device, host, (size_t)n * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

// value_at(0), ..., value_at(n - 1) on the device.
inline float *new_input(int n)
{
    float *host = (float *)malloc((size_t)n * sizeof(float));
    for (int i = 0; i < n; i++)
        host[i] = value_at(i);
    float *device = upload(host, n);
    free(host);
    return device;
}

// Waits for the kernel; its errors end the program.
inline void wait()
{
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

inline float first_of(const float *device)
{
    float value;
    CHECK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

// The sum of n floats on the device, added up by the host.
inline float sum_on_host(const float *device, int n)
{
    float sum = 0;
    float *host = (float *)malloc((size_t)n * sizeof(float));
    CHECK(cudaMemcpy(host, device, (size_t)n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += host[i];
    free(host);
    return sum;
}

// Prints "right", or "wrong: " and the reason. Returns the exit status.
inline int verdict(float got, float want, const char *reason)
{
    if (got == want || (std::isnan(got) && std::isnan(want))) {
        printf("right: %g\n", got);
        return 0;
    }
    printf("wrong: %s (%g, not %g)\n", reason, got, want);
    return 1;
}

// The same for the sum of new_input(n), with the reason found in the sum.
inline int verdict_sum(float got, int n)
{
    char reason[100] = "no simple reason";
    const float want = sum_of_first(n);
    for (int i = 0; i < n; i++) {
        if (got == sum_of_first(i))
            snprintf(reason, sizeof reason, "elements %d to %d are missing", i, n - 1);
        else if (got == want - sum_of_first(i + 1))
            snprintf(reason, sizeof reason, "elements 0 to %d are missing", i);
    }
    for (int i = 0; i < n; i++)
        if (got == want - value_at(i))
            snprintf(reason, sizeof reason, "element %d is missing", i);
    if (got == 2 * want)
        snprintf(reason, sizeof reason, "each element counts twice");
    if (got == 0)
        snprintf(reason, sizeof reason, "nothing was added");
    if (std::isnan(got))
        snprintf(reason, sizeof reason, "not a number");
    return verdict(got, want, reason);
}

#endif
