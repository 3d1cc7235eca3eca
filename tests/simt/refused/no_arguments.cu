// 5: the launch lacks its argument list
__global__ void k() {}
int main()
{
    k<<<1, 1>>>;
}
