__simt_refuse("half precision (cuda_fp16.h) is not supported: use float");
