__simt_refuse("cooperative groups are not supported yet: use __syncthreads and __syncwarp");
