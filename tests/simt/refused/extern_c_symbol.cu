// 3: extern "C" alone only declares a device variable
extern "C" __global__ void fine(int *x) { *x = 1; }
extern "C" __device__ int total = 4;

int main() { return 0; }
