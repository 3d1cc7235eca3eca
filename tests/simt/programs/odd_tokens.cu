// What confuses a search for <<< >>>: strings, comments, shifts, templates.
#include <cstdio>
#include <map>
#include <vector>
#pragma GCC diagnostic ignored "-Wparentheses" // a < b > c is meant
/* kernel<<<1, 1>>>(this is a comment); __shared__ int nothing; */
// kernel<<<1, 1>>>(neither);
static const char *const text = "kernel<<<1, 1>>>(\"__global__\")";
static const char *const raw = R"raw(k<<<1, 2>>>(x); " )" __shared__ float s[4];
)raw";
static const char quotes[] = { '"', '\'', '<', '\\' };
static const long big = 1'000'000 + 0x1'0 + 'a';
static const std::vector<std::vector<int>> nested = { { 1, 2 }, { 3 } };
static std::map<int, std::vector<std::pair<int, int>>> deep;

template <int N, class T = std::vector<std::vector<std::vector<int>>>> struct Shift {
    enum { value = N >> 1 };
};

__global__ void lines(int *out)
{
    out[0] = __LINE__; out[1] = Shift<(8 >> 1)>::value; // <<<
    out[2] = 1 << 3 >> 1; /* >>> */ out[3] = out[2] < 5 > 0;
    const char *name = __func__;
    out[4] = name[0] << 8 | name[4];
    out[5] = \
__LINE__;
}

template <int A, bool B> __global__ void flags(int *out) { *out = A * 10 + B; }

struct Stream {
    int sum = 0;
    Stream &operator<<(int x) { sum += x; return *this; }
    template <class T> Stream &operator<< (const T *) { sum += 100; return *this; }
};

int main()
{
    int *out;
    cudaMallocManaged(&out, 8 * sizeof *out);
    lines<<<1, 1>>>(out); const int line = __LINE__;
    flags<(1 << 2), (3 >> 1 > 0)><<<1 << 0, 2 >> 1, sizeof(std::vector<std::vector<int>>) >> 1>>>(out + 6);
    flags<2,(1>2)>   <<<   1   ,   1   >>>   (   out + 7   )   ;
    cudaDeviceSynchronize();
    Stream stream;
    stream << 1 << 2 << "three";
    deep[1].push_back({ 2, 3 });
    printf("%d %d %d %d %c%c %d %d %d\n", out[0], out[1], out[2], out[3], out[4] >> 8, out[4] & 255,
           out[5], out[6], out[7]);
    printf("%d %s %zu %c%c %ld %zu %d %zu\n", line, text, sizeof raw, quotes[0], quotes[1], big,
           nested[0].size(), stream.sum, deep.size());
    printf("%s", raw);
}
