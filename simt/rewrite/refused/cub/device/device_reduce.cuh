__simt_refuse("CUB is not supported: write the reduction as a kernel");
