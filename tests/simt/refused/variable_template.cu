// 2: a template of __device__ variables is not supported
template <class T> __device__ T total;
int main() {}
