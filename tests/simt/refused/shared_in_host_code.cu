// 4: a __shared__ variable cannot be declared in host code
int main()
{
    __shared__ int tile[32];
    return tile[0];
}
