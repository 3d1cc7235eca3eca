// 3: a __global__ function cannot be a member
struct Sum {
    static __global__ void run(int *x) { *x = 1; }
};
int main() {}
