__simt_refuse("bfloat16 (cuda_bf16.h) is not supported: use float");
