// 2: surfaces are not supported
__global__ void k(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 4, 4); }
int main() {}
