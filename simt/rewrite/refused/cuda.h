__simt_refuse("the driver API (cuda.h) is not supported: use the runtime API (cuda_runtime.h)");
