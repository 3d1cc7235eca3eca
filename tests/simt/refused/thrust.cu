// 3: Thrust is not supported
#include <cstdio>
#include <thrust/device_vector.h>
int main()
{
    thrust::device_vector<int> v(10);
}
