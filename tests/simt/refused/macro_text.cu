// 4: inline PTX (asm) is not supported
#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))
#define NEWLINE
__device__ unsigned lane() { unsigned x; LANE(x); return x; }
int main() {}
