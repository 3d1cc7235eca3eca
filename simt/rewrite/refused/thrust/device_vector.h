__simt_refuse("Thrust is not supported: use cudaMalloc and cudaMemcpy");
