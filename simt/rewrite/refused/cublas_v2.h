__simt_refuse("cuBLAS is not supported");
