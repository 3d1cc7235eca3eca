// 2: tensor cores (mma.h, nvcuda::wmma) are not supported
#include <mma.h>
using namespace nvcuda;
__global__ void k()
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
}
int main() {}
