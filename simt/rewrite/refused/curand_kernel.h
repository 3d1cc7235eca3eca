__simt_refuse("cuRAND is not supported: make the random numbers on the host");
