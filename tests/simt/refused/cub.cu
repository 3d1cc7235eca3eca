// 2: CUB is not supported
#include <cub/cub.cuh>
int main() {}
