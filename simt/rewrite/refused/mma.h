__simt_refuse("tensor cores (mma.h, nvcuda::wmma) are not supported: compute in plain loops");
