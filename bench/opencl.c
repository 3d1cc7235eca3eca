/*
 * Runs tree.cl on the first OpenCL device that there is, pass by pass until
 * one value is left, and prints the milliseconds of all passes: the harness's
 * way, on somebody else's simulator. Prints name,N,milliseconds.
 *
 * usage: opencl tree.cl N [REPEAT]
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BLOCK = 256, MAX_SOURCE = 1 << 16, MAX_REPEAT = 64 };

struct machine {
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel;
    char name[128];
};

static void must(cl_int error, const char *what)
{
    if (error != CL_SUCCESS) {
        fprintf(stderr, "opencl: %s: error %d\n", what, (int)error);
        exit(1);
    }
}

static void build_kernel(struct machine *machine, cl_device_id device, const char *path)
{
    static char source[MAX_SOURCE];
    cl_int error;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "opencl: cannot open %s\n", path);
        exit(2);
    }
    const size_t length = fread(source, 1, sizeof source, file);
    fclose(file);
    const char *text = source;
    cl_program program = clCreateProgramWithSource(machine->context, 1, &text, &length, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    machine->kernel = clCreateKernel(program, "reduce", &error);
    must(error, "clCreateKernel");
    clReleaseProgram(program);
}

/* Exit status 3: there is no OpenCL device. */
static void open_machine(struct machine *machine, const char *path)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
        fprintf(stderr, "opencl: no OpenCL device\n");
        exit(3);
    }
    must(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof machine->name, machine->name, NULL),
         "clGetPlatformInfo");
    machine->context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "clCreateContext");
    machine->queue = clCreateCommandQueue(machine->context, device, 0, &error);
    must(error, "clCreateCommandQueue");
    build_kernel(machine, device, path);
}

static cl_mem new_buffer(const struct machine *machine, size_t floats)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(machine->context, CL_MEM_READ_WRITE, floats * sizeof(cl_float),
                                   NULL, &error);
    must(error, "clCreateBuffer");
    return buffer;
}

static void launch(const struct machine *machine, cl_mem in, cl_mem out, size_t n)
{
    const size_t block = BLOCK, threads = (n + BLOCK - 1) / BLOCK * BLOCK;
    const cl_ulong count = n;
    must(clSetKernelArg(machine->kernel, 0, sizeof in, &in), "clSetKernelArg");
    must(clSetKernelArg(machine->kernel, 1, sizeof out, &out), "clSetKernelArg");
    must(clSetKernelArg(machine->kernel, 2, sizeof count, &count), "clSetKernelArg");
    must(clSetKernelArg(machine->kernel, 3, BLOCK * sizeof(cl_float), NULL), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(machine->queue, machine->kernel, 1, NULL, &threads, &block, 0, NULL,
                                NULL),
         "clEnqueueNDRangeKernel");
}

/* Reduces n floats at in; the partial sums go back and forth between scratch[].
 * Returns the sum. */
static cl_float reduce(const struct machine *machine, cl_mem in, const cl_mem scratch[2], size_t n)
{
    cl_float sum;
    int to = 0;
    do {
        launch(machine, in, scratch[to], n);
        in = scratch[to];
        to = 1 - to;
        n = (n + BLOCK - 1) / BLOCK;
    } while (n > 1);
    must(clEnqueueReadBuffer(machine->queue, in, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL),
         "clEnqueueReadBuffer");
    return sum;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Small integers that cancel: their float sum is exact in every order. */
static double fill(const struct machine *machine, cl_mem buffer, size_t n)
{
    double sum = 0;
    cl_float *values = malloc(n * sizeof *values);
    if (values == NULL)
        must(CL_OUT_OF_HOST_MEMORY, "malloc");
    for (size_t i = 0; i < n; i++) {
        values[i] = (cl_float)(i * 2654435761u % 7) - 3;
        sum += values[i];
    }
    must(clEnqueueWriteBuffer(machine->queue, buffer, CL_TRUE, 0, n * sizeof *values, values, 0,
                              NULL, NULL),
         "clEnqueueWriteBuffer");
    free(values);
    return sum;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of the milliseconds that the passes take; the first run, in which a
 * device may compile, does not count unless it is the only one. */
static double measure(const struct machine *machine, size_t n, size_t repeat)
{
    double times[MAX_REPEAT];
    const size_t blocks = (n + BLOCK - 1) / BLOCK;
    cl_mem in = new_buffer(machine, n);
    const cl_mem scratch[2] = { new_buffer(machine, blocks), new_buffer(machine, blocks) };
    const double expected = fill(machine, in, n);
    if (repeat > 1)
        reduce(machine, in, scratch, n);
    for (size_t k = 0; k < repeat; k++) {
        const double begin = now_ms();
        const double sum = reduce(machine, in, scratch, n);
        times[k] = now_ms() - begin;
        if (!(sum == expected)) {
            fprintf(stderr, "opencl: the sum is %g, it should be %g\n", sum, expected);
            exit(1);
        }
    }
    qsort(times, repeat, sizeof *times, ascending);
    return 0.5 * (times[(repeat - 1) / 2] + times[repeat / 2]);
}

int main(int argc, char **argv)
{
    struct machine machine;
    const size_t n = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    const size_t repeat = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    if (n == 0 || repeat < 1 || repeat > MAX_REPEAT) {
        fprintf(stderr, "usage: opencl tree.cl N [REPEAT]\n");
        return 2;
    }
    open_machine(&machine, argv[1]);
    printf("%s,%zu,%.3f\n", machine.name, n, measure(&machine, n, repeat));
    return 0;
}
