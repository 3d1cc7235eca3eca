__simt_refuse("Thrust is not supported: write the reduction as a kernel");
